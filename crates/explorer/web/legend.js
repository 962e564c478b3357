// The legend: the marks that are on the boards now, drawn as they are there.

import { cross, dashes, disc, square } from "./board.js";
import { h, svg } from "./dom.js";
import { numbers } from "./numbers.js";

const sign = mark => svg("svg", { class: "board sign", viewBox: "0 0 40 40", "aria-hidden": "true" }, mark);
const item = (mark, ...words) => h("li", {}, sign(mark), h("span", {}, ...words));

/** The one of the moves found that a function of them is largest for. */
function most(found, size) {
  return found.reduce((best, one) => (!best || size(one) > size(best) ? one : best), null);
}

function losses(found) {
  const best = found.find(one => one.best), worst = most(found.filter(one => !one.best), one => Number(one.loss.shade.at(-1)));
  return [
    best && item(disc(20, 20, numbers.of(best)), "a best move"),
    worst && item(disc(20, 20, numbers.of(worst)), worst.loss.words),
  ];
}

function scores(found) {
  const shown = new Map(found.map(one => [one.value.label, one]));
  const ends = [...shown.values()].sort((one, other) => other.best - one.best).slice(0, 3);
  return ends.map(one => item(disc(20, 20, numbers.of(one)), one.best ? `a best move: ${one.value.words}` : one.value.words));
}

/** What the boards of these sides show; `parting` are the moves on which two of them differ. */
export function legend(sides, parting, changed) {
  const shown = sides.filter(({ known }) => known?.standing && !known.refused).map(({ known }) => known);
  const found = shown.flatMap(known => [...known.moves.values()].filter(one => one.move !== "pass"));
  const forbidden = shown.flatMap(({ standing }) => standing.illegal).filter(one => one.move !== "pass");
  const choice = (value, text, chosen) => h("label", {}, h("input", { type: "radio", name: "numbers", value, checked: chosen, onchange: () => {
    numbers.choose(value);
    changed();
  } }), h("span", {}, text));
  return [
    h("ul", { class: "signs" }, ...(numbers.losses ? losses(found) : scores(found)),
      forbidden.some(one => one.since !== undefined) ? item(square(20, 20), "forbidden by what has been played") : null,
      forbidden.some(one => one.since === undefined) ? item(cross(20, 20), "never allowed here") : null,
      parting.size ? item(dashes(20, 20), numbers.losses ? "the rules differ" : "the rules differ: the first → the second") : null),
    h("label", { class: "check" }, h("input", { type: "checkbox", name: "numbered", checked: numbers.numbered, onchange: event => {
      numbers.number(event.target.checked);
      changed();
    } }), "Move numbers"),
    h("fieldset", { class: "group numbers" }, h("legend", {}, "Numbers"),
      choice("losses", "loss", numbers.losses), choice("scores", "score", !numbers.losses)),
  ];
}
