// The board: a picture in SVG, and over it a grid of buttons for fingers, keys and screen readers.

import { isKing, sideOf } from "./sides.js";

const SVG = "http://www.w3.org/2000/svg";
const UNIT = 100;
const CROWN = "M-24 12 L-28 -14 L-12 -2 L0 -22 L12 -2 L28 -14 L24 12 Z M-24 16 H24 V22 H-24 Z";
const DRAG_FROM = 6; // pixels
const HOP = 170; // milliseconds

const calm = () => document.documentElement.dataset.motion === "off"
  || matchMedia("(prefers-reduced-motion: reduce)").matches;

function draw(parent, name, attributes = {}) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  parent.append(element);
  return element;
}

export class BoardView {
  /**
   * @param root    an empty element
   * @param variant size, places and names of the squares, as the server tells them
   * @param options bottom: the side nearest to the reader; onTap, onDrag, onDrop; label(square)
   */
  constructor(root, variant, { bottom = "white", onTap, onLift, onDrop, label, quiet = false } = {}) {
    Object.assign(this, { root, variant, bottom, onTap, onLift, onDrop, label, quiet });
    this.pieces = new Map();
    this.build();
  }

  // --- geometry ---------------------------------------------------------------------------------

  place(square) {
    const [row, column] = this.variant.places[square - 1];
    const last = this.variant.size - 1;
    return this.bottom === this.variant.bottom ? [row, column] : [last - row, last - column];
  }

  centre(square) {
    const [row, column] = this.place(square);
    return [(column + 0.5) * UNIT, (row + 0.5) * UNIT];
  }

  squareAt(x, y) {
    const box = this.root.getBoundingClientRect();
    const column = Math.floor(((x - box.left) / box.width) * this.variant.size);
    const row = Math.floor(((y - box.top) / box.height) * this.variant.size);
    for (let square = 1; square <= this.variant.places.length; square += 1) {
      const [r, c] = this.place(square);
      if (r === row && c === column) return square;
    }
    return null;
  }

  // --- building ---------------------------------------------------------------------------------

  build() {
    const { size, places } = this.variant;
    const side = size * UNIT;
    this.root.replaceChildren();
    this.root.classList.add("board");
    this.svg = draw(this.root, "svg", { viewBox: `0 0 ${side} ${side}`, "aria-hidden": "true" });
    draw(this.svg, "rect", { width: side, height: side, class: "light" });
    const layer = (name) => draw(this.svg, "g", { class: name });
    const dark = layer("dark");
    this.glow = layer("glow");
    this.numbers = layer("numbers");
    this.under = layer("under");
    this.men = layer("men");
    this.over = layer("over");
    for (let square = 1; square <= places.length; square += 1) {
      const [x, y] = this.centre(square);
      draw(dark, "rect", { x: x - UNIT / 2, y: y - UNIT / 2, width: UNIT, height: UNIT });
    }
    this.drawNumbers();
    if (!this.quiet) this.buildButtons();
    this.pieces.clear();
  }

  drawNumbers() {
    this.numbers.replaceChildren();
    const { size, places, names, algebraic } = this.variant;
    const write = (x, y, text) => {
      draw(this.numbers, "text", { x, y, class: "number" }).textContent = text;
    };
    if (algebraic && !this.plainNumbers) {
      for (let square = 1; square <= places.length; square += 1) {
        const [row, column] = this.place(square);
        const name = names[square - 1];
        if (column === 0 || (column === 1 && row % 2 !== this.place(1)[0] % 2)) {
          write(column * UNIT + 5, row * UNIT + 20, name.slice(1));
        }
        if (row === size - 1) write((column + 1) * UNIT - 15, size * UNIT - 6, name[0]);
      }
      return;
    }
    for (let square = 1; square <= places.length; square += 1) {
      const [row, column] = this.place(square);
      write(column * UNIT + 5, row * UNIT + 20, this.plainNumbers ? square : names[square - 1]);
    }
  }

  buildButtons() {
    const { size, places } = this.variant;
    this.grid = document.createElement("div");
    this.grid.className = "grid";
    this.grid.setAttribute("role", "grid");
    this.grid.dataset.size = size;
    this.buttons = new Map();
    const squares = new Map();
    for (let square = 1; square <= places.length; square += 1) {
      squares.set(this.place(square).join(), square);
    }
    for (let row = 0; row < size; row += 1) {
      const line = document.createElement("div");
      line.setAttribute("role", "row");
      for (let column = 0; column < size; column += 1) {
        const cell = document.createElement("div");
        cell.setAttribute("role", "gridcell");
        const square = squares.get([row, column].join());
        if (square) cell.append(this.buildButton(square));
        line.append(cell);
      }
      this.grid.append(line);
    }
    this.root.append(this.grid);
    this.focusOn([...this.buttons.keys()][0], false);
    this.grid.addEventListener("keydown", (event) => this.key(event));
    this.grid.addEventListener("pointerdown", (event) => this.press(event));
    this.grid.addEventListener("click", (event) => this.click(event));
  }

