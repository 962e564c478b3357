// The checker for the browser says of certificates what the program says: node test.js VERDICTS
// VERDICTS are the lines of `verified`, "FILE: proved: …".
"use strict";
const fs = require("fs");
require("./checker.js");
const { verify, sentence } = require("./verify.js");

let count = 0;
for (const line of fs.readFileSync(process.argv[2], "utf8").trim().split("\n")) {
  const [file, verdict] = line.split(": ");
  const answer = verify(fs.readFileSync(file));
  if (answer.verdict !== verdict) throw new Error(`${file}: ${answer.verdict} (${answer.reason}), not ${verdict}`);
  if (verdict === "proved" && !sentence(answer).startsWith("Proved")) throw new Error(sentence(answer));
  count += 1;
}
console.log(`the browser's checker agrees on ${count} certificates`);
