// The moves of the game as a list, with its branches.

import { h } from "./dom.js";
import { Tree } from "./tree.js";

/** The list: the main line, and each branch as a list of its own. */
export function list(tree, here, first, goTo) {
  const on = new Set();
  for (let node = here; node; node = node.parent) on.add(node);
  const start = h("li", {}, button(tree.root, "start", "start", here, goTo));
  const lists = line(tree.root, 0, first, here, goTo);
  if (!tree.root.children.length) return h("p", { class: "soft" }, "No move yet. Choose a point, or pass.");
  return h("ol", { class: "moves" }, start, lists);
}

function line(node, number, first, here, goTo) {
  const items = [];
  while (node.children.length) {
    const [main, ...branches] = node.children;
    const player = (number % 2 === 0) === (first === "black") ? "black" : "white";
    number += 1;
    items.push(h("li", {}, button(main, player, `${number}. ${player} ${main.move}`, here, goTo, [number, main.move])));
    for (const branch of branches) {
      items.push(h("li", { class: "branch" }, h("ol", { class: "moves", "aria-label": `Branch at move ${number}` },
        h("li", {}, button(branch, player, `${number}. ${player} ${branch.move}`, here, goTo, [number, branch.move])),
        line(branch, number, first, here, goTo))));
    }
    node = main;
  }
  return items;
}

function button(node, kind, label, here, goTo, text = label) {
  return h("button", { type: "button", class: `chip ${kind}`, "aria-label": label, "aria-current": node === here ? "step" : null,
    onclick: () => goTo(node) }, Array.isArray(text) ? [h("span", { class: "number" }, `${text[0]} `), text[1]] : text);
}

/** The node so many moves after the start, on the way to another. */
export function nodeAt(node, number) {
  const depth = Tree.moves(node).length;
  for (let at = depth; at > number; at -= 1) node = node.parent;
  return node;
}
