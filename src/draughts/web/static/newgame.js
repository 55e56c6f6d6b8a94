// The dialog for a new game: who plays, at what level, by which rules.

import { t } from "./words.js";

const QUIET = [0, 30, 40, 50, 80];

export class NewGame {
  constructor(settings, variants, start) {
    this.settings = settings;
    this.variants = variants;
    this.start = start;
    this.dialog = document.getElementById("new-dialog");
    this.form = document.getElementById("new-form");
    this.form.addEventListener("change", (event) => this.change(event));
    this.form.addEventListener("submit", () => this.submit());
    this.form.querySelector(".cancel").addEventListener("click", () => this.dialog.close());
  }

  open() {
    const { form, settings } = this;
    const { elements } = form;
    fillVariants(elements.variant, this.variants);
    elements.quiet_plies.replaceChildren(...QUIET.map((plies) => {
      const text = plies ? t("quiet.plies", { plies, moves: plies / 2 }) : t("none");
      return new Option(text, plies);
    }));
    for (const name of ["opponent", "level", "side", "variant"]) elements[name].value = settings.get(name);
    elements.name1.value = settings.get("names").first;
    elements.name2.value = settings.get("names").second;
    elements.nick.value = settings.get("nick") || "";
    elements.turn_time.value = settings.get("turnTime");
    elements.time_ends.value = settings.get("timeEnds");
    elements.preset.value = settings.get("preset") || "house";
    this.show_rules(this.rules_of(elements.preset.value, settings.get("rules")));
    this.show_parts();
    this.dialog.showModal();
  }

  /** All rules that a preset means for the variant, with what was chosen instead. */
  rules_of(preset, chosen = {}) {
    const variant = this.variants.get(this.form.elements.variant.value);
    const base = variant.presets[preset] || variant.presets.house;
    return preset === "own" ? { ...base, ...chosen } : base;
  }

  show_rules(rules) {
    const { elements } = this.form;
    elements.must_capture.checked = rules.must_capture;
    const limits = [...elements.max_plies.options].map((option) => option.value);
    elements.max_plies.value = limits.includes(String(rules.max_plies)) ? rules.max_plies : "own";
    elements.max_plies_own.value = rules.max_plies || 300;
    if (!QUIET.includes(rules.quiet_plies)) {
      const { quiet_plies: plies } = rules;
      elements.quiet_plies.add(new Option(t("quiet.plies", { plies, moves: plies / 2 }), plies));
    }
    elements.quiet_plies.value = rules.quiet_plies;
    elements.quiet_resets.value = rules.quiet_resets.join(",");
    const name = elements.opponent.value === "computer" ? "alternateComputer" : "alternate";
    elements.alternate.checked = this.settings.get(name);
    this.draws = rules.draws;
  }

  show_parts() {
    const { elements } = this.form;
    for (const part of this.form.querySelectorAll("[data-for]")) {
      part.hidden = part.dataset.for !== elements.opponent.value;
    }
    elements.max_plies_own.hidden = elements.max_plies.value !== "own";
    document.getElementById("variant-blurb").textContent = t(`variant.${elements.variant.value}.blurb`);
  }

  change(event) {
    const { elements } = this.form;
    const { name } = event.target;
    if (name === "variant" || name === "preset") {
      if (name === "variant" && elements.preset.value === "own") elements.preset.value = "house";
      this.show_rules(this.rules_of(elements.preset.value, this.settings.get("rules")));
    } else if (["must_capture", "max_plies", "max_plies_own", "quiet_plies", "quiet_resets"].includes(name)) {
      elements.preset.value = "own";
    } else if (name === "opponent") {
      this.show_rules(this.chosen());
    }
    this.show_parts();
  }

  chosen() {
    const { elements } = this.form;
    const plies = elements.max_plies.value === "own" ? elements.max_plies_own.value : elements.max_plies.value;
    return {
      variant: elements.variant.value,
      draws: this.draws,
      must_capture: elements.must_capture.checked,
      max_plies: Number(plies),
      quiet_plies: Number(elements.quiet_plies.value),
      quiet_resets: elements.quiet_resets.value.split(","),
    };
  }

  submit() {
    const { elements } = this.form;
    const rules = this.chosen();
    const alternate = elements.opponent.value === "computer" ? "alternateComputer" : "alternate";
    this.settings.set({
      opponent: elements.opponent.value,
      level: elements.level.value,
      side: elements.side.value,
      variant: rules.variant,
      preset: elements.preset.value,
      rules,
      names: { first: elements.name1.value.trim(), second: elements.name2.value.trim() },
      nick: elements.nick.value.trim(),
      turnTime: Number(elements.turn_time.value),
      timeEnds: elements.time_ends.value,
      [alternate]: elements.alternate.checked,
    });
    this.start();
  }
}

export function fillVariants(select, variants) {
  const before = select.value;
  select.replaceChildren(...[...variants.keys()].map((name) => new Option(t(`variant.${name}`), name)));
  if (before) select.value = before;
}
