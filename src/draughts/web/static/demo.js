// A small board on which a rule is played out. Large, before a class, arrows are drawn on it.

import { BoardView } from "./board.js";
import { button, element } from "./elements.js";
import { t } from "./words.js";

const PAUSE = 900; // milliseconds between moves

export class Demo {
  /**
   * @param board   steps and caption, as the server tells them
   * @param variant the variant of the board
   */
  constructor({ steps, caption }, variant) {
    this.steps = steps;
    this.at = 0;
    this.playing = false;
    this.drawn = [];
    this.root = element("div", "", "demo");
    this.board = element("div");
    this.buttons = element("div", "", "buttons left");
    this.root.append(this.board, this.buttons);
    this.view = new BoardView(this.board, variant, { quiet: true });
    this.press("demo.play", () => this.play());
    this.press("demo.back", () => this.go_to(0));
    if (this.root.requestFullscreen) this.press("demo.large", () => this.enlarge());
    if (caption) this.root.append(element("p", caption, "small"));
    this.root.addEventListener("keydown", (event) => this.key(event));
    this.board.addEventListener("pointerdown", (event) => this.draw(event));
    this.show();
  }

  press(label, action) { this.buttons.append(button(t(label), action)); }

  show() {
    const step = this.steps[this.at];
    this.view.show({ pieces: step.pieces, arrows: [...(step.arrow ? [step.arrow] : []), ...this.drawn] });
  }

  go_to(step) {
    this.at = Math.max(0, Math.min(step, this.steps.length - 1));
    this.drawn = [];
    this.show();
  }

  async forward() {
    const { path, victims } = this.steps[this.at];
    if (path) await this.view.animate(path, victims);
    this.go_to(this.at + 1);
  }

  async play() {
    if (this.playing) return;
    if (!this.steps[this.at].path) this.go_to(0);
    this.playing = true;
    while (this.steps[this.at].path) {
      await this.forward();
      if (this.steps[this.at].path) await new Promise((resolve) => { setTimeout(resolve, PAUSE); });
    }
    this.playing = false;
  }

  get large() { return document.fullscreenElement === this.root; }

  async enlarge() {
    if (this.large) await document.exitFullscreen();
    else await this.root.requestFullscreen();
  }

  key(event) {
    if (this.playing) return;
    if (event.key === "ArrowRight") this.forward();
    else if (event.key === "ArrowLeft") this.go_to(this.at - 1);
    else return;
    event.preventDefault();
  }

  /** From square to square an arrow; on one square, all arrows go. */
  draw(event) {
    if (!this.large) return;
    const from = this.view.squareAt(event.clientX, event.clientY);
    const up = (released) => {
      const to = this.view.squareAt(released.clientX, released.clientY);
      if (from && to) this.drawn = from === to ? [] : [...this.drawn, [from, to]];
      this.show();
    };
    addEventListener("pointerup", up, { once: true });
  }
}
