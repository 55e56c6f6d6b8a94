// Games in and out: PDN to copy, save, paste, open or drop; a link to the position.

import { ask } from "./api.js";
import { button, element } from "./elements.js";
import { LocalGame } from "./local.js";
import { t } from "./words.js";

const $ = (id) => document.getElementById(id);

export class Files {
  constructor(page) {
    this.page = page;
    const press = (id, action) => {
      $(id).addEventListener("click", () => action().catch((error) => this.fail(error)));
    };
    press("copy-pdn", async () => {
      await navigator.clipboard.writeText(await this.pdn());
      this.say(t("pdn.copied"));
    });
    press("save-pdn", async () => this.save(await this.pdn()));
    press("share", () => this.share());
    press("read-pdn", () => this.read($("pdn-text").value));
    $("pdn-file").addEventListener("change", () => this.take($("pdn-file").files));
    for (const name of ["dragover", "drop", "dragleave"]) {
      document.addEventListener(name, (event) => this.drop(event));
    }
  }

  open() {
    this.say("");
    $("games-dialog").showModal();
  }

  say(text) { $("shared").textContent = text; }

  fail(error) { this.say(error.code === "no-game" ? t("error.no-game") : error.message); }

  async pdn() {
    const { game } = this.page.table;
    const names = Object.fromEntries(["white", "black"].map((side) => {
      const [name, note] = game.player(side);
      return [side, note ? `${name} (${note})` : name];
    }));
    const end = game.over ? { ...game.outcome } : undefined;
    if (end?.winner === null) delete end.winner;
    const known = ["resignation", "agreement", "time", "unknown", "claim"];
    const made = end && known.includes(end.termination) ? { end } : {};
    return (await ask("pdn/write", { game: game.spec, names, ...made })).pdn;
  }

  save(text) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "application/vnd.chess-pgn" }));
    link.download = "game.pdn";
    link.click();
    URL.revokeObjectURL(link.href);
  }

  async share() {
    const { position } = this.page.table;
    const { origin, pathname } = location;
    const base = this.page.site.public_url || origin + pathname;
    const asked = new URLSearchParams({ fen: position.fen, rules: JSON.stringify(position.rules) });
    await shared(`${base}#${asked}`, (text) => this.say(text));
  }

  drop(event) {
    if (![...(event.dataTransfer?.types || [])].includes("Files")) return;
    event.preventDefault();
    $("drop").classList.toggle("over-it", event.type === "dragover");
    if (event.type === "drop") {
      if (!$("games-dialog").open) this.open();
      this.take(event.dataTransfer.files);
    }
  }

  async take(files) {
    if (files.length) await this.read(await files[0].text()).catch((error) => this.fail(error));
  }

  async read(text) {
    const found = await ask("pdn/read", { text });
    this.say(t(found.more ? "pdn.more" : "pdn.found", { number: found.games.length }));
    $("pdn-games").replaceChildren(...found.games.map((game, number) => this.entry(game, number)));
  }

  entry(game, number) {
    const item = element("li");
    const { White = "?", Black = "?", Event = "", Date = "" } = game.tags;
    const told = [
      `${number + 1}. ${White} – ${Black}`, game.result, t(`variant.${game.rules.variant}`), Event, Date,
    ].filter(Boolean).join(" · ");
    item.append(button(told, () => this.view(game)));
    if (game.problems.length) {
      const more = element("details");
      const list = element("ul");
      list.append(...game.problems.map((problem) => element("li", problem)));
      more.append(element("summary", t("pdn.problems", { number: game.problems.length })), list);
      item.append(more);
    }
    return item;
  }

  async view(game) {
    $("games-dialog").close();
    await this.page.seat(new ViewedGame(game, this.page.table.hooks(), (state) => this.page.seat(
      new LocalGame(state, this.page.table.hooks()),
    )));
  }
}

/** Hand a link to the share sheet of the device, or to the clipboard. */
export async function shared(url, say) {
  if (navigator.share) {
    await navigator.share({ url }).catch(() => {});
    return;
  }
  await navigator.clipboard.writeText(url);
  say(t("share.copied"));
}

/** A game from a file: every line of it can be walked, and played on from any move. */
export class ViewedGame extends LocalGame {
  constructor(told, hooks, playOn) {
    super(LocalGame.fresh({
      mode: "two", rules: told.rules, fen: told.fen, turnTime: 0, timeEnds: "lose",
      names: { white: told.tags.White || "?", black: told.tags.Black || "?" },
    }), hooks);
    this.told = told;
    this.playOn = playOn;
    this.node = told.end;
  }

  async begin() {
    await this.go_to(this.told.end);
  }

  get over() { return this.node === this.told.end && Boolean(this.told.outcome); }

  get outcome() { return this.told.outcome; }

  /** Also where the players ended it, others may play on. */
  get may_move() { return Boolean(this.position) && !this.position.outcome; }

  /** Its end is no news. */
  get silent() { return true; }

  get may_undo() { return false; }

  get may_resign() { return false; }

  get may_offer() { return false; }

  get score_key() { return "viewed"; }

  count() {}

  save() {}

  /** The numbers of the nodes from the first move to a node. */
  line(node) {
    const found = [];
    for (let at = node; at; at = this.told.nodes[at - 1].parent) found.unshift(at);
    return found;
  }

  children(node) {
    return this.told.nodes.map((each, index) => [each, index + 1])
      .filter(([each]) => each.parent === node).map(([, number]) => number);
  }

  async go_to(node) {
    this.node = node;
    this.state.moves = this.line(node).map((number) => this.told.nodes[number - 1].path);
    await this.ask_position();
    this.changed();
  }

  async step(by) {
    if (by < 0 && this.node) await this.go_to(this.told.nodes[this.node - 1].parent);
    if (by > 0 && this.children(this.node).length) await this.go_to(this.children(this.node)[0]);
  }

  /** A move on the board: along the file if it is there, else a game of its own begins here. */
  async play(walk) {
    const along = this.children(this.node)
      .find((number) => this.told.nodes[number - 1].path.join() === walk.path.join());
    if (along) {
      await this.go_to(along);
      return;
    }
    await this.playOn({ ...this.state, moves: [...this.state.moves, walk.path], end: null, undone: [] });
  }
}
