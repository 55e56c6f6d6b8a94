// A game on this device: against the computer, or between two people. The server is asked what may
// be played and keeps nothing; the game lives in this browser.

import { ask, insist, Refused } from "./api.js";
import { keep, kept } from "./kept.js";
import { other } from "./sides.js";
import { t } from "./words.js";

/** The last score that the page knows between these players. */
export const scoreOf = (key) => kept("score", {})[key] || { won: 0, drawn: 0, lost: 0 };

export function clearScore(key) {
  const scores = kept("score", {});
  delete scores[key];
  keep("score", scores);
}

export class LocalGame {
  /**
   * @param state what is kept: mode, level, yours, rules, fen, moves, end, undone, counted, names
   * @param hooks changed(), moved(path, victims, from), away(isAway), refused(error)
   */
  constructor(state, hooks) {
    this.state = state;
    this.hooks = hooks;
    this.position = null;
    this.thinking = null;
    this.closed = false;
    this.turnBegan = Date.now();
  }

  static fresh({ mode, level, yours, rules, fen = "", names, turnTime, timeEnds }) {
    return {
      mode, level, yours, rules, fen, names, turnTime, timeEnds, moves: [], end: null, undone: [],
      counted: null,
    };
  }

  async begin() {
    await this.ask_position();
    this.changed();
    this.go_on();
  }

  close() {
    this.closed = true;
    this.thinking?.abort();
  }

  // --- how things stand ---------------------------------------------------------------------------

  get spec() { return { rules: this.state.rules, fen: this.state.fen, moves: this.state.moves }; }

  get online() { return false; }

  get against_computer() { return this.state.mode === "computer"; }

  get turn() { return this.position.turn; }

  get outcome() { return this.position?.outcome || this.state.end; }

  get over() { return Boolean(this.outcome); }

  get yours() { return this.against_computer ? this.state.yours : null; }

  /** Whether a person at this device may move now. */
  get may_move() {
    return Boolean(this.position) && !this.over && !this.thinking
      && (!this.against_computer || this.turn === this.state.yours);
  }

  get may_undo() {
    if (!this.position) return false;
    if (this.state.end) return true;
    const { moves, yours } = this.state;
    if (!this.against_computer) return moves.length > 0;
    return moves.some((_, ply) => this.side_at(ply) === yours);
  }

  get may_redo() { return this.state.undone.length > 0 && !this.thinking; }

  get may_resign() { return !this.over; }

  get may_offer() { return this.may_move && this.state.moves.length > 0; }

  get may_claim() { return this.may_move && this.position.can_claim; }

  get turn_time() { return this.state.turnTime || 0; }

  get seconds_left() {
    if (!this.state.turnTime || this.over || !this.position || this.thinking) return null;
    if (this.against_computer && this.turn !== this.state.yours) return null;
    return Math.max(0, this.state.turnTime - (Date.now() - this.turnBegan) / 1000);
  }

  /** The side that plays the move of a ply, counted from 0. */
  side_at(ply) {
    const now = this.position.turn;
    return (this.state.moves.length - ply) % 2 ? other(now) : now;
  }

  get score_key() {
    const { mode, level, names } = this.state;
    if (mode === "computer") return `computer.${level}`;
    return `two.${[names.white, names.black].sort().join("|")}`;
  }

  /** Won, drawn and lost: yours, or of the player whose name comes first. */
  get score() { return scoreOf(this.score_key); }

  /** The name of a player and a word beside it. */
  player(side) {
    if (!this.against_computer) return [this.state.names[side], ""];
    return side === this.state.yours ? [t("you"), ""] : [t("computer"), t(`level.${this.state.level}`)];
  }

  // --- playing ------------------------------------------------------------------------------------

  async play(walk, from = 0) {
    this.state.undone = [];
    await this.push(walk.path, walk.victims, from);
    this.go_on();
  }

  async push(path, victims, from = 0, position = null) {
    this.state.moves = [...this.state.moves, [...path]];
    this.save();
    const [answer] = await Promise.all([
      position || this.fetch_position(),
      this.hooks.moved(path, victims, from),
    ]);
    if (this.closed || !answer) return;
    this.position = answer;
    this.turnBegan = Date.now();
    this.count();
    this.changed();
  }

  /** Let the computer move if it is its turn. */
  go_on() {
    if (!this.closed && this.against_computer && !this.over && this.turn !== this.state.yours) {
      this.let_think(this.state.level);
    }
  }

