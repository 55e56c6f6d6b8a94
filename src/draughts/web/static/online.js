// A game with a friend, each on a screen of their own. The room is the server's; the seat is yours
// on this device.

import { ask } from "./api.js";
import { keep, kept } from "./kept.js";
import { button, element } from "./elements.js";
import { shared } from "./files.js";
import { other } from "./sides.js";
import { click } from "./sound.js";
import { rulesLine, t } from "./words.js";

const $ = (id) => document.getElementById(id);
const VERSION = 1;
const LOCAL = /^(localhost|127\.|\[::1\])/;

export class OnlineGame {
  constructor(room, settings, hooks, site) {
    Object.assign(this, { room, settings, hooks, site });
    this.seat = null;
    this.told = null;
    this.closed = false;
    this.pause = 500;
  }

  /** Open a room; its id. */
  static async make(settings, rules) {
    const made = await ask("rooms", {
      settings: {
        rules,
        turn_time: settings.get("turnTime") || null,
        turn_end: settings.get("timeEnds"),
        alternate: settings.get("alternate"),
        level: settings.get("standIn"),
        away_seconds: settings.get("away"),
      },
    });
    keep(`room.${made.room}`, { creator: made.creator });
    return made.room;
  }

  begin() {
    this.connect();
    return new Promise((resolve) => { this.arrived = resolve; });
  }

  close() {
    this.closed = true;
    this.socket?.close();
  }

  // --- the connection -------------------------------------------------------------------------------

