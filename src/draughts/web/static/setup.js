// Setting up a position square by square, or from a FEN.

import { ask } from "./api.js";
import { BoardView } from "./board.js";
import { element } from "./elements.js";
import { isKing, sideOf } from "./sides.js";
import { disc, sideName } from "./table.js";
import { has, t } from "./words.js";

const $ = (id) => document.getElementById(id);
const PIECES = ["w", "W", "b", "B", ""];

export class Setup {
  constructor(page) {
    this.page = page;
    $("setup-clear").addEventListener("click", () => this.put({}));
    $("setup-start").addEventListener("click", () => this.put(this.variant.pieces));
    $("setup-turn").addEventListener("change", () => this.check());
    $("setup-fen").addEventListener("change", () => this.read());
    $("setup-play").addEventListener("click", () => this.play());
  }

  open() {
    const { position } = this.page.table;
    this.rules = position.rules;
    this.variant = this.page.variants.get(this.rules.variant);
    this.pieces = { ...position.pieces };
    const { settings } = this.page;
    $("setup-turn").replaceChildren(...["white", "black"].map((side) => new Option(sideName(settings, side), side)));
    $("setup-turn").value = position.turn;
    this.choices();
    $("games-dialog").close();
    this.view = new BoardView($("setup-board"), this.variant, {
      onTap: (square) => this.tap(square), label: (square) => this.label(square),
    });
    this.put(this.pieces);
    $("setup-dialog").showModal();
  }

  choices() {
    const legend = $("setup-piece").querySelector("legend");
    $("setup-piece").replaceChildren(legend, ...PIECES.map((letter, index) => {
      const label = element("label");
      const input = element("input");
      Object.assign(input, { type: "radio", name: "piece", value: letter, checked: index === 0 });
      label.append(input, ...(letter ? [disc(sideOf(letter))] : []), element("span", this.word(letter)));
      label.querySelector("svg")?.setAttribute("width", "28");
      return label;
    }));
  }

  word(letter) {
    if (!letter) return t("square.empty");
    const side = sideName(this.page.settings, sideOf(letter));
    return t(isKing(letter) ? "square.king" : "square.man", { side });
  }

  label(square) { return `${this.variant.names[square - 1]}, ${this.word(this.pieces[square] || "")}`; }

  tap(square) {
    const letter = $("setup-piece").querySelector(":checked").value;
    const pieces = { ...this.pieces };
    if (!letter || pieces[square] === letter) delete pieces[square];
    else pieces[square] = letter;
    this.put(pieces);
  }

  put(pieces) {
    this.pieces = { ...pieces };
    this.view.show({ pieces: this.pieces });
    this.check();
  }

  async check() {
    await this.ask({ rules: this.rules, pieces: this.pieces, turn: $("setup-turn").value });
  }

  async read() {
    const answer = await this.ask({ rules: this.rules, fen: $("setup-fen").value });
    if (!answer) return;
    this.pieces = answer.pieces;
    $("setup-turn").value = answer.turn;
    this.view.show({ pieces: this.pieces });
  }

  async ask(question) {
    try {
      const answer = await ask("setup", question);
      this.fen = answer.fen;
      $("setup-fen").value = answer.fen;
      const wrong = answer.problems.map((name) => t(`setup.${name}`));
      if (answer.over && !wrong.length) wrong.push(t("setup.over"));
      $("setup-problems").textContent = wrong.join(" ");
      $("setup-play").disabled = wrong.length > 0;
      return answer;
    } catch (error) {
      $("setup-problems").textContent = has(`error.${error.code}`) && error.code !== "bad-fen"
        ? t(`error.${error.code}`) : error.message;
      $("setup-play").disabled = true;
      return null;
    }
  }

  async play() {
    $("setup-dialog").close();
    const mode = this.page.settings.get("opponent");
    await this.page.begin({
      mode: mode === "online" ? "two" : mode, rules: this.rules, fen: this.fen,
      begins: $("setup-turn").value,
    });
  }
}