  async let_think(level) {
    const control = new AbortController();
    this.thinking = control;
    this.ticket = crypto.getRandomValues(new Uint32Array(3)).join("-");
    this.changed();
    const since = Date.now();
    try {
      const answer = await insist(
        "think", { game: this.spec, level, ticket: this.ticket },
        { signal: control.signal, waiting: (away) => this.hooks.away(away) },
      );
      // A move that comes at once is hard to see.
      await new Promise((resolve) => { setTimeout(resolve, Math.max(0, 350 - (Date.now() - since))); });
      if (control.signal.aborted || this.closed) return;
      this.thinking = null;
      const victims = answer.position.last.captured;
      await this.push(answer.path, victims, 0, answer.position);
    } catch (error) {
      if (control.signal.aborted) return;
      this.thinking = null;
      this.hooks.refused(error);
      this.changed();
      if (error instanceof Refused && ["busy", "too-fast"].includes(error.code)) {
        setTimeout(() => this.go_on(), 2000);
      }
    }
  }

  hurry() {
    if (this.thinking) ask("hurry", { ticket: this.ticket }).catch(() => {});
  }

  async undo() {
    if (!this.may_undo) return;
    this.uncount();
    if (this.state.end) {
      this.state.end = null;
    } else {
      const back = this.thinking ? 1 : this.moves_to_take_back();
      this.thinking?.abort();
      this.thinking = null;
      const { moves, undone } = this.state;
      this.state.undone = [...undone, moves.slice(moves.length - back)];
      this.state.moves = moves.slice(0, moves.length - back);
    }
    await this.restart_turn();
  }

  /** Your last move, with the computer's answer; one step between two people. */
  moves_to_take_back() {
    if (!this.against_computer) return 1;
    let back = 1;
    while (this.side_at(this.state.moves.length - back) !== this.state.yours) back += 1;
    return back;
  }

  async redo() {
    if (!this.may_redo) return;
    const again = this.state.undone[this.state.undone.length - 1];
    this.state.undone = this.state.undone.slice(0, -1);
    this.state.moves = [...this.state.moves, ...again];
    await this.restart_turn();
    this.go_on();
  }

  async restart_turn() {
    this.save();
    await this.ask_position();
    this.turnBegan = Date.now();
    this.count();
    this.changed();
  }

  hint() { return ask("hint", { game: this.spec }); }

  resign(side = this.against_computer ? this.state.yours : this.turn) {
    this.finish({ winner: other(side), termination: "resignation" });
  }

  /** Ask the computer for a draw; between two people they have agreed when they say so. */
  async offer_draw() {
    if (this.against_computer) {
      const { accepted } = await ask("draw", { game: this.spec });
      if (!accepted) return false;
    }
    this.finish({ winner: null, termination: "agreement" });
    return true;
  }

  claim() { this.finish({ winner: null, termination: "claim" }); }

  /** The time of the turn has run out. */
  time_out() {
    if (this.state.timeEnds === "computer") this.let_think("medium");
    else this.finish({ winner: other(this.turn), termination: "time" });
  }

  finish(end) {
    this.thinking?.abort();
    this.thinking = null;
    this.state.end = end;
    this.count();
    this.save();
    this.changed();
  }

  // --- the score ----------------------------------------------------------------------------------

  count() {
    if (!this.over || this.state.counted) return;
    const { winner } = this.outcome;
    const { names, yours } = this.state;
    const first = this.against_computer ? yours
      : [names.white, names.black].sort()[0] === names.white ? "white" : "black";
    this.state.counted = winner === null ? "drawn" : winner === first ? "won" : "lost";
    this.add(1);
  }

  uncount() {
    if (!this.state.counted) return;
    this.add(-1);
    this.state.counted = null;
  }

  add(number) {
    const scores = kept("score", {});
    const score = scoreOf(this.score_key);
    score[this.state.counted] += number;
    keep("score", { ...scores, [this.score_key]: score });
    this.save();
  }

  // --- the server ---------------------------------------------------------------------------------

  fetch_position() {
    return insist("position", this.spec, { waiting: (away) => this.hooks.away(away) });
  }

  async ask_position() { this.position = await this.fetch_position(); }

  changed() {
    if (!this.closed) this.hooks.changed();
  }

  save() {
    if (!this.closed) keep("game", this.state);
  }
}
