// The board page: joins the state, the boards, the searches and the panels.

import { ask } from "./api.js";
import { isLong } from "./analysis.js";
import { banner, headline, parts, start } from "./difference.js";
import { capital, colourName, find, h, put, say } from "./dom.js";
import { called, Editor } from "./editor.js";
import { followCertificate, loadSgf, pastedSgf, saveCertificate, savePng, saveSgf, saveSvg } from "./files.js";
import { onFold } from "./fold.js";
import { beside, drawing, nodeAt } from "./history.js";
import { legend } from "./legend.js";
import { numbers } from "./numbers.js";
import { title } from "./panels.js";
import { graph, lookBack, lost, path } from "./review.js";
import { RulesChoice } from "./rules.js";
import { Side } from "./side.js";
import { SizeChoice } from "./size.js";
import { gameText, read, restart, state, write } from "./state.js";
import { story } from "./story.js";
import { tabs } from "./tabs.js";
import { Tree } from "./tree.js";

let sides = [], choices = [], sizes = null;
/** A start on which the two rulesets differ, if one is known. */
let elsewhere = null;
const primary = () => sides.find(side => side.able) ?? sides[0];

// Drawing

function render() {
  const stone = document.querySelector("input[name=stone]:checked").value;
  numbers.comparing = sides.length > 1;
  sides.forEach((side, number) => side.render({ name: called(state.rules[number]), setting: state.setting, sides, stone, lost: lostBy(side)(state.node) }));
  const { known } = primary() ?? {};
  sides.forEach((side, number) => choices[number]?.show(state.rules[number], side.known?.standing?.rules.text));
  if (sides.length < 2) choices[1]?.show(undefined);
  const wide = known?.standing && primary().view.wide;
  find("boards").dataset.stacked = String(Boolean(wide));
  find("work").dataset.sides = sides.length;
  put(find("legend"), state.setting ? [] : legend(sides, parts(...sides.map(side => side.known)), render));
  find("headline").hidden = sides.length < 2 || state.setting;
  if (sides.length > 1) put(find("headline"), banner(headline(...sides.map(side => side.known)), elsewhere, showStart));
  find("setting").hidden = !state.setting;
  find("controls").hidden = state.setting;
  document.querySelector(`input[name=first][value=${state.toPlay}]`).checked = true;
  const standing = known?.standing, start = !state.node.parent, end = !state.node.children.length;
  for (const button of document.querySelectorAll("[data-go]")) button.disabled = ["first", "back"].includes(button.dataset.go) ? start : end;
  find("pass").disabled = !sides.some(side => side.able && side.known.standing.legal.includes("pass"));
  for (const player of ["black", "white"]) find(player).value = state.perfect[player] ? "perfect" : "";
  const { black, white } = standing?.prisoners ?? { black: 0, white: 0 };
  find("prisoners").textContent = `Prisoners: Black has taken ${black}, White ${white}.`;
  drawHistory();
  // A board or rules that were refused: there is nothing to draw.
  for (const id of ["save-svg", "save-png", "set-up"]) find(id).disabled = !standing && Boolean(known?.fault);
  find("save-sgf").disabled = standing ? !/^\d+x\d+$/.test(standing.board) : true;
  for (const button of [find("save-certificate"), find("check")].filter(Boolean)) button.disabled = !standing || Boolean(standing.over);
}

/** What the move of a node lost on one of the boards. */
const lostBy = side => node => (side ? lost(side.analysis, moves => gameText(side.number, moves), node) : null);

let drawn = {};

/** The tree of moves and the graph, drawn again only if they have changed. */
function drawHistory() {
  const { tree, node, toPlay } = state, side = primary(), lossOf = lostBy(side), nodes = path(node);
  const of = at => side?.analysis.known.get(JSON.stringify(gameText(side.number, Tree.moves(at))));
  const seen = [String(tree), ...tree.nodes().map(one => lossOf(one)?.loss.label), ...nodes.map(one => of(one)?.value?.label)].join();
  if (drawn.tree === tree && drawn.node === node && drawn.seen === seen && drawn.toPlay === toPlay) return;
  drawn = { tree, node, seen, toPlay };
  find("graph").replaceChildren(...graph(nodes, node, of, lossOf, goTo));
  const box = find("history"), focused = box.contains(document.activeElement);
  box.replaceChildren(drawing(tree, node, toPlay, goTo, lossOf));
  const here = box.querySelector("[aria-current]");
  box.scrollTo(here.offsetLeft - box.clientWidth / 2, here.offsetTop - box.clientHeight / 2);
  if (focused) here.focus({ preventScroll: true });
}

