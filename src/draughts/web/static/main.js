// The page: it opens ready to play, and brings together the table, the dialogs and the games.

import { get } from "./api.js";
import { Files } from "./files.js";
import { embedded, keep, kept, Settings } from "./kept.js";
import { clearScore, LocalGame } from "./local.js";
import { NewGame } from "./newgame.js";
import { OnlineGame } from "./online.js";
import { Review } from "./review.js";
import { RulesPage } from "./rulespage.js";
import { Setup } from "./setup.js";
import { other } from "./sides.js";
import { sideName, Table } from "./table.js";
import { fill, LANGUAGES, language, load, preferred, rulesLine, t } from "./words.js";

const $ = (id) => document.getElementById(id);

class Page {
  async open() {
    this.settings = new Settings();
    if (embedded) this.embed();
    this.dress();
    const [told, site] = await Promise.all([
      get("variants"), get("settings"), load(this.settings.get("language") || preferred()),
    ]);
    this.site = site;
    this.variants = new Map(told.variants.map((variant) => [variant.name, variant]));
    fill();
    this.table = new Table(this.settings, this.variants);
    this.table.onChange = () => this.changed();
    this.table.onChoose = () => this.newGame.open(this.table.game);
    this.newGame = new NewGame(this.settings, this.variants, () => this.start());
    this.rulesPage = new RulesPage(this.variants, (rules) => this.start_with(rules));
    this.files = new Files(this);
    this.setup = new Setup(this);
    this.review = new Review(this.table);
    this.wire();
    await this.arrive();
  }

  /** In a frame there is the board and what belongs to it; its address says what is played. */
  embed() {
    document.body.classList.add("embedded");
    document.querySelector(".controls").prepend($("open-new"));
  }

  // --- beginning ------------------------------------------------------------------------------------

  /** A link leads to a room or a position; else the game that was in progress goes on. */
  async arrive() {
    const asked = new URLSearchParams(location.hash.slice(1));
    if (asked.get("room")) {
      await this.join(asked.get("room"));
      return;
    }
    if (asked.get("fen")) {
      const rules = this.shared_rules(asked);
      history.replaceState(null, "", location.pathname);
      await this.begin({ mode: "two", rules, fen: asked.get("fen") });
      return;
    }
    const wanted = this.wanted(asked);
    const before = kept("game", null);
    if (before && Object.entries(wanted).every(([name, value]) => value === wished(before, name))) {
      try {
        await this.seat(new LocalGame(before, this.table.hooks()));
        return;
      } catch {
        keep("game", null); // not a game that this page can go on with
      }
    }
    this.settings.set(wanted);
    await this.start();
  }

  /** What an address asks for: #variant=russian&opponent=computer&level=hard. */
  wanted(asked) {
    const known = {
      variant: [...this.variants.keys()], opponent: ["computer", "two"],
      level: ["easy", "medium", "hard", "master"],
    };
    const given = Object.entries(known).filter(([name, values]) => values.includes(asked.get(name)));
    return Object.fromEntries(given.map(([name]) => [name, asked.get(name)]));
  }

  shared_rules(asked) {
    try {
      const rules = JSON.parse(asked.get("rules"));
      if (this.variants.has(rules?.variant)) return rules;
    } catch {
      // The link was cut short.
    }
    return { ...this.variants.get("english").presets.house };
  }

  get chosen_rules() {
    const { settings } = this;
    const { rules } = settings.values;
    if (rules.variant === settings.get("variant")) return rules;
    return this.variants.get(settings.get("variant")).presets.house;
  }

  /** A new game as the settings have it. */
  async start() {
    if (this.settings.get("opponent") === "online") {
      await this.make_room();
      return;
    }
    await this.begin({ mode: this.settings.get("opponent"), rules: this.chosen_rules });
  }

  async start_with(rules) {
    this.settings.set({ variant: rules.variant, rules, preset: "own", opponent: "computer" });
    await this.start();
  }

