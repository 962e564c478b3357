// The page: a file goes in, a sentence comes out. In node it exports what the test needs.
"use strict";

function binary(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
}

function decompress(frame) {
  const unpack = typeof fzstd === "undefined" ? require("./fzstd.js") : fzstd;
  return binary(unpack.decompress(Uint8Array.from(frame, (letter) => letter.charCodeAt(0))));
}

function verify(bytes) {
  return kosolverVerify(binary(bytes), decompress);
}

const RULES = {
  psk: "positional superko", ssk: "situational superko", nssk: "natural situational superko", fixed: "fixed ko",
  "basic-fixed": "basic ko and fixed ko", spight: "Spight's rule", "spight-2": "Spight's second rule", primitive: "the primitive rules",
  "kee-2020-03": "Kee's rule of March 2020",
};

function sentence(answer) {
  if (answer.verdict === "refused") return `Refused: ${answer.reason}.\nThe file proves nothing.`;
  if (answer.verdict === "not covered") return `Not covered: ${answer.reason}.\nThis checker says nothing about the file.`;
  const said = answer.lines;
  const field = Object.fromEntries(said.rules.split(" ").map((word) => word.split("=")));
  const player = said["to-play"] === "black" ? "Black" : "White";
  const value = said.value;
  const result = value === "0" ? "an even score" : value.startsWith("-") ? `White ahead by ${value.slice(1)}` : `Black ahead by ${value}`;
  return [
    `Proved, by ${answer.lemmas} lemmas.`,
    `Board ${said.board}, position ${said.position}, ${player} to play${said.moves ? `, after the moves ${said.moves}` : ""}.`,
    `Rules: ${RULES[field.ko] || field.ko}, suicide ${field.suicide}, ${field.scoring} scoring, komi ${field.komi}.`,
    `The value is ${value}: Black can force a score of at least ${value}, and White can hold him to it.`,
    `Perfect play ends with ${result}.`,
  ].join("\n");
}

if (typeof document === "undefined") {
  module.exports = { verify, sentence };
} else {
  const said = document.getElementById("said");
  const drop = document.getElementById("drop");
  const show = async (what, bytes) => {
    said.className = "";
    said.textContent = `Checking ${what}…`;
    // The words are drawn before the work begins.
    await new Promise((done) => setTimeout(done, 20));
    try {
      const answer = verify(new Uint8Array(await bytes()));
      said.className = answer.verdict.replace(" ", "-");
      said.textContent = sentence(answer);
    } catch (error) {
      said.className = "refused";
      said.textContent = `The checker stopped: ${error.message}. Nothing is proved.`;
    }
  };
  const chosen = (file) => file && show(file.name, () => file.arrayBuffer());
  document.getElementById("file").addEventListener("change", (event) => chosen(event.target.files[0]));
  for (const name of ["dragover", "dragleave", "drop"]) {
    drop.addEventListener(name, (event) => {
      event.preventDefault();
      drop.classList.toggle("over", name === "dragover");
      if (name === "drop") chosen(event.dataTransfer.files[0]);
    });
  }
  // A site names one of its certificates: verify.html?certificate=3x3-psk. It comes as a script, since a page that
  // is a file may read no other file.
  const named = new URLSearchParams(location.search).get("certificate");
  if (named && /^[\w:+-]+$/.test(named)) {
    show(named, () => new Promise((done, failed) => {
      const script = document.createElement("script");
      window.kosolverCertificate = (text) => done(text.match(/../g).map((byte) => parseInt(byte, 16)));
      script.onerror = () => failed(new Error(`there is no certificate ${named} here`));
      script.src = `certificates/${encodeURIComponent(named)}.js`;
      document.head.append(script);
    }));
  }
  // The explorer hands over a game, and makes its certificate.
  if (location.hash.startsWith("#game=")) {
    show("the value: its certificate is made first", async () => {
      const headers = { "content-type": "application/json" };
      const body = decodeURIComponent(location.hash.slice("#game=".length));
      const answer = await fetch("/api/certificate", { method: "POST", headers, body });
      if (!answer.ok) throw new Error((await answer.json()).error);
      return answer.arrayBuffer();
    });
  }
}
