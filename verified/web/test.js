// The browser's checker must say what `verified` says, word for word. Usage: node test.js VERDICTS
// VERDICTS is what `verified` printed: "FILE: proved" and the statement, each line of it after two spaces.
"use strict";
const fs = require("fs");
require("./checker.js");
const { verify } = require("./verify.js");

let count = 0;
for (const said of fs.readFileSync(process.argv[2], "utf8").trim().split(/\n(?! )/)) {
  const [first, ...lines] = said.split("\n");
  const [file, verdict] = first.split(": ");
  const bytes = fs.readFileSync(file);
  const answer = verify(bytes);
  // Integers of a browser hold 31 points.
  if (answer.verdict === "not covered" && answer.text.includes("a board of so many points")) continue;
  if (answer.verdict !== verdict) throw new Error(`${file}: ${answer.verdict} (${answer.text}), not ${verdict}`);
  if (verdict === "proved" && answer.text !== lines.map((line) => line.slice(2)).join("\n")) throw new Error(answer.text);
  if (verdict === "proved" && bytes.length < 2000) {
    const start = bytes.indexOf(Buffer.from([0x28, 0xb5, 0x2f, 0xfd]));
    const frame = bytes.subarray(start);
    const skippable = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 1, 0, 0, 0, 7]);
    const last = Buffer.from(bytes);
    last[last.length - 1] ^= 1;
    const bare = Buffer.from(bytes.subarray(0, bytes.length - 4));
    bare[start + 4] &= ~4;
    const wrong = { "a byte more": [bytes, Buffer.from([0])], "two frames": [bytes, frame], "a skippable frame": [bytes, skippable],
      "a skippable frame first": [bytes.subarray(0, start), skippable, frame], "another checksum": [last], "no checksum": [bare] };
    for (const [what, parts] of Object.entries(wrong)) {
      if (verify(Buffer.concat(parts)).verdict !== "refused") throw new Error(`${file} with ${what} is not refused`);
    }
  }
  count += 1;
}
console.log(`the browser's checker agrees on ${count} certificates`);
