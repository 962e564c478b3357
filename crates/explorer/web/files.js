// What can be saved: the game as SGF, the board as a picture, a certificate; and SGF to load.

import { ask, file } from "./api.js";
import { h, svg } from "./dom.js";
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

/** A game out of text that was pasted. */
export const pastedSgf = (sgf, rules) => ask("/api/sgf/read", { sgf, rules });

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
    if (made && !over) tell(working(made.task) ?? `Searching for the proof: ${made.nodes.toLocaleString("en")} positions tried`);
  }, 400);
  return () => {
    over = true;
    clearInterval(timer);
  };
}

/** The board as it is drawn, with its style, its definitions and a caption below it. */
async function picture(drawing, caption) {
  const sheets = await Promise.all(["/board.css", "/marks.css"].map(async sheet => (await fetch(sheet)).text()));
  const copy = drawing.cloneNode(true), [, , wide, high] = copy.getAttribute("viewBox").split(" ").map(Number);
  const width = Math.max(wide, 320), lines = caption.flatMap(line => wrapped(line, Math.floor(width / 6.4)));
  const height = high + 18 * lines.length + 12;
  copy.removeAttribute("aria-hidden");
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("viewBox", `${(wide - width) / 2} 0 ${width} ${height}`);
  copy.setAttribute("width", 2 * width);
  copy.setAttribute("height", 2 * height);
  const sheet = svg("style");
  sheet.textContent = `${sheets.join("")} .board text.caption { font-size: 12px; font-weight: 400; fill: #1d1c1a; }`;
  copy.prepend(document.querySelector(".definitions defs").cloneNode(true), sheet,
    svg("rect", { x: (wide - width) / 2, y: 0, width, height, fill: "#faf8f3" }));
  copy.append(...lines.map((line, at) => svg("text", { class: "caption", x: wide / 2, y: high + 16 + 18 * at }, line)));
  return { text: new XMLSerializer().serializeToString(copy), width: 2 * width, height: 2 * height };
}

/** A text in lines of at most so many characters. */
function wrapped(text, most) {
  const lines = [""];
  for (const word of text.split(" ")) {
    if (lines.at(-1) && lines.at(-1).length + word.length >= most) lines.push("");
    lines.push(`${lines.pop()} ${word}`.trim());
  }
  return lines;
}

export async function saveSvg(state, drawing, caption) {
  save(`${stem(state)}.svg`, new Blob([(await picture(drawing, caption)).text], { type: "image/svg+xml" }));
}

export async function savePng(state, drawing, caption) {
  const { text, width, height } = await picture(drawing, caption);
  const image = new Image(width, height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = h("canvas", { width, height });
  canvas.getContext("2d").drawImage(image, 0, 0, width, height);
  save(`${stem(state)}.png`, await new Promise(resolve => canvas.toBlob(resolve, "image/png")));
}
