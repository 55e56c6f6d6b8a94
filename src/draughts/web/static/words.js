// The words of the page, in the language of the reader.

import { get } from "./api.js";

export const LANGUAGES = { en: "English", ms: "Bahasa Melayu", id: "Bahasa Indonesia" };

let messages = {};
let now = "en";

export const language = () => now;

/** The language that the browser asks for, if the page has it. */
export function preferred() {
  const wanted = (navigator.languages || [navigator.language]).map((tag) => tag.slice(0, 2));
  return wanted.find((tag) => tag in LANGUAGES) || "en";
}

export async function load(tag) {
  now = tag in LANGUAGES ? tag : "en";
  messages = await get(`messages/${now}`);
  document.documentElement.lang = now;
}

/** A message with its blanks filled in. */
export function t(key, blanks = {}) {
  const text = messages[key];
  if (text === undefined) {
    console.error(`no message ${key} in ${now}`);
    return key;
  }
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in blanks ? blanks[name] : whole));
}

/** The rules in force in a line. */
export function rulesLine(rules, turnTime = 0) {
  const told = [t(`variant.${rules.variant}`)];
  if (!rules.must_capture) told.push(t("rules.optional"));
  if (rules.quiet_plies) told.push(t("rules.quiet", { moves: rules.quiet_plies / 2, plies: rules.quiet_plies }));
  if (rules.max_plies) told.push(t("rules.max", { plies: rules.max_plies }));
  if (rules.repetition) told.push(t("rules.repetition", { count: rules.repetition }));
  if (turnTime) told.push(t("rules.turn", { seconds: turnTime }));
  return told.join(" · ");
}

export const has = (key) => key in messages;

/** Put the messages into the elements that name them: data-t, data-t-label, data-t-hint. */
export function fill(root = document) {
  for (const element of root.querySelectorAll("[data-t]")) element.textContent = t(element.dataset.t);
  for (const element of root.querySelectorAll("[data-t-label]")) {
    element.setAttribute("aria-label", t(element.dataset.tLabel));
    if (element.tagName === "BUTTON") element.title = t(element.dataset.tLabel);
  }
  for (const element of root.querySelectorAll("[data-t-hint]")) {
    element.setAttribute("placeholder", t(element.dataset.tHint));
  }
}
