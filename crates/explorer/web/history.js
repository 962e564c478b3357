// The moves of the game as a tree: a move a stone, each variation on a line of its own.

import { h, svg } from "./dom.js";
import { Tree } from "./tree.js";

/** How far apart the stones are. */
const ACROSS = 40, DOWN = 36;

/** Where the nodes are: how many moves from the start, and on which line. */
function places(root) {
  const found = new Map();
  let lines = 0;
  const lay = (node, depth, line) => {
    found.set(node, { depth, line });
    node.children.forEach((child, number) => lay(child, depth + 1, number ? ++lines : line));
  };
  lay(root, 0, 0);
  return { found, lines };
}

/** The tree, with the node that is on the board marked, and the mistakes: `lossOf` says what a node's move lost. */
export function drawing(tree, here, first, goTo, lossOf) {
  const { found, lines } = places(tree.root);
  const at = ({ depth, line }) => [ACROSS * depth + ACROSS / 2, DOWN * line + DOWN / 2];
  const depth = Math.max(...[...found.values()].map(place => place.depth));
  const [width, height] = [ACROSS * (depth + 1), DOWN * (lines + 1)];
  const paths = [], buttons = [];
  for (const [node, place] of found) {
    const [x, y] = at(place);
    const player = (place.depth % 2 === 1) === (first === "black") ? "black" : "white";
    const lost = lossOf(node), slip = lost && !lost.best;
    const name = node.parent ? `${place.depth}. ${player} ${node.move}${slip ? `, ${lost.loss.words.replace("loses", "lost")}` : ""}` : "start";
    const button = h("button", { type: "button", class: `node ${node.parent ? player : "start"}${slip ? ` slip ${lost.loss.shade}` : ""}`, "aria-label": name, title: name,
      "aria-current": node === here ? "step" : null, tabindex: node === here ? 0 : -1, onclick: () => goTo(node) },
    node.move === "pass" ? h("small", {}, "pass") : node.move ?? "");
    button.style.setProperty("left", `${x}px`);
    button.style.setProperty("top", `${y}px`);
    buttons.push(button);
    if (!node.parent) continue;
    const [from, above] = at(found.get(node.parent));
    // Down beside the parent, then across.
    paths.push(y === above ? `M${from} ${y}H${x}` : `M${from} ${above}L${from + ACROSS / 2} ${above + DOWN / 2}V${y - DOWN / 2}L${x} ${y}`);
  }
  const box = h("div", { class: "tree", role: "group", "aria-label": `${found.size - 1} moves in ${lines + 1} variations` },
    svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, "aria-hidden": "true" }, svg("path", { d: paths.join("") })), buttons);
  box.style.setProperty("width", `${width}px`);
  box.style.setProperty("height", `${height}px`);
  return box;
}

/** Another move in place of the last: the next variation, or the one before. */
export function beside(node, step) {
  const all = node.parent?.children ?? [];
  return all[all.indexOf(node) + step];
}

/** The node so many moves after the start, on the way to another. */
export function nodeAt(node, number) {
  const depth = Tree.moves(node).length;
  for (let at = depth; at > number; at -= 1) node = node.parent;
  return node;
}
