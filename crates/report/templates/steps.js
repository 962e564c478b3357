"use strict";
// Boards with lines of moves to step through: a card has a figure and buttons that choose a line.
const names = { X: "black", O: "white", ".": "empty" };
const drawn = (name, attributes, text = "") => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  return element;
};
// What a move is worth: "3 black2 best".
const valued = (stone, value) => {
  const [text, ...shade] = value.split(" "), x = stone.getAttribute("cx"), y = stone.getAttribute("cy");
  const group = drawn("g", { class: ["value", ...shade].join(" ") });
  if (shade[1]) group.append(drawn("circle", { class: "ring", cx: x, cy: y, r: 17.2 }));
  group.append(drawn("circle", { class: "disc", cx: x, cy: y, r: 15 }), drawn("text", { class: text.length > 2 ? "tight" : "", x, y }, text));
  return group;
};
for (const card of document.querySelectorAll(".card")) {
  const figure = card.querySelector(".game"), picks = [...card.querySelectorAll(".pick")];
  const stones = figure.querySelectorAll(".stone"), output = figure.querySelector("output"), mark = figure.querySelector(".mark");
  const buttons = Object.fromEntries([...figure.querySelectorAll("[data-go]")].map(b => [b.dataset.go, b]));
  // A link in the figure follows the chosen line.
  const explore = figure.querySelector(".explore");
  const values = mark.parentNode.appendChild(drawn("g", {}));
  let steps = [], at = 0;
  const show = to => {
    at = Math.max(0, Math.min(to, steps.length - 1));
    const { title, position, point, pass, unknown, values: worth = [], forbidden = [] } = steps[at], symbols = position.replaceAll("/", "");
    [...symbols].forEach((symbol, n) => stones[n].setAttribute("class", "stone " + names[symbol]));
    const symbol = point === null ? "" : symbols[point];
    mark.setAttribute("class", "mark " + ({ X: "on-black", O: "on-white", ".": "refused" }[symbol] ?? "none"));
    if (symbol) for (const side of ["cx", "cy"]) mark.setAttribute(side, stones[point].getAttribute(side));
    figure.querySelector("svg").setAttribute("aria-label", title + ": " + position);
    values.replaceChildren(...[...stones].flatMap((stone, n) => worth[n] ? [valued(stone, worth[n])] : []));
    const passing = pass && `Pass: ${pass.split(" ")[0]}${pass.endsWith("best") ? ", best" : ""}`;
    const open = unknown && "The values of the moves here take more work than the site does.";
    output.replaceChildren(...[title, passing, open, ...forbidden].filter(Boolean).flatMap(line => [line, document.createElement("br")]));
    buttons.first.disabled = buttons.back.disabled = at === 0;
    buttons.on.disabled = buttons.last.disabled = at === steps.length - 1;
  };
  const go = { first: () => show(0), back: () => show(at - 1), on: () => show(at + 1), last: () => show(steps.length - 1) };
  for (const [name, button] of Object.entries(buttons)) button.addEventListener("click", go[name]);
  const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };
  figure.addEventListener("keydown", event => {
    if (keys[event.key] && !event.ctrlKey && !event.altKey && !event.metaKey) { go[keys[event.key]](); event.preventDefault(); }
  });
  const pick = chosen => {
    for (const other of picks) other.setAttribute("aria-pressed", String(other === chosen));
    steps = JSON.parse(chosen.dataset.steps);
    if (explore) explore.href = chosen.dataset.explore;
    show(Number(chosen.dataset.at ?? 0));
  };
  for (const button of picks) button.addEventListener("click", () => pick(button));
  // An address may ask for a rule and moves: separators/1x6.html?rules=psk&moves=B1,D1#s1
  const asked = new URLSearchParams(location.search), moves = (asked.get("moves") ?? "").split(",").filter(Boolean);
  const along = (steps, n = 0) => n === moves.length || steps[n + 1]?.title.endsWith(` ${moves[n]}`) && along(steps, n + 1);
  const fits = one => (one.dataset.rules ?? null) === asked.get("rules") && along(JSON.parse(one.dataset.steps));
  const wanted = location.hash.slice(1) === card.id && picks.find(fits);
  pick(wanted || picks[0]);
  if (wanted && moves.length) show(Number(asked.get("at") ?? moves.length));
}
