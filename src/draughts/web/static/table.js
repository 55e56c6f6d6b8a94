// The table: the board with a game on it, the players, the status line, the list of moves.

import { ask, Refused } from "./api.js";
import { BoardView } from "./board.js";
import { button, element } from "./elements.js";
import { Entry } from "./entry.js";
import { isKing, other, sideOf } from "./sides.js";
import { has, t } from "./words.js";
import { click } from "./sound.js";

const $ = (id) => document.getElementById(id);

const LOW_CLOCK = 10; // seconds

export const sideName = (settings, side) => t(`side.${settings.get("pieces")}.${side}`);

export class Table {
  constructor(settings, variants) {
    this.settings = settings;
    this.variants = variants;
    this.game = null;
    this.entry = null;
    this.look = null; // {position, ply} while an earlier position is looked at
    this.hinted = null;
    setInterval(() => this.tick(), 250);
  }

  /** Put a game on the table. */
  seat(game) {
    this.game?.close();
    this.game = game;
    this.look = null;
    this.hinted = null;
    this.board = null;
    this.announced = null;
  }

  get variant() { return this.variants.get(this.game.spec.rules.variant); }

  get position() { return this.look?.position || this.game.position; }

  get bottom() {
    const { game } = this;
    if (game.yours) return game.yours;
    if (game.state?.mode === "two" && this.settings.get("turnBoard")) return game.turn;
    return this.variant.bottom;
  }

  hooks() {
    return {
      changed: () => this.changed(),
      moved: (path, victims, from) => this.moved(path, victims, from),
      away: (away) => { $("connection").hidden = !away; },
      refused: (error) => this.refuse(error),
      choose: () => this.onChoose?.(),
    };
  }

  // --- what happens -------------------------------------------------------------------------------

  changed() {
    this.look = null;
    this.hinted = null;
    $("hint-told").hidden = true;
    this.entry = this.game.position ? new Entry(this.game.position) : null;
    if (this.game.position) this.announce();
    this.render();
    this.onChange?.();
  }

  async moved(path, victims, from) {
    this.entry?.reset();
    this.say("");
    if (!this.board || this.look) return;
    if (this.settings.get("sound")) click(victims.length);
    await this.board.animate(path, victims, from);
  }

  refuse(error) {
    const key = error instanceof Refused ? `error.${error.code}` : "error.other";
    this.say(has(key) ? t(key) : error.message);
  }

  say(text) { $("why").textContent = text; }

  tap(square) {
    if (!this.can_enter()) return;
    const { at: before, hops } = this.entry;
    const done = this.entry.tap(square);
    this.say("");
    if (done.walk) {
      this.game.play(done.walk, hops).catch((error) => this.recover(error));
      return;
    }
    if (done.refused) this.explain(before, square);
    this.render();
  }

  /** A move that the server has refused is taken off the board again. */
  recover(error) {
    this.refuse(error);
    this.changed();
  }

  lift(square) {
    if (!this.can_enter()) return false;
    if (!this.entry.select(square)) {
      this.explain(null, square);
      return false;
    }
    this.say("");
    this.mark();
    return true;
  }

  drop(from, square) {
    if (!this.entry) return;
    if (square !== null && square !== this.entry.at) this.tap(square);
    if (this.game.position) this.render();
  }

  can_enter() {
    if (this.look) {
      this.to_end();
      return false;
    }
    return Boolean(this.entry) && this.game.may_move;
  }

  type(text) {
    if (!this.can_enter()) return false;
    const walk = this.entry.typed(text);
    if (walk) {
      this.entry.reset();
      this.game.play(walk).catch((error) => this.recover(error));
      return true;
    }
    this.reason({ game: this.game.spec, text });
    return false;
  }

  /** Say why a tap does not move anything. */
  explain(from, square) {
    const piece = this.position.pieces[square];
    const own = piece && sideOf(piece) === this.position.turn;
    if (own) {
      this.say(t(this.position.must_capture ? "why.other-must-capture" : "why.cannot-move"));
    } else if (from) {
      this.reason({ game: this.game.spec, path: [...this.entry.path.slice(0, -1), from, square] });
    } else if (piece) {
      this.say(t("why.not-your-piece"));
    }
  }

