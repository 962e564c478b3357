// A board: drawn as a picture, with a button on every point.

import { h, svg } from "./dom.js";
import { fold } from "./fold.js";
import { Reason } from "./reason.js";

/** How near a point lies in a direction: farther ones and those aside count for more. */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Boards at least so many times as wide as high stand one below the other. */
const WIDE = 2.4;

export class BoardView {
  #geometry = null;
  #buttons = [];
  #marks = [];
  #focus = 0;
  /** Whether the focus came here by a click: then arrow keys step through the game. */
  #clicked = false;

  /** `choose` is told the name and number of a point that was chosen. */
  constructor({ choose }) {
    this.choose = choose;
    this.points = h("div", { class: "points", role: "group" });
    this.picture = h("div", { class: "picture" });
    this.frame = h("div", { class: "frame" }, this.picture, this.points);
    this.reason = new Reason();
    this.element = h("div", { class: "goban" }, h("div", { class: "scroll" }, this.frame), this.reason.element);
    this.points.addEventListener("pointerdown", () => { this.#clicked = true; });
    this.points.addEventListener("focusout", event => {
      if (!this.points.contains(event.relatedTarget)) this.#clicked = false;
    });
    this.points.addEventListener("keydown", event => {
      if (event.ctrlKey || event.altKey || event.metaKey || this.#clicked || !STEPS[event.key]) return;
      this.#move(STEPS[event.key]);
      event.preventDefault();
    });
  }

  get isDrawn() {
    return this.#geometry !== null;
  }

  get wide() {
    return this.#geometry.width / this.#geometry.height > WIDE;
  }

  /** Draws a position: `stones` is its text without line breaks, `marks` says of each point what stands there. */
  draw(flat, { stones, turn, last, marks, mouths, label, numbered = new Map() }) {
    const geometry = fold(flat);
    if (JSON.stringify(geometry) !== JSON.stringify(this.#geometry)) this.#lay(geometry);
    if (stones !== this.drawn) this.reason.hide();
    this.drawn = stones;
    this.#marks = marks;
    this.element.dataset.turn = turn;
    this.points.setAttribute("aria-label", label);
    const layers = { stones: [], signs: [], values: [] };
    geometry.points.forEach((point, number) => {
      const { x, y, name } = point, stone = stones[number], mark = marks[number] ?? {};
      if (stone !== ".") {
        const colour = stone === "X" ? "black" : "white";
        layers.stones.push(svg("circle", { class: "stone " + colour, cx: x, cy: y, r: 18.4 }));
        if (numbered.has(name)) layers.signs.push(svg("text", { class: `move-number on-${colour}${name === last ? " last" : ""}`, x, y }, numbered.get(name)));
        else if (name === last) layers.signs.push(svg("circle", { class: "mark on-" + colour, cx: x, cy: y, r: 7.5 }));
      } else if (mark.disc) {
        layers.values.push(disc(x, y, mark.disc));
      } else if (mark.prohibited) {
        layers.signs.push(mark.prohibited.since === undefined ? cross(x, y) : square(x, y));
      }
      if (mark.owner) layers.signs.push(svg("rect", { class: `owner ${mark.owner}`, x: x - 6, y: y - 6, width: 12, height: 12 }));
      if (mark.parts && !mark.disc?.label.includes("→")) layers.signs.push(dashes(x, y));
      const button = this.#buttons[number];
      button.setAttribute("aria-label", mark.label ?? name);
      button.setAttribute("aria-disabled", String(!mark.can));
      button.classList.toggle("can", Boolean(mark.can) && stone === ".");
    });
    this.mouths.replaceChildren(...mouths.flatMap((mouth, number) => this.#mouth(mouth, number)));
    layers.signs.push(...this.#letters(mouths));
    this.stones.replaceChildren(...layers.stones);
    this.values.replaceChildren(...layers.values);
    this.signs.replaceChildren(...layers.signs);
  }

  /** Says at a point why it is forbidden. */
  say(number, text, actions) {
    this.reason.show(text, this.#buttons[number], { stays: true, actions });
  }

  #lay(geometry) {
    this.#geometry = geometry;
    const { width, height } = geometry;
    this.mouths = svg("g");
    this.stones = svg("g", { class: "stones" });
    this.values = svg("g");
    this.signs = svg("g");
    this.svg = svg("svg", { class: "board", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
      svg("rect", { class: "wood", x: 0.5, y: 0.5, width: width - 1, height: height - 1, rx: 5 }),
      svg("g", { class: "grid" }, geometry.lines.map(({ wraps, ...ends }) => svg("line", { class: wraps ? "wraps" : null, ...ends }))),
      geometry.stars.map(({ x, y }) => svg("circle", { class: "star", cx: x, cy: y, r: 3.2 })),
      geometry.rows ? null : geometry.points.map(({ x, y }) => svg("circle", { class: "star", cx: x, cy: y, r: 4 })),
      geometry.labels.map(({ name, x, y }) => svg("text", { class: "label", x, y }, name)),
      this.mouths, this.stones, this.values, this.signs);
    this.element.style.setProperty("--width", width);
    this.element.style.setProperty("--height", height);
    this.picture.replaceChildren(this.svg);
    this.#focus = 0;
    this.#buttons = geometry.points.map(({ name, x, y }, number) => {
      const button = h("button", { type: "button", class: "point", tabindex: number ? -1 : 0, "data-point": name });
      button.style.setProperty("left", `${(100 * (x - 20)) / width}%`);
      button.style.setProperty("top", `${(100 * (y - 20)) / height}%`);
      button.style.setProperty("width", `${4000 / width}%`);
      button.addEventListener("click", () => {
        this.#hold(number);
        this.choose(name, number);
      });
      button.addEventListener("pointerenter", event => {
        const { prohibited } = this.#marks[number] ?? {};
        if (prohibited && event.pointerType === "mouse") this.reason.show(prohibited.reason, button, { stays: false });
      });
      button.addEventListener("pointerleave", () => this.reason.hide(false));
      return button;
    });
    this.points.replaceChildren(...this.#buttons);
  }

  /** The mouth of a ko: a square around each of its points. */
  #mouth({ points }, number) {
    const half = 19.4 - 2 * (number % 3);
    const places = this.#geometry.points.filter(({ name }) => points.includes(name));
    return places.map(({ x, y }) => svg("rect", { class: "mouth", x: x - half, y: y - half, width: 2 * half, height: 2 * half }));
  }

  /** The letter of each mouth in a corner of its first point; where mouths share that, side by side. */
  #letters(mouths) {
    const taken = new Map();
    return mouths.map(({ points, letter }) => {
      const { x, y, name } = this.#geometry.points.find(point => points.includes(point.name));
      const before = taken.get(name) ?? 0;
      taken.set(name, before + 1);
      return svg("text", { class: "mouth-letter", x: x - 15 + 9 * before, y: y - 14 }, letter);
    });
  }

  /** Moves the focus to the nearest point in a direction. */
  #move([dx, dy]) {
    const points = this.#geometry.points, here = points[this.#focus];
    let best = null;
    points.forEach(({ x, y }, number) => {
      const along = (x - here.x) * dx + (y - here.y) * dy;
      const aside = Math.abs((x - here.x) * dy) + Math.abs((y - here.y) * dx);
      if (along <= 4 || aside > along * 1.8 + 4) return;
      const cost = along + 2 * aside;
      if (!best || cost < best.cost) best = { number, cost };
    });
    if (best) {
      this.#hold(best.number);
      this.#buttons[best.number].focus();
    }
  }

  #hold(number) {
    this.#buttons[this.#focus].tabIndex = -1;
    this.#buttons[number].tabIndex = 0;
    this.#focus = number;
  }
}

/** A number on a point. */
export function disc(x, y, { label, shade, best }) {
  if (label.includes("→")) {
    return svg("g", { class: `value both ${shade}${best ? " best" : ""}` }, svg("rect", { class: "disc", x: x - 18.5, y: y - 11, width: 37, height: 22, rx: 8 }),
      svg("text", { x, y, class: label.length > 5 ? "tightest" : "tighter" }, label));
  }
  return svg("g", { class: `value ${shade}${best ? " best" : ""}` },
    best ? svg("circle", { class: "ring", cx: x, cy: y, r: 17.2 }) : null,
    svg("circle", { class: "disc", cx: x, cy: y, r: 15 }),
    svg("text", { x, y, class: label.length > 2 ? "tight" : null }, label));
}

/** Forbidden by what has happened. */
export const square = (x, y) => svg("rect", { class: "prohibited", x: x - 8, y: y - 8, width: 16, height: 16 });

/** Forbidden whatever has happened. */
export const cross = (x, y) => svg("path", { class: "never", d: `M${x - 6} ${y - 6}l12 12m0 -12l-12 12` });

/** Here two rulesets differ. */
export const dashes = (x, y) => svg("circle", { class: "parts", cx: x, cy: y, r: 19 });
