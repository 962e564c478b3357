// The page: a file goes in, a sentence comes out. In node it exports what the test needs.
"use strict";

function binary(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
}

// The checksum at the end of a frame: the low 32 bits of XXH64 of the content.
function checksum(bytes) {
  const word = (n) => BigInt.asUintN(64, n);
  const turn = (n, by) => word((n << BigInt(by)) | (n >> BigInt(64 - by)));
  const [A, B, C, D, E] = [
    0x9e3779b185ebca87n, 0xc2b2ae3d27d4eb4fn, 0x165667b19e3779f9n, 0x85ebca77c2b2ae63n, 0x27d4eb2f165667c5n,
  ];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const round = (acc, n) => word(turn(word(acc + n * B), 31) * A);
  let at = 0;
  let hash = E;
  if (bytes.length >= 32) {
    const acc = [word(A + B), B, 0n, word(-A)];
    for (; at + 32 <= bytes.length; at += 32) {
      for (let k = 0; k < 4; k += 1) acc[k] = round(acc[k], view.getBigUint64(at + 8 * k, true));
    }
    hash = word(turn(acc[0], 1) + turn(acc[1], 7) + turn(acc[2], 12) + turn(acc[3], 18));
    for (const one of acc) hash = word((hash ^ round(0n, one)) * A + D);
  }
  hash = word(hash + BigInt(bytes.length));
  for (; at + 8 <= bytes.length; at += 8) hash = word(turn(hash ^ round(0n, view.getBigUint64(at, true)), 27) * A + D);
  if (at + 4 <= bytes.length) {
    hash = word(turn(hash ^ word(BigInt(view.getUint32(at, true)) * A), 23) * B + C);
    at += 4;
  }
  for (; at < bytes.length; at += 1) hash = word(turn(hash ^ word(BigInt(bytes[at]) * E), 11) * A);
  hash = word((hash ^ (hash >> 33n)) * B);
  hash = word((hash ^ (hash >> 29n)) * C);
  return Number((hash ^ (hash >> 32n)) & 0xffffffffn);
}

// The content is made bit by bit, so that a frame of few bytes cannot fill the memory.
function decompress(text, limit) {
  const unpack = typeof fzstd === "undefined" ? require("./fzstd.js") : fzstd;
  const frame = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const parts = [];
  let length = 0;
  const stream = new unpack.Decompress((part) => {
    parts.push(part.slice());
    length += part.length;
    if (length > limit) throw new Error("too much content");
  });
  for (let at = 0; at < frame.length; at += 4096) stream.push(frame.subarray(at, at + 4096), at + 4096 >= frame.length);
  const content = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    content.set(part, at);
    at += part.length;
  }
  if (checksum(content) !== new DataView(frame.buffer).getUint32(frame.length - 4, true)) throw new Error("another checksum");
  return binary(content);
}

function verify(bytes) {
  return kosolverVerify(binary(bytes), decompress);
}

if (typeof document === "undefined") {
  module.exports = { verify };
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
      said.textContent = answer.text;
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
