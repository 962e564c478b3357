// The choice of a board: sizes as buttons, more or fewer rows and columns, or a name.

import { find, h } from "./dom.js";

const SIZES = ["2x2", "2x3", "3x3", "3x4", "4x4", "1x6", "1x12"];
const OTHERS = ["1x5", "1x7", "2x4", "4x5", "5x5", "torus:2x3", "cycle:6", "star:5", "complete:4"];

/** A board as people write it, as its name: `5` and `5 by 5` are `5x5`. */
export function named(text) {
  const found = text.trim().match(/^(\d+)(?:\s*(?:x|×|\*|by|,|\s)\s*(\d+))?$/i);
  return found ? `${Number(found[1])}x${Number(found[2] ?? found[1])}` : text.trim();
}

export class SizeChoice {
  /** `choose` is told the name of a board. */
  constructor(choose) {
    this.choose = choose;
    this.input = find("board");
    this.says = find("board-fault");
    find("board-list").append(...[...SIZES, ...OTHERS].map(value => h("option", { value })));
    this.sizes = SIZES.map(size => h("button", { type: "button", class: "size", onclick: () => choose(size) }, size));
    this.steps = ["rows", "columns"].map((what, at) => this.#stepper(what, at));
    find("sizes").replaceChildren(h("div", { class: "group wrap" }, this.sizes), h("div", { class: "group wrap" }, this.steps));
    const take = () => choose(named(this.input.value));
    this.input.addEventListener("change", take);
    find("choose").addEventListener("submit", event => {
      event.preventDefault();
      take();
    });
  }

  #stepper(what, at) {
    const step = by => {
      const both = this.#grid();
      both[at] += by;
      this.choose(both.join("x"));
    };
    const button = (by, sign, word) => h("button", { type: "button", class: "step", "aria-label": `${word} ${what}`, onclick: () => step(by) }, sign);
    return h("span", { class: "stepper" }, button(-1, "−", "Fewer"), h("span", {}, what), button(1, "+", "More"));
  }

  /** Rows and columns of the board that is shown; nothing if it is no grid. */
  #grid() {
    return this.shown.match(/^(\d+)x(\d+)$/)?.slice(1).map(Number);
  }

  show(board) {
    this.shown = board;
    this.fault();
    if (document.activeElement !== this.input) this.input.value = board;
    for (const button of this.sizes) button.setAttribute("aria-pressed", String(button.textContent === board));
    const grid = this.#grid();
    this.steps.forEach((stepper, at) => {
      stepper.hidden = !grid;
      const [fewer, more] = stepper.querySelectorAll("button");
      fewer.disabled = !grid || grid[at] < 2;
      more.disabled = !grid || (grid[at] + 1) * grid[1 - at] > 64;
    });
  }

  /** Says why a board cannot be had; nothing if it can. */
  fault(text = "") {
    this.says.textContent = text;
    this.input.setAttribute("aria-invalid", String(Boolean(text)));
  }
}