  async reason(question) {
    try {
      const { code, sentence } = await ask("explain", question);
      this.say(has(`why.${code}`) ? t(`why.${code}`) : sentence);
    } catch (error) {
      this.refuse(error);
    }
  }

  async hint() {
    if (!this.game.may_move) return;
    $("hint").disabled = true;
    try {
      const found = await this.game.hint();
      if (!this.game.may_move) return;
      this.hinted = found.path;
      const why = t(`hint.${found.reason}`, { number: found.number });
      $("hint-told").textContent = `${t("hint.play", { move: found.text })} ${why}`.trim();
      $("hint-told").hidden = false;
      this.mark();
    } catch (error) {
      this.refuse(error);
    } finally {
      $("hint").disabled = !this.game.may_move;
    }
  }

  // --- looking back -------------------------------------------------------------------------------

  async to_ply(ply) {
    const { spec } = this.game;
    if (ply >= spec.moves.length) {
      this.to_end();
      return;
    }
    const position = await ask("position", { ...spec, moves: spec.moves.slice(0, ply) });
    this.look = { position, ply };
    this.entry?.reset();
    this.render();
  }

  to_end() {
    this.look = null;
    this.render();
  }

  step(by) {
    if (this.game.step) {
      this.game.step(by).catch((error) => this.refuse(error));
      return;
    }
    const here = this.look ? this.look.ply : this.game.spec.moves.length;
    const ply = Math.min(Math.max(here + by, 0), this.game.spec.moves.length);
    if (ply !== here) this.to_ply(ply).catch((error) => this.refuse(error));
  }

  // --- showing ------------------------------------------------------------------------------------

  render() {
    if (!this.game.position) return;
    if (!this.board || this.board.variant !== this.variant) {
      this.board = new BoardView($("board"), this.variant, {
        bottom: this.bottom,
        onTap: (square) => this.tap(square),
        onLift: (square) => this.lift(square),
        onDrop: (from, square) => this.drop(from, square),
        label: (square) => this.label(square),
      });
    }
    const plain = this.settings.get("plainNumbers");
    if (this.board.plainNumbers !== plain) {
      this.board.plainNumbers = plain;
      this.board.drawNumbers();
    }
    this.board.turn(this.bottom);
    this.mark();
    this.renderPlayers();
    $("status").textContent = this.status();
    this.renderMoves();
  }

  mark() {
    const { position, entry, look } = this;
    const choosing = !look && entry && this.game.may_move;
    const live = choosing || (!look && entry && !this.game.over);
    const shows = this.settings.get("targets");
    const targets = choosing ? [...entry.targets] : [];
    const landings = targets.filter((square) => entry.victimsTo(square).length);
    const path = position.last?.path;
    this.shown = {
      pieces: position.pieces,
      last: path ? [path[0], path[path.length - 1]] : [],
      ringed: live && !entry.hops ? [...entry.capturing] : [],
      selected: choosing ? entry.at : null,
      targets: shows ? targets.filter((square) => !landings.includes(square)) : [],
      landings: shows ? landings : [],
      victims: shows && choosing ? [...entry.victims] : [],
      jumped: choosing ? entry.jumped : [],
      carried: choosing && entry.hops ? [entry.selected, entry.at] : null,
      hint: this.hinted,
    };
    this.board.show(this.shown);
  }

  /** What a screen reader says of a square. */
  label(square) {
    const name = this.board.plainNumbers ? square : this.variant.names[square - 1];
    const { shown } = this;
    const at = shown.carried && shown.carried[1] === square ? shown.pieces[shown.carried[0]]
      : shown.carried && shown.carried[0] === square ? undefined : shown.pieces[square];
    const parts = [String(name)];
    if (at) {
      const side = sideOf(at);
      const rank = isKing(at) ? "king" : "man";
      parts.push(t(`square.${rank}`, { side: sideName(this.settings, side) }));
    } else {
      parts.push(t("square.empty"));
    }
    if (shown.selected === square) parts.push(t("square.lifted"));
    if (shown.ringed.includes(square)) {
      parts.push(t(this.position.must_capture ? "square.must" : "square.may"));
    }
    if (shown.targets.includes(square)) parts.push(t("square.target"));
    if (shown.landings.includes(square)) parts.push(t("square.landing"));
    if (shown.victims.includes(square)) parts.push(t("square.victim"));
    return parts.join(", ");
  }

