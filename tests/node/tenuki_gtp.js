// The npm package tenuki as a program that speaks GTP, so that its ko rules can be asked.
// node tenuki_gtp.js PATH-OF-THE-PACKAGE KO-RULE, where the rule is one of tenuki's own names.
"use strict";

const { Game } = require(process.argv[2]);
const { version } = require(process.argv[2] + "/package.json");
const koRule = process.argv[3];
const LETTERS = "ABCDEFGHJKLMNOPQRST";
let size = 9;
let game = null;

function clear() {
  game = new Game({ boardSize: size, koRule, freeHandicapPlacement: true });
}

const commands = {
  protocol_version: () => "2",
  name: () => "tenuki",
  version: () => version,
  list_commands: () => Object.keys(commands).join("\n"),
  boardsize: ([text]) => {
    const wanted = Number(text);
    if (!Number.isInteger(wanted) || wanted < 2 || wanted > 19) throw new Error("unacceptable size");
    size = wanted;
    clear();
    return "";
  },
  clear_board: () => (clear(), ""),
  komi: () => "",
  quit: () => "",
  undo: () => (game.undo(), ""),
  play: ([, vertex]) => {
    if (vertex.toLowerCase() === "pass") {
      game.pass();
      return "";
    }
    const [y, x] = [size - Number(vertex.slice(1)), LETTERS.indexOf(vertex[0].toUpperCase())];
    if (!game.playAt(y, x)) throw new Error("illegal move");
    return "";
  },
  all_legal: () => {
    const legal = [];
    for (let y = 0; y < size; y++) {
      for (let x = 0; x < size; x++) {
        if (!game.isIllegalAt(y, x)) legal.push(LETTERS[x] + (size - y));
      }
    }
    return legal.join(" ");
  },
};

clear();
require("readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    const [command, ...words] = line.trim().split(/\s+/);
    if (!command) return;
    try {
      if (!(command in commands)) throw new Error("unknown command");
      process.stdout.write("= " + commands[command](words) + "\n\n");
    } catch (error) {
      process.stdout.write("? " + error.message + "\n\n");
    }
    if (command === "quit") process.exit(0);
  });
