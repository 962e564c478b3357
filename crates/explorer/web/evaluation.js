// The evaluation bar: as much of it is black as Black gets, and grey what is not known.

import { h } from "./dom.js";

/** A score as the interface has it, as a number between `-most` and `most`. */
function number(score, most) {
  if (typeof score === "number") return Math.max(-most, Math.min(most, score));
  if (score === "win") return most;
  if (score === "-win") return -most;
  const [over, under] = score.split("/");
  return number(Number(over) / Number(under ?? 1), most);
}

/** The least and the most that Black gets, as far as that is known. */
function range({ value, progress }, most) {
  if (value?.score !== undefined) return [value.score, value.score];
  if (value?.winner) return value.winner === "black" ? ["win", "win"] : ["-win", "-win"];
  const { lower, upper } = value ?? progress ?? {};
  return [lower ?? -most, upper ?? most];
}

export class Evaluation {
  constructor() {
    this.black = h("span", { class: "black" });
    this.white = h("span", { class: "white" });
    this.element = h("div", { class: "evaluation", role: "meter", "aria-label": "Evaluation" }, this.black, this.white);
  }

  show(known, words) {
    const most = known.standing.geometry.points.length;
    const [lower, upper] = range(known, most).map(score => number(score, most));
    const share = score => `scaleX(${(score + most) / (2 * most)})`;
    this.black.style.setProperty("transform", share(lower));
    this.white.style.setProperty("transform", share(-upper));
    const meter = { "aria-valuemin": -most, "aria-valuemax": most, "aria-valuenow": (lower + upper) / 2, "aria-valuetext": words };
    for (const [name, value] of Object.entries(meter)) this.element.setAttribute(name, value);
    this.element.title = `${words}. Black on the left, White on the right, grey what is not known.`;
  }
}
