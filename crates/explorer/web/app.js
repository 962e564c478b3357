// The page: joins the state, the boards, the searches and the panels.

import { Analysis } from "./analysis.js";
import { ask } from "./api.js";
import { BoardView } from "./board.js";
import { colourName, find, h, put, say } from "./dom.js";
import { loadSgf, saveCertificate, saveSgf, saveSvg } from "./files.js";
import { list, nodeAt } from "./history.js";
import { capital, details, marks, mouths, parts, status, title } from "./panels.js";
import { RulesChoice } from "./rules.js";
import { gameText, read, restart, state, write } from "./state.js";
import { Tree } from "./tree.js";

const BOARDS = ["1x5", "1x6", "1x7", "2x2", "2x3", "2x4", "3x3", "3x4", "4x4", "torus:2x3", "cycle:6", "star:5", "complete:4"];

/** One of at most two boards, with all that belongs to it. */
class Side {
  preview = 0;

  constructor(number) {
    this.number = number;
    this.analysis = new Analysis(event => this.#heard(event));
    this.view = new BoardView({ choose, key });
    this.heading = h("h2", { id: `side-${number}` });
    this.status = h("div", { class: "status" });
    this.details = h("div", { class: "details" });
    this.element = h("section", { class: "side", "aria-labelledby": `side-${number}` },
      this.heading, this.status, this.view.element, this.details);
  }

  get known() {
    return this.analysis.now;
  }

  #heard(event) {
    render();
    if (event === "done") {
      const { value, moves, standing } = this.known;
      const best = [...moves.values()].filter(one => one.best).map(one => one.move);
      say([sides.length > 1 && title(this.known, "") + ":", `${colourName(standing.to_play)} to play.`, `${capital(value.words)}.`,
        best.length && `Best: ${best.join(", ")}.`].filter(Boolean).join(" "));
      perfectMove();
    }
  }

  look(step) {
    this.preview = step;
    render();
    const made = step && this.known.line.moves[step - 1];
    if (made) say(`${made.number}. ${made.player} ${made.move}`);
  }

  playLine() {
    const moves = this.known.line.moves.slice(0, this.preview).map(made => made.move);
    state.node = moves.reduce(Tree.after, state.node);
    this.preview = 0;
    show();
  }

  render(other) {
    const { known } = this;
    this.heading.textContent = title(known, state.rules[this.number]);
    if (!known || !known.standing && !known.fault) return;
    const actions = { stop: () => this.analysis.stop(), solve: () => this.analysis.solve() };
    put(this.status, state.setting ? [h("p", { class: "value-line" }, known.fault
      ? h("span", { class: "fault", role: "alert" }, known.fault) : h("strong", {}, "Set stones up, then play from here"))] : status(known, actions));
    put(this.details, state.setting ? [] : details(known, other, {
      preview: this.preview, look: step => this.look(step), advance: by => this.look(this.preview + by), playLine: () => this.playLine(),
      goTo: number => goTo(nodeAt(state.node, number)),
    }));
    this.view.element.hidden = !known.standing;
    if (known.standing) this.#draw(other);
  }

  #draw(other) {
    const { known } = this, { standing } = known;
    const ahead = this.preview ? known.line.moves.slice(0, this.preview) : [];
    const at = ahead.at(-1), position = at?.position ?? standing.position;
    const playable = ahead.length ? [] : sides.flatMap(side => (side.known?.refused ? [] : side.known?.standing?.legal ?? []));
    const shown = marks(known, { parting: parts(known, other), setting: state.setting, playable });
    const stones = position.replaceAll("/", ""), names = standing.geometry.points.map(point => point.name);
    const numbers = {};
    ahead.forEach((made, index) => { if (made.move !== "pass") numbers[names.indexOf(made.move)] = index + 1; });
    if (ahead.length) shown.forEach((mark, number) => {
      const stone = { X: "black stone", O: "white stone" }[stones[number]] ?? "empty";
      shown[number] = { label: `${names[number]}, ${stone}` };
    });
    const turn = state.setting ? document.querySelector("input[name=stone]:checked").value : { black: "X", white: "O" }[standing.to_play];
    this.view.draw(standing.geometry, {
      stones, turn, marks: shown, numbers, mouths: ahead.length ? [] : mouths(standing), active: !ahead.length && !known.refused,
      last: at ? at.move : standing.moves.at(-1)?.move,
      label: `${standing.board} under ${standing.rules.title}: ${standing.words}. ${colourName(standing.to_play)} to play.`,
    });
  }
}

let sides = [], choices = [];
const primary = () => sides.find(side => side.known?.standing && !side.known.refused) ?? sides[0];

// Drawing

function render() {
  sides.forEach((side, number) => side.render(sides[1 - number]?.known));
  const { known } = primary() ?? {};
  sides.forEach((side, number) => choices[number]?.show(state.rules[number], side.known?.standing?.rules.text));
  if (sides.length < 2) choices[1]?.show(undefined);
  document.body.classList.toggle("setting", state.setting);
  find("setting").hidden = !state.setting;
  find("controls").querySelectorAll("[data-go], #pass, #set-up").forEach(button => { button.hidden = state.setting; });
  document.querySelector(`input[name=first][value=${state.toPlay}]`).checked = true;
  const standing = known?.standing, start = !state.node.parent, end = !state.node.children.length;
  for (const button of document.querySelectorAll("[data-go]")) button.disabled = ["first", "back"].includes(button.dataset.go) ? start : end;
  find("pass").disabled = !sides.some(side => !side.known?.refused && side.known?.standing?.legal.includes("pass"));
  for (const player of ["black", "white"]) find(player).value = state.perfect[player] ? "perfect" : "";
  const { black, white } = standing?.prisoners ?? { black: 0, white: 0 };
  find("prisoners").textContent = `Prisoners: Black has taken ${black}, White ${white}.`;
  drawHistory();
  find("save-sgf").disabled = standing ? !/^\d+x\d+$/.test(standing.board) : true;
  find("save-certificate").disabled = !standing || Boolean(standing.over);
}

