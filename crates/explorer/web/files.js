// What can be saved: a link, the game as SGF, the board as SVG, a certificate; and SGF to load.

import { ask, file } from "./api.js";
import { h } from "./dom.js";
import { working } from "./panels.js";

function save(name, blob) {
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

const stem = state => state.board.replace(/[^\w-]+/g, "-");

export async function saveSgf(state) {
  const tree = { board: state.board, to_play: state.toPlay, tree: state.tree.toBranches() };
  if (state.position) tree.position = state.position;
  const written = rules => ask("/api/sgf/write", { ...tree, rules });
  const [one, other] = state.rules;
  // With two boards a move may be legal under one of the rules alone.
  const { sgf } = await written(one).catch(fault => {
    if (!other) throw fault;
    return written(other);
  });
  save(`${stem(state)}.sgf`, new Blob([sgf], { type: "application/x-go-sgf" }));
}

/** A game out of a file; under these rules if it names none that are known. */
export async function loadSgf(chosen, rules) {
  if (chosen.size > 100_000) throw new Error("the file is too large: at most 100 kB are read");
  // Each byte as a character: the file itself names its charset.
  const bytes = new Uint8Array(await chosen.arrayBuffer());
  const sgf = Array.from(bytes, byte => String.fromCharCode(byte)).join("");
  return ask("/api/sgf/read", { sgf, bytes: true, rules });
}

export async function saveCertificate(state, text) {
  save(`${stem(state)}.kcert`, await file("/api/certificate", text));
}

/** Tells how far the certificate of a game is, until that is called off. */
export function followCertificate({ board, rules }, tell) {
  let over = false;
  const timer = setInterval(async () => {
    const { certificates } = await ask("/api/status").catch(() => ({ certificates: [] }));
    const made = certificates.find(one => one.board === board && one.rules === rules.text);
    if (made && !over) tell(working(made.task) ?? `Searching for the proof: ${made.nodes.toLocaleString("en")} nodes`);
  }, 400);
  return () => {
    over = true;
    clearInterval(timer);
  };
}

/** The board as it is drawn, with its style and its definitions in it. */
export async function saveSvg(state, drawing) {
  const sheets = await Promise.all(["/board.css", "/marks.css"].map(async sheet => (await fetch(sheet)).text()));
  const copy = drawing.cloneNode(true);
  copy.removeAttribute("aria-hidden");
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const [, , width, height] = copy.getAttribute("viewBox").split(" ");
  copy.setAttribute("width", 2 * width);
  copy.setAttribute("height", 2 * height);
  const sheet = document.createElementNS("http://www.w3.org/2000/svg", "style");
  sheet.textContent = sheets.join("");
  copy.prepend(document.querySelector(".definitions defs").cloneNode(true), sheet);
  save(`${stem(state)}.svg`, new Blob([new XMLSerializer().serializeToString(copy)], { type: "image/svg+xml" }));
}