  async begin({ mode, rules, fen = "", begins = null }) {
    const { settings } = this;
    const first = this.variants.get(rules.variant).first;
    const yours = begins || (settings.get("side") === "first" ? first : other(first));
    const { first: one, second: two } = settings.get("names");
    const names = [one || t("player", { number: 1 }), two || t("player", { number: 2 })];
    if (names[0] === names[1]) names[1] += " 2";
    const players = yours === first || mode === "two" ? names : [...names].reverse();
    const state = LocalGame.fresh({
      mode, level: settings.get("level"), yours: mode === "computer" ? yours : null, rules, fen,
      names: { [first]: players[0], [other(first)]: players[1] },
      turnTime: settings.get("turnTime"), timeEnds: settings.get("timeEnds"),
    });
    this.leave_room();
    await this.seat(new LocalGame(state, this.table.hooks()));
  }

  async seat(game) {
    this.table.seat(game);
    $("analysis").hidden = true;
    await game.begin();
  }

  /** The next game between the same players; they swap colours if that is set (R22). */
  async rematch() {
    const { game } = this.table;
    if (game.online) {
      game.rematch();
      return;
    }
    const { mode, yours, rules, names } = game.state;
    if (mode === "computer") {
      const swap = this.settings.get("alternateComputer");
      await this.begin({ mode, rules, begins: swap ? other(yours) : yours });
      return;
    }
    await this.begin({ mode, rules });
    if (this.settings.get("alternate")) {
      this.table.game.state.names = { white: names.black, black: names.white };
    } else {
      this.table.game.state.names = names;
    }
    this.table.game.save();
    this.table.changed();
  }

  // --- rooms ----------------------------------------------------------------------------------------

  async make_room() {
    const room = await OnlineGame.make(this.settings, this.chosen_rules);
    location.hash = `room=${room}`;
    await this.join(room);
  }

  async join(room) {
    const game = new OnlineGame(room, this.settings, this.table.hooks(), this.site);
    await this.seat(game);
  }

  leave_room() {
    if (location.hash.startsWith("#room=")) history.replaceState(null, "", location.pathname);
    $("room").hidden = true;
    $("asked").hidden = true;
  }

  // --- showing --------------------------------------------------------------------------------------

  dress() {
    const { dataset } = document.documentElement;
    const { settings } = this;
    dataset.theme = settings.get("theme");
    dataset.pieces = settings.get("pieces");
    dataset.squares = settings.get("squares");
    dataset.rings = settings.get("rings");
    dataset.numbers = settings.get("numbers") ? "on" : "off";
    dataset.motion = settings.get("motion") ? "on" : "off";
  }

  changed() {
    const { game } = this.table;
    $("undo").disabled = !game.may_undo;
    $("redo").disabled = !game.may_redo;
    $("redo").hidden = game.online;
    $("hint").disabled = !game.may_move;
    $("hint").hidden = game.online;
    $("hurry").hidden = !game.thinking;
    $("offer").disabled = !game.may_offer;
    $("claim").hidden = !game.may_claim;
    $("resign").disabled = !game.may_resign;
    for (const id of ["resign", "offer"]) $(id).hidden = game.over;
    for (const id of ["rematch", "review"]) $(id).hidden = !game.over;
    $("score").textContent = this.scoreText();
    $("clear-score").hidden = game.online;
    $("rules-in-force").textContent = rulesLine(game.position.rules, game.turn_time);
    document.title = game.online && game.may_move ? `● ${t("title.turn")}` : t("title");
    this.tell_result();
  }

  scoreText() {
    const { game } = this.table;
    if (game.online) return game.scoreText();
    const { won, drawn, lost } = game.score;
    if (game.against_computer) return t("score.computer", { level: t(`level.${game.state.level}`), won, drawn, lost });
    const [one, two] = Object.values(game.state.names).sort();
    return t("score.two", { one, two, won, drawn, lost });
  }

  /** Say once that the game is over. */
  tell_result() {
    const { game } = this.table;
    const key = game.over ? JSON.stringify([game.outcome, game.spec.moves.length]) : null;
    if (key && this.told !== key && this.told !== undefined && !game.silent) {
      $("result-title").textContent = this.table.resultText();
      $("result-why").textContent = this.table.reasonText();
      $("result-score").textContent = this.scoreText();
      $("said").textContent = `${this.table.resultText()} ${this.table.reasonText()}`;
      if (!$("result-dialog").open) $("result-dialog").showModal();
    }
    this.told = key;
  }

