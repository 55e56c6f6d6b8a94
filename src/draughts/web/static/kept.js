// What stays in this browser: settings, the game in progress, the score. Clearing its data erases it.

// A board in another site's frame has a memory of its own.
export const embedded = location.pathname.endsWith("/embed");
const PREFIX = embedded ? "draughts.embed." : "draughts.";

export function kept(name, otherwise) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

export function keep(name, value) {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // A full or forbidden store: the page works on without a memory.
  }
}

/** The settings and their defaults. */
export const DEFAULTS = {
  language: "", // the browser's
  theme: "auto", // auto, light, dark
  pieces: "ink", // ink: black and red; rose: pink and light; classic; contrast
  squares: "wood", // wood, green, slate, paper
  rings: "dashed", // dashed red or pulsing yellow
  targets: true,
  numbers: true,
  plainNumbers: false,
  sound: false,
  motion: true,
  turnBoard: false,
  // The next game:
  opponent: "computer",
  level: "easy",
  side: "first",
  variant: "english",
  rules: {},
  alternate: true,
  alternateComputer: false,
  turnTime: 0,
  timeEnds: "lose",
  names: { first: "", second: "" },
  standIn: "medium", // who plays for a friend that is away
  away: 60, // seconds until then
};

export class Settings {
  constructor() {
    this.values = { ...DEFAULTS, ...kept("settings", {}) };
    this.listeners = [];
  }

  get(name) { return this.values[name]; }

  set(changes) {
    Object.assign(this.values, changes);
    keep("settings", this.values);
    for (const listener of this.listeners) listener(changes);
  }

  onChange(listener) { this.listeners.push(listener); }
}