/** Something was found, or the game on a board has changed. */
function heard(side, event) {
  render();
  review();
  if (event !== "done") return;
  const { value, moves, standing } = side.known;
  const best = [...moves.values()].filter(one => one.best).map(one => one.move);
  say([sides.length > 1 && title(side.known, "") + ":", `${colourName(standing.to_play)} to play.`, `${capital(value.words)}.`,
    best.length && `Best: ${best.join(", ")}.`].filter(Boolean).join(" "));
  perfectMove();
}

let reviewed = null;

/** Once nothing is searched any more: values the other positions of the game. */
function review() {
  const side = primary(), isSettled = ({ known }) => known?.standing && !known.solving && (known.done || known.fault || known.refused || isLong(known));
  if (state.setting || !side.able || reviewed === side.known || !sides.every(isSettled)) return;
  reviewed = side.known;
  lookBack(side.analysis, path(state.node), moves => gameText(side.number, moves));
}

/** Asks for the game on the board, and solves it. */
async function show({ push = true, solve = true } = {}) {
  write(push);
  if (sides.length !== state.rules.length) {
    sides.forEach(side => side.analysis.stop(false));
    sides = state.rules.map((_, number) => new Side(number, { choose, follow, goTo: made => goTo(nodeAt(state.node, made)), again: () => show({ push: false }) }, heard));
    find("boards").replaceChildren(...sides.map(side => side.element));
    find("lines").replaceChildren(...sides.map(side => side.lines));
    find("more").replaceChildren(...sides.map(side => side.more));
    find("boards").dataset.sides = sides.length;
  }
  sizes.show(state.board);
  const wanted = state.node;
  elsewhere = null;
  await Promise.all(sides.map((side, number) => side.analysis.show(gameText(number))));
  if (wanted !== state.node) return;
  if (sides.length > 1 && sides.every(side => side.able)) elsewhere = await start(...sides.map(side => side.known));
  tell();
  render();
  showStory();
  if (!state.setting && solve) sides.forEach(side => side.analysis.solve());
  perfectMove();
}

// Playing

function goTo(node) {
  state.node = node;
  say(node.move ? `Move ${Tree.moves(node).length}: ${node.move}.` : "Start.");
  return show();
}

const go = {
  first: () => goTo(state.tree.root),
  back: () => state.node.parent && goTo(state.node.parent),
  on: () => state.node.children.length && goTo(state.node.children[0]),
  last: () => goTo(Tree.end(state.node)),
};

function play(move, number) {
  const able = sides.filter(side => side.able);
  if (able.some(side => side.known.standing.legal.includes(move))) {
    state.node = Tree.after(state.node, move);
    return show();
  }
  for (const side of able) {
    const { illegal, over } = side.known.standing, found = illegal.find(one => one.move === move);
    const reason = found?.reason ?? over;
    if (!reason) continue;
    const text = `${capital(reason)}${reason.endsWith(".") ? "" : "."}`;
    if (number === undefined) return tell(text);
    say(text);
    const since = found?.since;
    return side.view.say(number, text, since ? [h("button", { type: "button", class: "inline", onclick: () => goTo(nodeAt(state.node, since)) }, `See move ${since}`)] : []);
  }
  tell(able.length ? `${move}: there is a stone on that point.` : `${capital(primary().known.fault ?? "the game cannot go on")}.`);
}

/** Plays best play up to one of its moves. The rest of it becomes moves of the game too, to step through. */
function follow(side, count) {
  const { node } = state, line = side.known.line.moves.map(made => made.move);
  line.reduce(Tree.after, node);
  return goTo(line.slice(0, count).reduce(Tree.after, node));
}

/** Says something above the bar, for a while, and aloud; nothing any more without a text. */
function tell(text) {
  document.querySelectorAll(".note").forEach(old => old.remove());
  if (!text) return;
  say(text);
  const note = h("p", { class: "note" }, text);
  document.body.append(note);
  setTimeout(() => note.remove(), 12_000);
}

function choose(name, number) {
  tell();
  return state.setting ? setStone(number) : play(name, number);
}

const vary = step => {
  const node = beside(state.node, step);
  return node && goTo(node);
};
/** Keys of the whole page, and those while a board or the tree has the focus. */
const KEYS = { ArrowLeft: go.back, ArrowRight: go.on };
const CONTROL_KEYS = { z: go.back, y: go.on, Z: go.on };
const BOARD_KEYS = { ArrowUp: () => vary(-1), ArrowDown: () => vary(1), p: () => play("pass"), b: go.back, f: go.on, Home: go.first, End: go.last, s: () => sides.forEach(side => side.analysis.stop()) };

