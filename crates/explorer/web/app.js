// The board page: joins the state, the boards, the searches and the panels.

import { ask } from "./api.js";
import { capital, colourName, find, h, put, say } from "./dom.js";
import { called, Editor } from "./editor.js";
import { followCertificate, loadSgf, saveCertificate, saveSgf, saveSvg } from "./files.js";
import { beside, drawing, nodeAt } from "./history.js";
import { legend } from "./legend.js";
import { parting, title } from "./panels.js";
import { RulesChoice } from "./rules.js";
import { Side } from "./side.js";
import { gameText, read, restart, state, write } from "./state.js";
import { Tree } from "./tree.js";

const BOARDS = ["1x5", "1x6", "1x7", "2x2", "2x3", "2x4", "3x3", "3x4", "4x4", "torus:2x3", "cycle:6", "star:5", "complete:4"];

let sides = [], choices = [];
const primary = () => sides.find(side => side.able) ?? sides[0];

// Drawing

function render() {
  const stone = document.querySelector("input[name=stone]:checked").value;
  sides.forEach((side, number) => side.render({ name: called(state.rules[number]), setting: state.setting, sides, stone }));
  const { known } = primary() ?? {};
  sides.forEach((side, number) => choices[number]?.show(state.rules[number], side.known?.standing?.rules.text));
  if (sides.length < 2) choices[1]?.show(undefined);
  const wide = known?.standing && primary().view.wide;
  find("boards").dataset.stacked = String(Boolean(wide));
  find("work").dataset.sides = sides.length;
  put(find("legend"), state.setting ? [] : legend(sides, sides.length > 1 ? parting(sides[0].known ?? {}, sides[1].known) : null, render));
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
  find("save-sgf").disabled = standing ? !/^\d+x\d+$/.test(standing.board) : true;
  for (const button of [find("save-certificate"), find("check")].filter(Boolean)) button.disabled = !standing || Boolean(standing.over);
}

let drawn = {};

/** The tree of moves, drawn again only if it has changed. */
function drawHistory() {
  const { tree, node, toPlay } = state, moves = String(tree);
  if (drawn.tree === tree && drawn.node === node && drawn.moves === moves && drawn.toPlay === toPlay) return;
  drawn = { tree, node, moves, toPlay };
  const box = find("history"), focused = box.contains(document.activeElement);
  box.replaceChildren(drawing(tree, node, toPlay, goTo));
  const here = box.querySelector("[aria-current]");
  box.scrollTo(here.offsetLeft - box.clientWidth / 2, here.offsetTop - box.clientHeight / 2);
  if (focused) here.focus({ preventScroll: true });
}

/** Something was found, or the game on a board has changed. */
function heard(side, event) {
  render();
  if (event !== "done") return;
  const { value, moves, standing } = side.known;
  const best = [...moves.values()].filter(one => one.best).map(one => one.move);
  say([sides.length > 1 && title(side.known, "") + ":", `${colourName(standing.to_play)} to play.`, `${capital(value.words)}.`,
    best.length && `Best: ${best.join(", ")}.`].filter(Boolean).join(" "));
  perfectMove();
}

/** Asks for the game on the board, and solves it. */
async function show({ push = true, solve = true } = {}) {
  write(push);
  if (sides.length !== state.rules.length) {
    sides.forEach(side => side.analysis.stop(false));
    sides = state.rules.map((_, number) => new Side(number, { choose, follow, goTo: made => goTo(nodeAt(state.node, made)) }, heard));
    find("boards").replaceChildren(...sides.map(side => side.element));
    find("lines").replaceChildren(...sides.map(side => side.lines));
    find("more").replaceChildren(...sides.map(side => side.more));
    find("boards").dataset.sides = sides.length;
  }
  find("board").value = state.board;
  const wanted = state.node;
  await Promise.all(sides.map((side, number) => side.analysis.show(gameText(number))));
  if (wanted !== state.node) return;
  render();
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
  tell(`${move}: there is a stone on that point.`);
}

/** Plays best play up to one of its moves. The rest of it becomes moves of the game too, to step through. */
function follow(side, count) {
  const { node } = state, line = side.known.line.moves.map(made => made.move);
  line.reduce(Tree.after, node);
  return goTo(line.slice(0, count).reduce(Tree.after, node));
}

/** Says something above the bar, for a while, and aloud. */
function tell(text) {
  say(text);
  const note = h("p", { class: "note" }, text);
  document.querySelectorAll(".note").forEach(old => old.remove());
  document.body.append(note);
  setTimeout(() => note.remove(), 12_000);
}

function choose(name, number) {
  document.querySelectorAll(".note").forEach(old => old.remove());
  return state.setting ? setStone(number) : play(name, number);
}

const vary = step => {
  const node = beside(state.node, step);
  return node && goTo(node);
};
/** Keys of the whole page, and those while a board or the tree has the focus. */
const KEYS = { ArrowLeft: go.back, ArrowRight: go.on };
const BOARD_KEYS = { ArrowUp: () => vary(-1), ArrowDown: () => vary(1), p: () => play("pass"), b: go.back, f: go.on, Home: go.first, End: go.last, s: () => sides.forEach(side => side.analysis.stop()) };

function key(event) {
  const { target } = event;
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || state.setting || document.querySelector("dialog[open]")) return;
  if (target.closest("input, select, textarea")) return;
  const action = KEYS[event.key] ?? (target.closest(".goban, #history") ? BOARD_KEYS[event.key] ?? BOARD_KEYS[event.key.toLowerCase()] : null);
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

function newBoard(board) {
  if (!board || board === state.board) return;
  state.board = board;
  restart("", "black");
  state.setting = false;
  show();
}

function newRules(number, rules) {
  if (number === 1 && rules === undefined) state.rules.length = 1;
  else if (rules) state.rules[number] = rules;
  show();
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
  find("choose").addEventListener("submit", event => {
    event.preventDefault();
    newBoard(find("board").value.trim());
  });
  find("board").addEventListener("change", () => newBoard(find("board").value.trim()));
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
  };
  find("link").addEventListener("click", shared("The link is copied.", () => navigator.clipboard.writeText(location.href)));
  find("save-sgf").addEventListener("click", shared("The game is saved.", () => saveSgf(state)));
  find("save-svg").addEventListener("click", shared("The board is saved.", () => saveSvg(state, primary().view.svg)));
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
    const loaded = await loadSgf(chosen, state.rules[0]);
    state.board = loaded.board;
    if (loaded.rules) state.rules[0] = loaded.rules;
    restart(loaded.position ?? "", loaded.to_play ?? "black");
    state.tree = Tree.fromBranches(loaded.tree);
    state.node = Tree.end(state.tree.root);
    state.setting = false;
    await show();
    return loaded.unknown;
  }));
  find("help").addEventListener("click", () => find("keys").showModal());
  addEventListener("keydown", key);
  addEventListener("popstate", () => {
    read();
    show({ push: false });
  });
}

async function begin() {
  find("board-list").append(...BOARDS.map(value => h("option", { value })));
  const catalogue = await ask("/api/rules");
  const editor = new Editor(catalogue, written);
  const choice = (number, id, label) => new RulesChoice(catalogue, { id, label, none: number > 0, changed: rules => newRules(number, rules),
    edit: () => writeRule(editor, number) });
  choices = [choice(0, "rules", "Rules"), choice(1, "against", "Compare with")];
  find("rulesets").replaceChildren(...choices.map(choice => choice.element));
  listeners();
  read();
  await show({ push: false });
  document.documentElement.dataset.ready = "yes";
}

begin().catch(fault => tell(fault.message));
