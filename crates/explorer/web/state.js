// What the page shows: all of it is in the address, so a link shows the same.

import { Tree } from "./tree.js";

export const state = {
  board: "3x3",
  /** One ruleset, or two. */
  rules: ["psk"],
  /** The start position; empty for the empty board. */
  position: "",
  toPlay: "black",
  tree: new Tree(),
  /** The node of the tree that is on the board. */
  node: null,
  perfect: { black: false, white: false },
  /** Whether stones are being set up. */
  setting: false,
  /** The number of the position of the gallery whose story is told; 0 if it is none. */
  story: 0,
};

/** The game on the board, under one of the rulesets, as the interface has it. */
export function gameText(side, moves = Tree.moves(state.node)) {
  const text = { board: state.board, rules: state.rules[side], moves };
  if (state.position) text.position = state.position;
  if (state.toPlay === "white") text.to_play = "white";
  return text;
}

export function read(search = location.search) {
  const given = new URLSearchParams(search);
  state.board = given.get("board") || "3x3";
  state.rules = [given.get("rules") || "psk", given.get("against")].filter(Boolean);
  state.position = given.get("position") ?? "";
  state.toPlay = given.get("to_play") === "white" ? "white" : "black";
  state.tree = Tree.parse((given.get("moves") ?? "").slice(0, 6000));
  const nodes = state.tree.nodes(), at = given.get("at");
  state.node = (at !== null && nodes[Number(at)]) || Tree.end(state.tree.root);
  const perfect = (given.get("perfect") ?? "").split(",");
  state.perfect = { black: perfect.includes("black"), white: perfect.includes("white") };
  state.setting = given.has("set-up");
  state.story = Number(given.get("story")) || 0;
}

/** The state as it stands in an address. */
export function query() {
  const given = [["board", state.board], ["rules", state.rules[0]]];
  if (state.rules[1]) given.push(["against", state.rules[1]]);
  if (state.position) given.push(["position", state.position]);
  if (state.toPlay === "white") given.push(["to_play", "white"]);
  const moves = String(state.tree);
  if (moves) given.push(["moves", moves]);
  if (state.node !== Tree.end(state.tree.root)) given.push(["at", state.tree.nodes().indexOf(state.node)]);
  const perfect = ["black", "white"].filter(player => state.perfect[player]);
  if (perfect.length) given.push(["perfect", perfect.join(",")]);
  if (state.story) given.push(["story", state.story]);
  if (state.setting) given.push(["set-up", "1"]);
  // What an address may have as it is stays readable.
  const escape = text => encodeURIComponent(text).replace(/%(2C|2F|3A|28|29)/g, decodeURIComponent);
  return "?" + given.map(([name, value]) => name + "=" + escape(value)).join("&");
}

/** Writes the state into the address; with `push`, so that the browser can go back. */
export function write(push = true) {
  if (query() === location.search) return;
  history[push ? "pushState" : "replaceState"](null, "", query());
}

/** Another start: all moves are forgotten. */
export function restart(position, toPlay) {
  state.position = /[XO]/.test(position) ? position : "";
  state.toPlay = toPlay;
  state.tree = new Tree();
  state.node = state.tree.root;
}
