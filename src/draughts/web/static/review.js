// After the game: what its moves were worth, where it turned, and a curve of the chances.

import { lines } from "./api.js";
import { button, element } from "./elements.js";
import { has, t } from "./words.js";

const $ = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";

export class Review {
  constructor(table) {
    this.table = table;
  }

  async run() {
    const { table } = this;
    const { spec } = table.game;
    $("analysis").hidden = false;
    $("turning").replaceChildren();
    $("graph").replaceChildren();
    $("analysis").scrollIntoView({ block: "nearest" });
    try {
      for await (const line of lines("judge", { game: spec })) {
        if (table.game.spec.moves !== spec.moves) return;
        if (line.error) $("accuracy").textContent = has(`error.${line.error.code}`) ? t(`error.${line.error.code}`) : line.error.message;
        else if (line.curve) this.show(line);
        else $("accuracy").textContent = t("analysis.progress", { done: line.done, of: line.of });
      }
    } catch (error) {
      table.refuse(error);
    }
  }

  show({ curve, marks, accuracy }) {
    const side = (name) => this.table.game.player(name)[0];
    $("accuracy").textContent = ["white", "black"]
      .map((name) => `${side(name)}: ${Math.round(accuracy[name])} %`).join(" · ");
    this.draw(curve);
    const { texts } = this.table.game.position;
    $("turning").replaceChildren(...marks.map((mark) => {
      const item = element("li");
      const told = t("analysis.mark", {
        number: Math.ceil(mark.ply / 2), move: `${texts[mark.ply - 1]}${mark.glyph}`, best: mark.best,
      });
      item.append(button(told, () => this.table.to_ply(mark.ply - 1)));
      return item;
    }));
    if (!marks.length) $("turning").textContent = t("analysis.none");
  }

  draw(curve) {
    const svg = document.createElementNS(SVG, "svg");
    const plies = Math.max(this.table.game.spec.moves.length, 1);
    svg.setAttribute("viewBox", `0 0 ${plies} 100`);
    svg.setAttribute("preserveAspectRatio", "none");
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", t("analysis.graph"));
    const points = [[0, 50], ...curve.map(({ ply, white }) => [ply, 100 - 100 * white])];
    const path = points.map(([x, y]) => `${x} ${y.toFixed(1)}`).join(" L");
    const add = (d, name) => {
      const line = document.createElementNS(SVG, "path");
      line.setAttribute("d", d);
      line.setAttribute("class", name);
      svg.append(line);
    };
    const last = points[points.length - 1][0];
    add(`M0 50 L${path} L${last} 50 Z`, "area");
    add(`M0 50 H${plies}`, "zero");
    add(`M${path}`, "curve");
    $("graph").replaceChildren(svg);
  }
}
