// The game looked back on: what each move lost, and the score after each.

import { colourName, h, svg } from "./dom.js";
import { isValued } from "./difference.js";
import { Tree } from "./tree.js";

/** How long a position of the game may take that is not on the board, in milliseconds. */
const PATIENCE = 10_000;

/** The nodes from the start over one to the end of its first variation. */
export function path(node) {
  const nodes = [];
  for (let at = node; at; at = at.parent) nodes.unshift(at);
  for (let at = node; at.children.length;) nodes.push(at = at.children[0]);
  return nodes;
}

/** Values what is not known yet of the game, while the game on the board stays the same. */
export async function lookBack(analysis, nodes, text) {
  const here = analysis.now;
  for (const node of nodes) {
    if (analysis.now !== here) return;
    await analysis.fill(text(Tree.moves(node)), PATIENCE);
  }
}

/** What the last move before a node lost, as far as that is known. */
export function lost(analysis, text, node) {
  if (!node.parent) return null;
  const before = analysis.known.get(JSON.stringify(text(Tree.moves(node.parent))));
  const found = before?.moves.get(node.move);
  if (!found) return null;
  const best = [...before.moves.values()].filter(one => one.best).map(one => one.move);
  return { ...found, player: before.standing.to_play, others: best, sure: isValued(before) };
}

/** The same in a sentence: `Black A2 lost 6; B2 was best.` */
export function remark(found) {
  if (!found) return null;
  const { player, move, best, loss, others } = found, made = `${colourName(player)} ${move === "pass" ? "pass" : move}`;
  if (best) return [h("span", { class: "key loss0" }, "✓"), ` ${made} was ${others.length > 1 ? "a best move" : "the best move"}.`];
  const by = loss.points === undefined ? loss.words.replace("loses", "lost") : `lost ${loss.points}`;
  const shown = others.slice(0, 3), more = others.length > 3 ? " and others were" : others.length > 1 ? " were" : " was";
  return [h("span", { class: `key ${loss.shade}` }, loss.label),
    ` ${made} ${by}${shown.length ? `; ${shown.join(", ").replace(/, (\w+)$/, others.length > 3 ? ", $1" : " and $1")}${more} best` : ""}.`];
}

const WIDTH = 300, HEIGHT = 60;

/** The score after each move as a graph, Black above the line; a mistake has its colour. `go` is told a node. */
export function graph(nodes, here, known, lossOf, go) {
  const all = nodes.map(node => known(node)), geometry = all.find(one => one?.standing)?.standing.geometry;
  if (nodes.length < 2 || !geometry) return [];
  const most = geometry.points.length, step = WIDTH / nodes.length;
  const scores = all.map(one => scoreOf(one?.value, most));
  const y = score => HEIGHT / 2 - score / most * (HEIGHT / 2 - 6);
  const bars = nodes.map((node, at) => {
    const score = scores[at], x = at * step, loss = lossOf(node);
    return svg("g", { class: `bar-of${node === here ? " here" : ""}`, onclick: () => go(node) },
      svg("rect", { class: "all", x, y: 0, width: step, height: HEIGHT }),
      score === null ? null : svg("rect", { class: score > 0 ? "black" : "white", x: x + step * .12, width: step * .76,
        y: Math.min(y(score), HEIGHT / 2) - .75, height: Math.abs(y(score) - HEIGHT / 2) + 1.5 }),
      loss && !loss.best ? svg("circle", { class: `slip ${loss.loss.shade}`, cx: x + step / 2, cy: score === null ? HEIGHT / 2 : y(score), r: Math.min(4.5, step * .45) }) : null,
      svg("title", {}, `${node.parent ? `${at}. ${node.move}` : "start"}: ${all[at]?.value?.words ?? "not known"}`));
  });
  const told = scores.map((score, at) => (score === null ? "?" : all[at].value.label)).join(", ");
  return [svg("svg", { class: "graph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": `Score after each move, from the start: ${told}`, preserveAspectRatio: "none" },
    bars, svg("line", { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 })), h("p", { class: "soft" }, "Score after each move; Black’s is above.")];
}

function scoreOf(value, most) {
  if (!value) return null;
  if (typeof value.score === "number") return Math.max(-most, Math.min(most, value.score));
  if (value.score !== undefined) return value.winner === "black" ? 1 : -1;
  return value.winner ? (value.winner === "black" ? most : -most) : 0;
}
