// Two levels of the engine play a game of draughts over `draughts serve-json`.
//
//     node play.js [VARIANT] [LEVEL] [LEVEL]
//
// It needs Node.js and nothing from npm. DRAUGHTS names the command, if it is not on the path.

"use strict";

const { spawn } = require("node:child_process");
const readline = require("node:readline");

class Draughts {
  constructor(command = process.env.DRAUGHTS || "draughts") {
    this.child = spawn(command, ["serve-json"], { stdio: ["pipe", "pipe", "inherit"] });
    this.ended = new Promise((resolve) => this.child.on("close", resolve));
    this.waiting = new Map();
    this.last = 0;
    this.child.on("error", (error) => this.fail(error));
    this.child.on("close", (status) => this.fail(new Error(`draughts has ended (${status})`)));
    this.child.stdin.on("error", () => {}); // it has ended; `close` tells
    readline.createInterface({ input: this.child.stdout }).on("line", (line) => this.take(line));
  }

  // Ask for something; the promise gives its result, or fails with the code of the refusal.
  ask(op, fields = {}, onInfo = () => {}) {
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject, onInfo });
      this.child.stdin.write(JSON.stringify({ id, op, ...fields }) + "\n");
    });
  }

  take(line) {
    const { id, result, error, info } = JSON.parse(line);
    const asked = this.waiting.get(id);
    if (!asked) return;
    if (info) return asked.onInfo(info);
    this.waiting.delete(id);
    if (error) asked.reject(Object.assign(new Error(error.message), error));
    else asked.resolve(result);
  }

  fail(error) {
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }

  close() {
    this.child.stdin.end();
    return this.ended;
  }
}

async function main(variant = "english", ...levels) {
  const draughts = new Draughts();
  try {
    await draughts.ask("hello", { version: 1 });
    let state = await draughts.ask("new", {
      variant,
      tags: { White: levels[0] || "easy", Black: levels[1] || levels[0] || "easy" },
    });
    const { game } = state;
    while (!state.outcome) {
      const level = state.tags[state.turn === "white" ? "White" : "Black"];
      const { move } = await draughts.ask("think", { game, level, limit: { time: 0.5 } });
      console.log(`${state.turn} ${move.text}`);
      state = await draughts.ask("play", { game, path: move.path });
    }
    console.log(`${state.result} ${state.outcome.termination}`);
    console.log((await draughts.ask("write-pdn", { game })).pdn);
  } finally {
    await draughts.close();
  }
}

main(...process.argv.slice(2)).catch((error) => {
  console.error(`${error.code || "error"}: ${error.message}`);
  process.exitCode = 1;
});
