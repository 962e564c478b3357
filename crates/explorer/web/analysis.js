// What is known about the game on the board under one ruleset, and the search for more.

import { ask, listen } from "./api.js";

/** How many games the page remembers. */
const KEPT = 400;

export class Analysis {
  /** What is known, by the text of the game. */
  known = new Map();
  /** What is on the board now. */
  now = null;
  #solving = null;

  constructor(changed) {
    this.changed = changed;
  }

  #of(text) {
    const key = JSON.stringify(text);
    let known = this.known.get(key);
    if (!known) {
      known = { text, standing: null, value: null, moves: new Map(), line: null, threat: null, progress: null,
        waiting: false, solving: false, done: false, stopped: false, fault: null, refused: null };
      this.known.set(key, known);
      if (this.known.size > KEPT) this.known.delete(this.known.keys().next().value);
    }
    return known;
  }

  /** Shows a game. A move that these rules refuse ends it, with the reason. */
  async show(text) {
    this.stop(false);
    const known = this.#of(text);
    this.now = known;
    if (!known.standing) {
      try {
        known.standing = await ask("/api/position?stop=illegal", text);
        known.refused = known.standing.refused ?? null;
        known.fault = null;
      } catch (fault) {
        known.fault = fault.message;
      }
    }
    if (this.now === known) this.changed();
    return known;
  }

  /** Solves the game on the board, unless that has been done. */
  async solve() {
    const known = this.now;
    if (!known?.standing || known.refused || known.done || known.solving) return;
    const abort = new AbortController();
    this.#solving = { abort, known };
    Object.assign(known, { solving: true, stopped: false, fault: null, progress: null });
    this.changed();
    try {
      await listen("/api/solve", known.text, abort.signal, event => this.#hear(known, event));
    } catch (fault) {
      if (fault.name !== "AbortError") known.fault = fault.message;
    }
    known.solving = known.waiting = false;
    if (this.#solving?.known === known) this.#solving = null;
    if (this.now === known) this.changed();
  }

  #hear(known, event) {
    known.waiting = event.event === "waiting";
    switch (event.event) {
      case "progress": known.progress = event; break;
      case "value": known.value = event.value; break;
      case "move": known.moves.set(event.move, event); break;
      case "line": known.line = event; break;
      case "threat": known.threat = event; break;
      case "done": known.done = true; known.nodes = event.nodes; break;
      case "fault": known.fault = event.error; break;
    }
    if (this.now === known) this.changed(event.event);
  }

  /** Stops the search. The server hears of it, because nobody listens any more. */
  stop(asked = true) {
    if (!this.#solving) return;
    const { abort, known } = this.#solving;
    known.stopped = asked;
    known.solving = false;
    this.#solving = null;
    abort.abort();
    if (asked) this.changed();
  }
}