function key(event) {
  const { target } = event;
  if (event.defaultPrevented || event.altKey || state.setting || document.querySelector("dialog[open]")) return;
  if (target.closest("input:not([type=radio], [type=checkbox]), select, textarea")) return;
  const action = event.ctrlKey || event.metaKey ? CONTROL_KEYS[event.key] : target.closest("input") ? null : KEYS[event.key] ?? (target.closest(".goban, #history") ? BOARD_KEYS[event.key] ?? BOARD_KEYS[event.key.toLowerCase()] : null);
  if (!action) return;
  event.preventDefault();
  action();
}

/** Makes a perfect move if the player to move is to play perfectly, and no move is there yet. */
function perfectMove() {
  const { known } = primary() ?? {};
  if (!known?.done || state.setting || state.node.children.length || known.standing.over) return;
  const move = known.line?.moves[0]?.move, node = state.node;
  if (!move || !state.perfect[known.standing.to_play]) return;
  setTimeout(() => {
    if (state.node === node && !node.children.length && state.perfect[known.standing.to_play]) play(move);
  }, 400);
}

// Setting up

function setStone(number) {
  const stone = document.querySelector("input[name=stone]:checked").value;
  const { geometry, position } = primary().known.standing;
  const rows = position.split("/"), stones = [...rows.join("")];
  stones[number] = stones[number] === stone ? "." : stone;
  const next = [];
  for (const row of rows) next.push(stones.splice(0, row.length).join(""));
  return tryStart(next.join("/"), document.querySelector("input[name=first]:checked").value, geometry.points[number].name);
}

/** Another start, if a game can start there under the first of the rules. */
async function tryStart(position, first, name) {
  try {
    const text = { board: state.board, rules: state.rules[0], position, moves: [] };
    await ask("/api/position", first === "white" ? { ...text, to_play: "white" } : text);
  } catch (fault) {
    return tell(`${capital(fault.message)}.`);
  }
  state.story = 0;
  restart(position, first);
  if (name) say(`${name} changed.`);
  return show({ push: false, solve: false });
}

function setUp(setting) {
  if (setting) {
    const standing = primary().known?.standing;
    if (!standing) return;
    restart(standing.position, standing.to_play);
  }
  state.setting = setting;
  show();
}

// Choosing

/** Why a game cannot be had; nothing if it can. */
const refusal = game => ask("/api/position?stop=illegal", game).then(() => null, fault => `${capital(fault.message)}.`);

/** Another board, unless there is none of that name: then the one that is shown stays. */
async function newBoard(board) {
  if (!board || board === state.board) return sizes.fault();
  const fault = await refusal({ board, rules: state.rules[0], moves: [] });
  if (fault) return sizes.fault(fault);
  state.board = board;
  state.story = 0;
  restart("", "black");
  state.setting = false;
  return show();
}

/** Other rules, unless there are none such for this board: then those that are shown stay. */
async function newRules(number, rules) {
  if (number === 1 && rules === undefined) state.rules.length = 1;
  else if (rules) {
    const fault = await refusal({ ...gameText(0), rules });
    if (fault) return choices[number].fault(fault);
    state.rules[number] = rules;
  }
  state.story = 0;
  return show();
}

/** A start on which the two rulesets differ. */
function showStart({ board, smallest }) {
  state.board = board;
  restart(smallest, "black");
  return show();
}

/** The game of a file. */
async function load(loaded) {
  state.board = loaded.board;
  if (loaded.rules) state.rules[0] = loaded.rules;
  state.story = 0;
  restart(loaded.position ?? "", loaded.to_play ?? "black");
  state.tree = Tree.fromBranches(loaded.tree);
  state.node = Tree.end(state.tree.root);
  state.setting = false;
  await show();
  return loaded.unknown;
}

let told;

async function showStory() {
  if (told === state.story) return;
  told = state.story;
  const parts = told ? await story(told).catch(() => []) : [];
  find("story").hidden = !parts.length;
  find("story").replaceChildren(...parts);
}

/** What stands below a picture of the board. */
function caption() {
  const { known, number } = primary(), { standing, value } = known, moves = standing.moves.map(({ move }) => move).join(" ");
  return [`${standing.board} under ${standing.rules.title}${number ? "" : sides.length > 1 ? ` (compared with ${sides[1].known.standing?.rules.title})` : ""}`,
    `${standing.over ? "The game is over" : `${colourName(standing.to_play)} to play`}${moves && ` after ${moves}`}${value ? `: ${value.words}` : ""}`];
}