  status() {
    const { game, position } = this;
    if (this.look) return t("status.looking", { ply: this.look.ply });
    if (game.over) return this.resultText();
    const side = sideName(this.settings, position.turn);
    if (game.thinking) return t("status.thinking", { side });
    if (game.status) return game.status();
    if (this.entry?.hops) return t("status.chain", { side });
    if (position.must_capture) return t("status.must", { side });
    if (this.entry?.capturing.size) return t("status.may", { side });
    return t("status.turn", { side });
  }

  resultText() {
    const { winner } = this.game.outcome;
    if (!winner) return t("result.draw");
    if (this.game.yours) return t(winner === this.game.yours ? "result.won" : "result.lost");
    return t("result.wins", { side: sideName(this.settings, winner) });
  }

  reasonText() {
    const { winner, termination } = this.game.outcome;
    const side = sideName(this.settings, other(winner));
    return t(`end.${termination}`, {
      side,
      winner: winner ? sideName(this.settings, winner) : "",
      plies: this.position.rules.quiet_plies,
      moves: this.position.rules.quiet_plies / 2,
      limit: this.position.rules.max_plies,
      count: this.position.rules.repetition,
    });
  }

  /** Tell a screen reader what has just happened; the status line tells whose turn it is. */
  announce() {
    const { texts, ply } = this.game.position;
    if (this.announced === ply || !texts.length) {
      this.announced = ply;
      return;
    }
    this.announced = ply;
    $("said").textContent = t("said.move", { move: texts[texts.length - 1] });
  }

  renderPlayers() {
    const top = other(this.bottom);
    for (const [id, side] of [["player-top", top], ["player-bottom", this.bottom]]) {
      const box = $(id);
      const { position, game } = this;
      box.replaceChildren();
      const add = (name, text) => box.append(element("span", text, name));
      box.append(disc(side));
      const [name, note] = game.player(side, this.settings);
      add("name", name);
      if (note) add("note", note);
      add("taken", t("taken", { number: position.taken[side] }));
      if (!game.over && position.turn === side && game.seconds_left !== null) {
        add("clock", this.clockText());
      }
      box.classList.toggle("turn", !game.over && position.turn === side);
    }
  }

  clockText() {
    const seconds = Math.ceil(this.game.seconds_left);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }

  tick() {
    if (!this.game?.position || this.game.over) return;
    const left = this.game.seconds_left;
    if (left === null) return;
    const clock = document.querySelector(".player .clock");
    if (!clock) {
      this.renderPlayers();
      return;
    }
    clock.textContent = this.clockText();
    const low = left <= LOW_CLOCK;
    if (low && !clock.classList.contains("low")) $("said").textContent = t("said.low");
    clock.classList.toggle("low", low);
    if (left <= 0) this.game.time_out?.();
  }

  renderMoves() {
    const list = $("moves");
    list.replaceChildren();
    const { texts } = this.game.position;
    const here = this.look ? this.look.ply : texts.length;
    let row;
    texts.forEach((text, index) => {
      if (index % 2 === 0) {
        row = element("li");
        row.append(element("span", `${index / 2 + 1}.`, "n"));
        list.append(row);
      }
      const move = button(text, () => {
        this.to_ply(index + 1).catch((error) => this.refuse(error));
      });
      move.setAttribute("aria-current", String(here === index + 1));
      row.append(move);
    });
    if (!this.look) list.scrollTop = list.scrollHeight;
  }
}

/** A small picture of a side's piece. */
export function disc(side) {
  const holder = document.createElement("template");
  holder.innerHTML = `<svg viewBox="-50 -50 100 100" aria-hidden="true"><g class="piece ${side}"><circle r="44" class="disc"/><circle r="32" class="ring"/></g></svg>`;
  return holder.content.firstChild;
}
