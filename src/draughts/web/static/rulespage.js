// The rules in force, tips, questions and words, as the server puts them together for a variant.

import { ask } from "./api.js";
import { BoardView } from "./board.js";
import { fillVariants } from "./newgame.js";
import { language, t } from "./words.js";

const $ = (id) => document.getElementById(id);
const PAUSE = 900; // milliseconds between the moves of a demonstration

function element(name, text = "", className = "") {
  const made = document.createElement(name);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

export class RulesPage {
  constructor(variants, start) {
    this.variants = variants;
    this.start = start;
    $("rules-variant").addEventListener("change", () => {
      const { house } = this.variants.get($("rules-variant").value).presets;
      this.show(house, 0);
    });
  }

  async open(rules, turnTime) {
    fillVariants($("rules-variant"), this.variants);
    $("rules-variant").value = rules.variant;
    $("rules-dialog").showModal();
    await this.show(rules, turnTime);
  }

  async show(rules, turnTime) {
    const told = await ask("words", { rules, language: language(), turn_time: turnTime });
    const page = $("rules-text");
    page.replaceChildren(element("p", told.blurb));
    page.append(element("p", told.source, "small"));
    const start = element("button", t("rules.start"), "strong");
    start.type = "button";
    start.addEventListener("click", () => {
      $("rules-dialog").close();
      this.start(rules);
    });
    page.append(start, element("h3", t("rules")));
    for (const rule of told.rules) {
      const part = element("section");
      const line = element("p");
      if (rule.title) line.append(element("strong", `${rule.title}. `));
      line.append(rule.text);
      part.append(line);
      if (rule.board) part.append(this.demo(rule.board, rules.variant));
      page.append(part);
    }
    this.list(t("rules.play"), told.play);
    this.list(t("rules.tips"), told.tips);
    this.pairs(t("rules.questions"), told.questions.map(({ q, a }) => [q, a]));
    this.pairs(t("rules.glossary"), told.glossary.map(({ term, meaning }) => [term, meaning]));
  }

  list(title, items) {
    const list = element("ul");
    list.append(...items.map((text) => element("li", text)));
    $("rules-text").append(element("h3", title), list);
  }

  pairs(title, items) {
    const list = element("dl");
    for (const [term, text] of items) list.append(element("dt", term), element("dd", text));
    $("rules-text").append(element("h3", title), list);
  }

  /** A small board on which a rule is played out; large, with arrows, before a class. */
  demo({ steps, caption }, name) {
    const holder = element("div", "", "demo");
    const board = element("div");
    holder.append(board);
    const view = new BoardView(board, this.variants.get(name), { quiet: true });
    let at = 0;
    let playing = null;
    const show = () => {
      const step = steps[at];
      view.show({ pieces: step.pieces, arrows: step.arrow ? [step.arrow] : [] });
    };
    const buttons = element("div", "", "buttons left");
    const press = (label, action) => {
      const button = element("button", t(label));
      button.type = "button";
      button.addEventListener("click", action);
      buttons.append(button);
      return button;
    };
    const forward = async () => {
      const { path, victims } = steps[at];
      if (!path) return false;
      await view.animate(path, victims);
      at += 1;
      show();
      return Boolean(steps[at].path);
    };
    press("demo.play", async () => {
      if (playing) return;
      if (!steps[at].path) at = 0;
      show();
      playing = true;
      while (await forward()) await new Promise((resolve) => { setTimeout(resolve, PAUSE); });
      playing = null;
    });
    press("demo.back", () => {
      at = 0;
      show();
    });
    if (holder.requestFullscreen) press("demo.large", () => holder.requestFullscreen());
    holder.append(buttons);
    if (caption) holder.append(element("p", caption, "small"));
    show();
    return holder;
  }
}