let drawn = {};

/** The list of moves, drawn again only if it has changed. */
function drawHistory() {
  const { tree, node, toPlay } = state, moves = String(tree);
  if (drawn.tree === tree && drawn.node === node && drawn.moves === moves && drawn.toPlay === toPlay) return;
  drawn = { tree, node, moves, toPlay };
  const focused = find("history").contains(document.activeElement);
  find("history").replaceChildren(list(tree, node, toPlay, goTo));
  if (focused) find("history").querySelector("[aria-current]")?.focus();
}

/** Asks for the game on the board, and solves it. */
async function show({ push = true, solve = true } = {}) {
  write(push);
  if (sides.length !== state.rules.length) {
    sides.forEach(side => side.analysis.stop(false));
    sides = state.rules.map((_, number) => new Side(number));
    find("boards").replaceChildren(...sides.map(side => side.element));
    find("boards").dataset.sides = sides.length;
  }
  find("board").value = state.board;
  const wanted = state.node;
  await Promise.all(sides.map((side, number) => {
    side.preview = 0;
    return side.analysis.show(gameText(number));
  }));
  if (wanted !== state.node) return;
  render();
  if (!state.setting && solve) sides.forEach(side => side.analysis.solve());
  perfectMove();
}

// Playing

function goTo(node) {
  state.node = node;
  const last = node.move ? `Move ${Tree.moves(node).length}: ${node.move}.` : "Start.";
  say(last);
  return show();
}

const go = {
  first: () => goTo(state.tree.root),
  back: () => state.node.parent && goTo(state.node.parent),
  on: () => state.node.children.length && goTo(state.node.children[0]),
  last: () => goTo(Tree.end(state.node)),
};

function play(move) {
  const able = sides.filter(side => side.known?.standing && !side.known.refused);
  if (able.some(side => side.known.standing.legal.includes(move))) {
    state.node = Tree.after(state.node, move);
    return show();
  }
  const reasons = able.map(({ known: { standing } }) => standing.illegal.find(one => one.move === move)?.reason ?? standing.over).filter(Boolean);
  tell(reasons[0] ? `${capital(reasons[0])}.` : `${move}: there is a stone on that point.`);
}

/** Says something below the boards, for a while, and aloud. */
function tell(text) {
  say(text);
  const note = h("p", { class: "note", role: "status" }, text);
  document.querySelectorAll(".note").forEach(old => old.remove());
  find("controls").before(note);
  setTimeout(() => note.remove(), 12_000);
}

function choose(name, number) {
  if (state.setting) return setStone(number);
  if (sides.some(side => side.preview)) return sides.forEach(side => side.look(0));
  return play(name);
}

const KEYS = { p: () => play("pass"), b: go.back, f: go.on, Home: go.first, End: go.last, s: () => sides.forEach(side => side.analysis.stop()) };

function key(name) {
  const action = !state.setting && (KEYS[name] ?? KEYS[name.toLowerCase()]);
  if (action) action();
  return Boolean(action);
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
  const kept = (what, work) => async event => {
    find("kept").textContent = "…";
    try {
      await work(event);
      find("kept").textContent = what;
    } catch (fault) {
      find("kept").textContent = `${capital(fault.message)}.`;
    }
  };
  find("link").addEventListener("click", kept("The link is copied.", () => navigator.clipboard.writeText(location.href)));
  find("save-sgf").addEventListener("click", kept("The game is saved.", () => saveSgf(state)));
  find("save-svg").addEventListener("click", kept("The board is saved.", () => saveSvg(state, primary().view.svg)));
  find("save-certificate").addEventListener("click", kept("The certificate is saved: kosolver verify checks it.",
    () => saveCertificate(state, gameText(primary().number))));
  find("load").addEventListener("change", kept("The game is loaded.", async event => {
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
  }));
  find("help").addEventListener("click", () => find("keys").showModal());
  addEventListener("popstate", () => {
    read();
    show({ push: false });
  });
}

/** Light, dark, or as the system has it. */
function theme() {
  const names = { "": "System", light: "Light", dark: "Dark" }, order = Object.keys(names);
  let chosen = localStorage.getItem("theme") ?? "";
  const apply = () => {
    document.documentElement.dataset.theme = chosen;
    find("theme").replaceChildren(names[chosen] ?? names[""], h("span", { class: "wide-only" }, " theme"));
  };
  find("theme").addEventListener("click", () => {
    chosen = order[(order.indexOf(chosen) + 1) % order.length];
    localStorage.setItem("theme", chosen);
    apply();
  });
  apply();
}

async function begin() {
  theme();
  find("board-list").append(...BOARDS.map(value => h("option", { value })));
  const catalogue = await ask("/api/rules");
  choices = [
    new RulesChoice(catalogue, { id: "rules", label: "Rules", none: false, changed: rules => newRules(0, rules) }),
    new RulesChoice(catalogue, { id: "against", label: "Compare with", none: true, changed: rules => newRules(1, rules) }),
  ];
  find("rulesets").replaceChildren(...choices.map(choice => choice.element));
  listeners();
  read();
  await show({ push: false });
  document.documentElement.dataset.ready = "yes";
}

begin().catch(fault => tell(fault.message));