  buildButton(square) {
    const button = document.createElement("button");
    button.type = "button";
    button.tabIndex = -1;
    button.dataset.square = square;
    this.buttons.set(square, button);
    return button;
  }

  turn(bottom) {
    if (bottom === this.bottom) return;
    this.bottom = bottom;
    const shown = this.shown;
    this.build();
    if (shown) this.show(shown);
  }

  // --- keys, fingers, mouse ---------------------------------------------------------------------

  focusOn(square, move = true) {
    for (const [number, button] of this.buttons) button.tabIndex = number === square ? 0 : -1;
    if (move) this.buttons.get(square).focus();
  }

  key(event) {
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (!step || !event.target.dataset.square) return;
    event.preventDefault();
    const [row, column] = this.place(Number(event.target.dataset.square));
    const [down, right] = step;
    // Along a row the next playing square is two away; up and down it is beside that.
    const wanted = right ? [[row, column + 2 * right]] : [
      [row + down, column - 1], [row + down, column + 1],
    ];
    for (const place of column % 2 ? wanted : wanted.reverse()) {
      for (const square of this.buttons.keys()) {
        if (this.place(square).join() === place.join()) {
          this.focusOn(square);
          return;
        }
      }
    }
  }

  click(event) {
    const square = Number(event.target.dataset.square);
    if (!square || this.dragged) {
      this.dragged = false;
      return;
    }
    this.focusOn(square, false);
    this.onTap?.(square);
  }

  press(event) {
    const square = Number(event.target.dataset.square);
    if (!square || event.button > 0) return;
    this.dragged = false;
    const start = [event.clientX, event.clientY];
    let lifted = null;
    const move = (moved) => {
      if (moved.pointerId !== event.pointerId) return;
      const far = Math.hypot(moved.clientX - start[0], moved.clientY - start[1]);
      if (!lifted && far < DRAG_FROM) return;
      if (!lifted) {
        this.dragged = true;
        if (!this.onLift?.(square)) {
          end();
          return;
        }
        lifted = this.pieces.get(this.carried ?? square);
        lifted?.classList.add("dragged");
        if (lifted) this.men.append(lifted);
      }
      const box = this.root.getBoundingClientRect();
      const scale = (this.variant.size * UNIT) / box.width;
      const [x, y] = [(moved.clientX - box.left) * scale, (moved.clientY - box.top) * scale];
      lifted?.setAttribute("transform", `translate(${x} ${y})`);
    };
    const end = () => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", stop);
    };
    const stop = (stopped) => {
      if (stopped.pointerId !== event.pointerId) return;
      end();
      lifted?.classList.remove("dragged");
      if (lifted) this.show(this.shown);
    };
    const up = (released) => {
      if (released.pointerId !== event.pointerId) return;
      end();
      setTimeout(() => { this.dragged = false; });
      if (!lifted) return;
      lifted.classList.remove("dragged");
      const target = this.squareAt(released.clientX, released.clientY);
      this.onDrop?.(square, target);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", stop);
  }

  // --- showing ----------------------------------------------------------------------------------

  /**
   * Show pieces and marks.
   * shown: {pieces, last, ringed, selected, targets, landings, victims, jumped, hint, carried: [from, at]}
   */
  show(shown) {
    this.shown = shown;
    const pieces = new Map(Object.entries(shown.pieces).map(([key, value]) => [Number(key), value]));
    this.carried = null;
    if (shown.carried) {
      const [from, at] = shown.carried;
      const letter = pieces.get(from);
      pieces.delete(from);
      pieces.set(at, letter);
      this.carried = at;
    }
    this.place_pieces(pieces, new Set(shown.jumped || []));
    this.mark(shown);
    if (!this.quiet) this.labelButtons();
  }

  place_pieces(pieces, jumped) {
    for (const [square, element] of this.pieces) {
      if (pieces.get(square) !== element.dataset.letter) {
        element.remove();
        this.pieces.delete(square);
      }
    }
    for (const [square, letter] of pieces) {
      const element = this.pieces.get(square) || this.drawPiece(this.men, letter);
      this.pieces.set(square, element);
      element.setAttribute("transform", `translate(${this.centre(square).join(" ")})`);
      element.classList.toggle("jumped", jumped.has(square));
    }
  }

