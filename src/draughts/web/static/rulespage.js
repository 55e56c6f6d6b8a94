// The rules in force, tips, questions and words, as the server puts them together for a variant.

import { ask } from "./api.js";
import { Demo } from "./demo.js";
import { button, element } from "./elements.js";
import { fillVariants } from "./newgame.js";
import { language, t } from "./words.js";

const $ = (id) => document.getElementById(id);

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
    const start = button(t("rules.start"), () => {
      $("rules-dialog").close();
      this.start(rules);
    }, "strong");
    page.append(start, element("h3", t("rules")));
    for (const rule of told.rules) {
      const part = element("section");
      const line = element("p");
      if (rule.title) line.append(element("strong", `${rule.title}. `));
      line.append(rule.text);
      part.append(line);
      if (rule.board) part.append(new Demo(rule.board, this.variants.get(rules.variant)).root);
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
}