/** Opens the editor of ko rules for the first rules or the second. What is written takes their place, or that of the
    second: then the two are compared. */
function writeRule(editor, number) {
  editor.open(state.rules[number] ?? state.rules[0], state.rules[0], number === 1);
}

function written(rules, compare) {
  if (compare) state.rules[1] = rules;
  else state.rules = [rules];
  show();
}

// Beginning

function listeners() {
  // A page that is left may be kept by the browser, its searches with it.
  addEventListener("pagehide", () => sides.forEach(side => side.analysis.stop(false)));
  addEventListener("pageshow", event => event.persisted && show({ push: false }));
  for (const button of document.querySelectorAll("[data-go]")) button.addEventListener("click", () => go[button.dataset.go]());
  find("pass").addEventListener("click", () => play("pass"));
  find("set-up").addEventListener("click", () => setUp(true));
  find("done").addEventListener("click", () => setUp(false));
  find("clear").addEventListener("click", () => tryStart(primary().known.standing.position.replace(/[XO]/g, "."), state.toPlay));
  for (const input of document.querySelectorAll("input[name=first]")) {
    input.addEventListener("change", () => tryStart(state.position || primary().known.standing.position, input.value));
  }
  for (const input of document.querySelectorAll("input[name=stone]")) input.addEventListener("change", render);
  for (const player of ["black", "white"]) find(player).addEventListener("change", event => {
    state.perfect[player] = event.target.value === "perfect";
    write();
    perfectMove();
  });
  const shared = (what, work) => async event => {
    find("shared").textContent = "…";
    try {
      const said = await work(event);
      find("shared").textContent = said ? `${what} ${capital(said)}.` : what;
    } catch (fault) {
      find("shared").textContent = `${capital(fault.message)}.`;
    }
    find("shared").scrollIntoView({ block: "nearest" });
  };
  find("link").addEventListener("click", shared("The link is copied. It works on this computer only, while the explorer runs: send others a picture or the SGF.", () => navigator.clipboard.writeText(location.href)));
  find("save-sgf").addEventListener("click", shared("The game is saved.", () => saveSgf(state)));
  find("save-svg").addEventListener("click", shared("The picture is saved.", () => saveSvg(state, primary().view.svg, caption())));
  find("save-png").addEventListener("click", shared("The picture is saved.", () => savePng(state, primary().view.svg, caption())));
  find("save-certificate").addEventListener("click", shared("The certificate is verified and saved: kosolver verify checks it again.", async () => {
    const side = primary(), unwatch = followCertificate(side.known.standing, text => { find("shared").textContent = text; });
    await saveCertificate(state, gameText(side.number)).finally(unwatch);
  }));
  // A checker that is proved correct, if the explorer has it.
  find("check")?.addEventListener("click", () =>
    open(`/verified/web/verify.html#game=${encodeURIComponent(JSON.stringify(gameText(primary().number)))}`));
  find("load").addEventListener("change", shared("The game is loaded.", async event => {
    const [chosen] = event.target.files;
    event.target.value = "";
    return load(await loadSgf(chosen, state.rules[0]));
  }));
  const pasted = shared("The game is loaded.", async text => load(await pastedSgf(text, state.rules[0])));
  find("paste").addEventListener("click", async () => pasted(await navigator.clipboard.readText().catch(() => "")));
  addEventListener("paste", event => {
    const text = event.clipboardData.getData("text");
    if (text.includes("(;") && !event.target.closest("input, textarea")) pasted(text);
  });
  onFold(render);
  find("help").addEventListener("click", () => find("keys").showModal());
  addEventListener("keydown", key);
  addEventListener("popstate", () => {
    read();
    show({ push: false });
  });
}

async function begin() {
  const catalogue = await ask("/api/rules");
  const editor = new Editor(catalogue, written);
  const choice = (number, id, label) => new RulesChoice(catalogue, { id, label, none: number > 0, changed: rules => newRules(number, rules),
    edit: () => writeRule(editor, number) });
  choices = [choice(0, "rules", "Rules"), choice(1, "against", "Compare with")];
  find("rulesets").replaceChildren(...choices.map(choice => choice.element));
  sizes = new SizeChoice(newBoard);
  tabs();
  listeners();
  read();
  await show({ push: false });
  document.documentElement.dataset.ready = "yes";
}

begin().catch(fault => {
  console.error(fault);
  tell(fault.message);
});