  drawPiece(parent, letter) {
    const side = sideOf(letter);
    const king = isKing(letter);
    const group = draw(parent, "g", { class: `piece ${side}${king ? " king" : ""}` });
    group.dataset.letter = letter;
    draw(group, "circle", { r: 40, cy: 4, class: "shade" });
    draw(group, "circle", { r: 40, class: "disc" });
    if (side === "black") {
      draw(group, "circle", { r: 32, class: "ring" });
      if (!king) draw(group, "circle", { r: 21, class: "ring" });
    } else {
      draw(group, "circle", { r: 32, class: "ring notched", "stroke-dasharray": "6 6.57" });
    }
    if (king) draw(group, "path", { d: CROWN, class: "crown" });
    return group;
  }

  mark({ last, ringed, selected, targets, landings, victims, hint, arrows }) {
    this.glow.replaceChildren();
    this.under.replaceChildren();
    this.over.replaceChildren();
    const squareMark = (square, name) => {
      const [x, y] = this.centre(square);
      draw(this.glow, "rect", { x: x - 50, y: y - 50, width: UNIT, height: UNIT, class: name });
    };
    const circle = (layer, square, r, name) => {
      const [cx, cy] = this.centre(square);
      draw(layer, "circle", { cx, cy, r, class: name });
    };
    for (const square of last || []) squareMark(square, "last");
    if (selected) squareMark(selected, "selected");
    for (const square of ringed || []) circle(this.over, square, 45, "must");
    for (const square of targets || []) circle(this.over, square, 15, "target");
    for (const square of landings || []) circle(this.over, square, 36, "landing");
    for (const square of victims || []) {
      const [x, y] = this.centre(square);
      draw(this.over, "path", {
        d: `M${x - 22} ${y - 22} L${x + 22} ${y + 22} M${x + 22} ${y - 22} L${x - 22} ${y + 22}`,
        class: "victim",
      });
    }
    if (hint) this.arrow(hint, "hint");
    for (const path of arrows || []) this.arrow(path, "drawn");
  }

  arrow(path, name) {
    const points = path.map((square) => this.centre(square));
    const [[x0, y0], [x1, y1]] = points.slice(-2);
    const angle = Math.atan2(y1 - y0, x1 - x0);
    const tip = (turn) => [x1 - 34 * Math.cos(angle + turn), y1 - 34 * Math.sin(angle + turn)].join(" ");
    draw(this.over, "path", {
      d: `M${points.map((point) => point.join(" ")).join(" L")} M${tip(0.5)} L${x1} ${y1} L${tip(-0.5)}`,
      class: `arrow ${name}`,
    });
  }

  labelButtons() {
    for (const [square, button] of this.buttons) {
      const label = this.label?.(square) ?? this.variant.names[square - 1];
      if (button.getAttribute("aria-label") !== label) button.setAttribute("aria-label", label);
    }
  }

  /** Let a piece walk a path, from one of its stops on; its victims go at the end. */
  async animate(path, victims, from = 0) {
    const piece = this.pieces.get(path[from]) || this.pieces.get(path[0]);
    this.mark({ last: [path[0], path[path.length - 1]] });
    if (!piece) return;
    this.men.append(piece);
    if (!calm() && !document.hidden) {
      for (let hop = from + 1; hop < path.length; hop += 1) {
        const [x0, y0] = this.centre(path[hop - 1]);
        const [x1, y1] = this.centre(path[hop]);
        const far = Math.hypot(x1 - x0, y1 - y0) / UNIT;
        const motion = piece.animate(
          [{ transform: `translate(${x0}px, ${y0}px)` }, { transform: `translate(${x1}px, ${y1}px)` }],
          { duration: HOP * Math.min(2, 0.6 + 0.25 * far), easing: "ease-in-out", fill: "forwards" },
        );
        await motion.finished.catch(() => {});
        piece.setAttribute("transform", `translate(${x1} ${y1})`);
        motion.cancel();
      }
    }
    this.pieces.delete(path[from]);
    this.pieces.delete(path[0]);
    for (const square of victims) {
      this.pieces.get(square)?.remove();
      this.pieces.delete(square);
    }
    const last = path[path.length - 1];
    piece.setAttribute("transform", `translate(${this.centre(last).join(" ")})`);
    this.pieces.set(last, piece);
  }
}