  connect() {
    const address = new URL(`ws/${this.room}`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    address.hash = "";
    this.socket = new WebSocket(address);
    this.socket.addEventListener("open", () => {
      this.pause = 500;
      const { secret = null, creator = null } = kept(`room.${this.room}`, {});
      this.send({ type: "hello", version: VERSION, seat: secret, creator, name: this.settings.get("nick") || "" });
    });
    this.socket.addEventListener("message", (event) => this.hear(JSON.parse(event.data)));
    this.socket.addEventListener("close", (event) => this.lost(event));
  }

  lost(event) {
    if (this.closed) return;
    if (event.code === 4404) {
      this.hooks.refused(Object.assign(new Error(t("error.no-room")), { code: "no-room" }));
      this.arrived?.();
      return;
    }
    this.hooks.away(true);
    setTimeout(() => { if (!this.closed) this.connect(); }, this.pause);
    this.pause = Math.min(this.pause * 1.6, 8000);
  }

  send(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  hear(message) {
    if (this.closed) return;
    if (message.type === "you") {
      this.seat = message.seat;
      this.creator = message.creator;
      const before = kept(`room.${this.room}`, {});
      keep(`room.${this.room}`, { ...before, secret: message.secret });
      if (this.told) this.hooks.changed();
    } else if (message.type === "state") {
      this.hooks.away(false);
      this.follow(message).then(() => this.arrived?.());
    } else if (message.type === "error") {
      this.pending = null;
      this.hooks.refused(Object.assign(new Error(message.message), { code: message.code }));
      this.hooks.changed();
    }
  }

  /** Show a new state of the room; a move that was made elsewhere walks over the board. */
  async follow(state) {
    const before = this.told;
    this.told = state;
    this.heard = Date.now();
    this.sit_down(state);
    const { position } = state;
    const isNext = before && before.game === state.game && position.ply === before.position.ply + 1;
    const mine = this.pending?.join() === position.last?.path.join();
    if (isNext && !mine) {
      await this.hooks.moved(position.last.path, position.last.captured, 0);
      if (document.hidden && this.settings.get("sound")) click(1);
    }
    this.pending = null;
    if (!this.closed) {
      this.show_room();
      this.hooks.changed();
    }
  }

  /** Whoever opens the link takes a seat if one is free before the game. */
  sit_down({ seats, started }) {
    if (this.asked_to_sit || this.seat || started || (seats.black && seats.white)) return;
    this.asked_to_sit = true;
    this.send({ type: "sit" });
  }

  // --- how things stand -----------------------------------------------------------------------------

  get online() { return true; }

  get position() { return this.told?.position || null; }

  get spec() {
    const { rules, start, paths } = this.position;
    return { rules, fen: start, moves: paths };
  }

  get turn() { return this.position.turn; }

  get outcome() { return this.position?.outcome; }

  get over() { return Boolean(this.outcome); }

  get yours() { return this.seat; }

  get thinking() { return null; }

  get may_move() {
    return Boolean(this.position) && !this.over && !this.pending && this.told.started && this.seat === this.turn;
  }

  get may_undo() { return Boolean(this.seat) && this.position?.ply > 0 && !this.over; }

  get may_redo() { return false; }

  get may_resign() { return Boolean(this.seat) && !this.over; }

  get may_offer() { return Boolean(this.seat) && !this.over && this.position?.ply > 0; }

  get may_claim() { return this.may_move && this.position.can_claim; }

  get turn_time() { return this.told?.settings.turn_time || 0; }

  get seconds_left() {
    const clock = this.told?.clock;
    if (!clock || this.over) return null;
    return Math.max(0, clock.seconds - (clock.running ? (Date.now() - this.heard) / 1000 : 0));
  }

  get score_key() { return ""; }

  player(side) {
    const seat = this.told.seats[side];
    if (!seat) return [t("room.free"), ""];
    const name = side === this.seat ? `${seat.name || t("you")}` : seat.name || t("player", { number: 2 });
    if (seat.computer) return [name, t("room.stands_in")];
    return [name, seat.present ? "" : t("room.away")];
  }

  scoreText() {
    const { black, white } = this.told.seats;
    if (!black || !white) return "";
    return t("score.online", {
      one: this.player("black")[0], points: black.score, others: white.score, two: this.player("white")[0],
    });
  }

  status() {
    const { black, white } = this.told.seats;
    if (!black || !white) return t("room.waiting");
    return "";
  }

  // --- playing --------------------------------------------------------------------------------------

  async play(walk, from = 0) {
    this.pending = walk.path;
    this.send({ type: "move", game: this.told.game, ply: this.position.ply, path: walk.path });
    await this.hooks.moved(walk.path, walk.victims, from);
  }

  undo() { this.request("undo"); }

  offer_draw() { this.request("draw"); }

  claim() { this.send({ type: "claim" }); }

  resign() { this.send({ type: "resign" }); }

  rematch() { this.request("rematch"); }

  request(type) {
    this.send({ type });
    $("said").textContent = t("room.asked");
  }

  // --- the room ---------------------------------------------------------------------------------------

  show_room() {
    const room = $("room");
    room.hidden = false;
    room.replaceChildren();
    const press = (key, action, className = "") => room.append(button(t(key), action, className), " ");
    const say = (text) => room.append(element("p", text));
    const { seats, spectators } = this.told;
    const free = !seats.black || !seats.white;
    if (free) {
      say(t("room.link"));
      if (LOCAL.test(location.host) && !this.site.public_url) say(t("room.local"));
      press(navigator.share ? "room.share" : "room.copy", () => shared(this.link, (text) => say(text)), "strong");
    }
    if (!this.seat) {
      say(t("room.watching"));
      if (free) press("room.sit", () => this.send({ type: "sit" }), "strong");
    } else if (this.over || !this.told.started) {
      press("room.leave", () => this.send({ type: "leave" }));
    }
    if (spectators) say(t("room.spectators", { number: spectators }));
    const { next } = this.told;
    if (next) say(`${t("room.next")} ${rulesLine(next.rules, next.turn_time)}`);
    if (this.creator) press("room.settings", () => this.hooks.choose());
    this.show_asked();
  }

  /** The settings of the next game, which whoever made the room may change. */
  get next_settings() { return this.told.next || this.told.settings; }

  change_settings(settings) { this.send({ type: "settings", settings }); }

  get link() {
    const base = this.site.public_url || `${location.origin}${location.pathname}`;
    return `${base}#room=${this.room}`;
  }

  show_asked() {
    const box = $("asked");
    const { asks, seats } = this.told;
    const theirs = this.seat && seats[other(this.seat)];
    const wanted = theirs?.rematch && !seats[this.seat].rematch && this.told.started;
    const open = ["undo", "draw"].find((what) => asks[what] && asks[what] !== this.seat)
      || (wanted ? "rematch" : null);
    box.hidden = !open || !this.seat;
    if (box.hidden) return;
    box.replaceChildren();
    box.append(element("p", t(`room.ask.${open}`, { name: this.player(other(this.seat))[0] })));
    for (const yes of [true, false]) {
      box.append(button(t(yes ? "yes" : "no"), () => {
        if (open === "rematch") {
          if (yes) this.send({ type: "rematch" });
          box.hidden = true;
        } else this.send({ type: "answer", to: open, yes });
      }));
    }
  }
}
