// What two rulesets differ on: the headline, and the moves.

import { capital, colourName, h } from "./dom.js";

/** Whether each legal move has its value. */
export const isValued = known => Boolean(known?.standing && !known.refused && known.value && known.standing.legal.every(move => known.moves.has(move)));

/** What each move is worth under both, where that differs: `0→−1`, or a cross where a rule forbids it. */
export function parts(known, other) {
  const found = new Map();
  if (!isValued(known) || !isValued(other)) return found;
  const said = (one, move) => one.moves.get(move)?.value.label.replace("+", "") ?? "✕";
  for (const move of new Set([...known.standing.legal, ...other.standing.legal])) {
    const both = [said(known, move), said(other, move)];
    if (both[0] !== both[1]) found.set(move, both.join("→"));
  }
  return found;
}

const list = moves => moves.map(move => (move === "pass" ? "pass" : move)).join(moves.length === 2 ? " and " : ", ");
const number = ({ score }) => (typeof score === "number" ? score : null);

/** How far apart two values are, in words; nothing if they are the same. */
function apart(one, other) {
  if (one.label === other.label) return null;
  const [first, second] = [one, other].map(number);
  if (first === null || second === null) return "another result";
  const points = Math.abs(first - second);
  return `${points} ${points === 1 ? "point" : "points"}`;
}

/** The moves that the first forbids and the second allows. */
const allowedBy = (second, first) => first.standing.illegal.map(one => one.move).filter(move => second.standing.legal.includes(move));

/** The difference of two rulesets in a sentence, and whether there is one. */
export function headline(first, second) {
  if (!first?.standing || !second?.standing) return null;
  const both = [first, second], titles = both.map(({ standing }) => standing.rules.title);
  if (first.refused || second.refused) return { differ: true, text: `The game can go on only under ${titles[first.refused ? 1 : 0]}.` };
  const known = isValued(first) && isValued(second), worth = first.value && second.value && apart(first.value, second.value);
  const { standing: { to_play: player, takes } } = first;
  const only = [allowedBy(second, first), allowedBy(first, second)].flatMap((moves, number) => (moves.length
    ? `may ${moves.every(move => takes.includes(move)) ? "take at" : "play"} ${list(moves)} only under ${titles[1 - number]}` : []));
  if (only.length) {
    const end = worth ? `: worth ${worth}` : known ? ": the value is the same" : "";
    return { differ: true, text: `${colourName(player)} ${only.join(", and ")}${end}.` };
  }
  if (worth) {
    const same = first.value.winner === second.value.winner && second.value.winner;
    const then = same ? second.value.words.replace(/^\w+ wins /, "") : second.value.words;
    return { differ: true, text: `${capital(worth)}${worth === "another result" ? "" : " apart"}: `
      + `${first.value.words} under ${titles[0]}, ${then} under ${titles[1]}.` };
  }
  if (!known) return { differ: false, text: "Comparing …" };
  const moves = [...parts(first, second).keys()];
  if (moves.length) return { differ: true, text: `The value is the same, and the rules differ on ${list(moves)}.` };
  return { differ: false, agree: true, text: "The rules agree on every move here." };
}

/** The ko rule that a ruleset is nothing but. */
const ko = ({ standing: { rules } }) => rules.text.match(/^ko=([\w:+-]+) suicide=forbidden(?: scoring=area)? komi=0$/)?.[1];

let published;

/** The smallest start on which two rules are known to differ: on this board, or on the first that has one. */
export async function start(first, second) {
  const names = [first, second].map(ko);
  if (names.some(name => !name) || names[0] === names[1]) return null;
  published ??= fetch("/pairs.csv").then(answer => answer.text());
  const [head, ...lines] = (await published).trim().split("\n").map(line => line.split(","));
  const rows = lines.map(line => Object.fromEntries(line.map((field, at) => [head[at], field])));
  const found = rows.filter(({ one, other, smallest }) => smallest && names.includes(one) && names.includes(other));
  return found.find(({ board }) => board === first.standing.board) ?? found[0] ?? null;
}

/** The headline as it stands above the boards; `show` opens a start. */
export function banner(line, elsewhere, show) {
  if (!line) return [h("p", {}, " ")];
  return [h("p", { class: line.differ ? "differ" : "soft" }, line.text, line.agree && elsewhere
    ? [" ", h("button", { type: "button", class: "inline", onclick: () => show(elsewhere) }, `Show a start on ${elsewhere.board} where they differ`)] : null)];
}
