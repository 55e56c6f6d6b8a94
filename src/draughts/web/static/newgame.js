// The dialog for a new game: who plays, at what level, by which rules. Whoever made a room chooses
// there what holds in it from the next game on.

import { t } from "./words.js";

const QUIET = [0, 30, 40, 50, 80];
const KEPT = ["opponent", "level", "side", "variant"];

export class NewGame {
  constructor(settings, variants, start) {
    this.settings = settings;
    this.variants = variants;
    this.start = start;
    this.room = null;
    this.dialog = document.getElementById("new-dialog");
    this.form = document.getElementById("new-form");
    this.form.addEventListener("change", (event) => this.change(event));
    this.form.addEventListener("submit", () => this.submit());
    this.form.querySelector(".cancel").addEventListener("click", () => this.dialog.close());
  }

  /** @param room the online game whose settings are changed; without one a new game is made */
  open(room = null) {
    this.room = room;
    const { elements } = this.form;
    fillVariants(elements.variant, this.variants);
    elements.quiet_plies.replaceChildren(...QUIET.map(quietOption));
    if (room) this.fill_from_room(room.next_settings);
    else this.fill_from_settings();
    document.getElementById("new-title").textContent = t(room ? "room.settings" : "new");
    elements.start.textContent = t(room ? "room.change" : "start");
    this.show_parts();
    this.dialog.showModal();
  }

  fill_from_settings() {
    const { form: { elements }, settings } = this;
    for (const name of KEPT) elements[name].value = settings.get(name);
    elements.name1.value = settings.get("names").first;
    elements.name2.value = settings.get("names").second;
    elements.nick.value = settings.get("nick") || "";
    elements.turn_time.value = settings.get("turnTime");
    elements.time_ends.value = settings.get("timeEnds");
    elements.stand_in.value = settings.get("standIn");
    elements.away.value = settings.get("away");
    elements.preset.value = settings.get("preset") || "house";
    this.show_rules(this.rules_of(elements.preset.value, settings.get("rules")));
    elements.alternate.checked = settings.get(this.alternate);
  }

  fill_from_room({ rules, turn_time: turnTime, turn_end: timeEnds, alternate, level, away_seconds: away }) {
    const { elements } = this.form;
    elements.opponent.value = "online";
    elements.variant.value = rules.variant;
    elements.turn_time.value = turnTime || 0;
    elements.time_ends.value = timeEnds;
    elements.stand_in.value = level;
    offer(elements.away, new Option(`${away} s`, away));
    elements.preset.value = "own";
    this.show_rules(rules);
    elements.alternate.checked = alternate;
  }

  /** Which setting says whether the players swap colours. */
  get alternate() {
    return this.form.elements.opponent.value === "computer" ? "alternateComputer" : "alternate";
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
    offer(elements.quiet_plies, quietOption(rules.quiet_plies));
    elements.quiet_resets.value = rules.quiet_resets.join(",");
    this.draws = rules.draws;
  }

  show_parts() {
    const { elements } = this.form;
    for (const part of this.form.querySelectorAll("[data-for]")) {
      part.hidden = part.dataset.for !== elements.opponent.value;
    }
    for (const part of this.form.querySelectorAll("[data-new]")) {
      part.hidden = Boolean(this.room) || (part.dataset.for !== undefined && part.hidden);
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
      elements.alternate.checked = this.settings.get(this.alternate);
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
    if (this.room) {
      this.room.change_settings({
        rules,
        turn_time: Number(elements.turn_time.value) || null,
        turn_end: elements.time_ends.value,
        alternate: elements.alternate.checked,
        level: elements.stand_in.value,
        away_seconds: Number(elements.away.value),
      });
      return;
    }
    this.settings.set({
      ...Object.fromEntries(KEPT.map((name) => [name, elements[name].value])),
      preset: elements.preset.value,
      rules,
      names: { first: elements.name1.value.trim(), second: elements.name2.value.trim() },
      nick: elements.nick.value.trim(),
      turnTime: Number(elements.turn_time.value),
      timeEnds: elements.time_ends.value,
      standIn: elements.stand_in.value,
      away: Number(elements.away.value),
      [this.alternate]: elements.alternate.checked,
    });
    this.start();
  }
}

function quietOption(plies) {
  return new Option(plies ? t("quiet.plies", { plies, moves: plies / 2 }) : t("none"), plies);
}

/** Choose an option, also one that the page would not offer. */
function offer(select, option) {
  if (![...select.options].some(({ value }) => value === option.value)) select.add(option);
  select.value = option.value;
}

export function fillVariants(select, variants) {
  const before = select.value;
  select.replaceChildren(...[...variants.keys()].map((name) => new Option(t(`variant.${name}`), name)));
  if (before) select.value = before;
}