  async speak(tag) {
    await load(tag);
    fill();
    this.newGame.dialog.open && this.newGame.open();
    this.table.render();
    this.changed();
  }

  // --- buttons --------------------------------------------------------------------------------------

  wire() {
    const press = (id, action) => {
      $(id).addEventListener("click", () => {
        Promise.resolve(action()).catch((error) => this.table.refuse(error));
      });
    };
    const { table } = this;
    press("open-new", () => this.newGame.open());
    press("open-settings", () => this.open_settings());
    press("open-rules", () => this.rulesPage.open(table.game.position.rules, table.game.turn_time));
    press("open-games", () => this.files.open());
    press("open-setup", () => this.setup.open());
    press("undo", () => this.undo());
    press("redo", () => table.game.redo());
    press("hint", () => table.hint());
    press("hurry", () => table.game.hurry());
    press("claim", () => table.game.claim());
    press("offer", () => this.offer());
    press("resign", async () => { if (await confirmed(t("resign.sure"))) table.game.resign(); });
    press("rematch", () => this.rematch());
    press("review", () => this.review.run());
    press("clear-score", () => {
      clearScore(table.game.score_key);
      this.changed();
    });
    $("typed").addEventListener("submit", (event) => {
      event.preventDefault();
      if (table.type($("move").value)) $("move").value = "";
    });
    $("result-dialog").addEventListener("close", () => {
      const { returnValue } = $("result-dialog");
      $("result-dialog").returnValue = "";
      if (returnValue === "rematch") this.rematch();
      if (returnValue === "review") this.review.run();
    });
    document.addEventListener("keydown", (event) => this.key(event));
    addEventListener("hashchange", () => this.arrive());
    this.settings.onChange((changes) => {
      this.dress();
      if (changes.language !== undefined && changes.language !== language()) this.speak(changes.language);
      else if (table.game) table.render();
    });
  }

  key(event) {
    const typing = /^(input|textarea|select)$/i.test(event.target.tagName);
    if (typing || document.querySelector("dialog[open]") || event.altKey || event.metaKey) return;
    if (event.ctrlKey && event.key === "z") $("undo").click();
    else if (event.ctrlKey) return;
    else if (event.key === "Escape") {
      this.table.entry?.reset();
      this.table.render();
    } else if (event.target.closest(".grid")) return;
    else if (event.key === "ArrowLeft") this.table.step(-1);
    else if (event.key === "ArrowRight") this.table.step(1);
    else return;
    event.preventDefault();
  }

  /** Inside an unfinished chain, back to the start of the turn; else a move back. */
  async undo() {
    const { entry, game } = this.table;
    if (entry?.hops) {
      entry.reset();
      this.table.render();
    } else await game.undo();
  }

  async offer() {
    const { game } = this.table;
    if (game.online) {
      game.offer_draw();
    } else if (game.against_computer) {
      if (!(await game.offer_draw())) this.table.say(t("draw.declined"));
    } else if (await confirmed(t("draw.agreed", { side: sideName(this.settings, other(game.turn)) }))) {
      await game.offer_draw();
    }
  }

  open_settings() {
    const { elements } = $("settings-form");
    elements.language.replaceChildren(...Object.entries(LANGUAGES).map(([tag, name]) => new Option(name, tag)));
    for (const element of elements) {
      if (!element.name) continue;
      const value = element.name === "language" ? language() : this.settings.get(element.name);
      if (element.type === "checkbox") element.checked = value;
      else element.value = value;
      element.onchange = () => {
        this.settings.set({ [element.name]: element.type === "checkbox" ? element.checked : element.value });
      };
    }
    $("settings-dialog").showModal();
  }
}

/** What a kept game has of the things that an address may ask for. */
const wished = ({ rules, mode, level }, name) => ({ variant: rules.variant, opponent: mode, level }[name]);

/** A question with yes and no. */
function confirmed(text) {
  $("confirm-text").textContent = text;
  const dialog = $("confirm-dialog");
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"), { once: true });
  });
}

const page = new Page();
page.open().catch((error) => {
  $("connection").hidden = false;
  console.error(error);
});
