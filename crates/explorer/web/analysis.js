// What is known about the game on the board under one ruleset, and the search for more.

import { ask, listen } from "./api.js";

/** A search that tried so many positions takes long. */
const LONG = 2e6;

/** How many games the page remembers. */
const KEPT = 400;

/** Whether a search is begun only if it is asked for: all it would find is published, or it takes long or does not end. */
export const isLong = ({ standing, published }) => Boolean(standing.out_of_reach || published?.nodes > LONG
  || published?.line.length && published.moves.length);

export class Analysis {
  /** What is known, by the text of the game. */
  known = new Map();
  /** What is on the board now. */
  now = null;
  #solving = null;
  #filling = null;

  constructor(changed) {
    this.changed = changed;
  }

  #of(text) {
    const key = JSON.stringify(text);
    let known = this.known.get(key);
    if (!known) {
      known = { text, standing: null, value: null, moves: new Map(), line: null, threat: null, progress: null,
        waiting: false, solving: false, done: false, stopped: false, fault: null, refused: null, published: null };
      this.known.set(key, known);
      if (this.known.size > KEPT) this.known.delete(this.known.keys().next().value);
    }
    return known;
  }

  /** Shows a game. A move that these rules refuse ends it, with the reason. */
  async show(text) {
    this.stop(false);
    this.#filling?.abort();
    const known = this.#of(text);
    this.now = known;
    await this.#stand(known);
    if (this.now === known) this.changed();
    return known;
  }

  async #stand(known) {
    if (known.standing) return;
    try {
      known.standing = await ask("/api/position?stop=illegal", known.text);
      known.fault = null;
    } catch (fault) {
      known.fault = fault.message;
      return;
    }
    const { refused, published } = known.standing;
    known.refused = refused ?? null;
    if (!published) return;
    known.published = published;
    known.value = published.value;
    for (const one of published.moves) known.moves.set(one.move, one);
    if (published.line.length) known.line = { moves: published.line };
  }

  /** Finds what a game that is not on the board is worth, within some milliseconds, unless another is shown meanwhile. */
  async fill(text, patience) {
    const known = this.#of(text);
    await this.#stand(known);
    if (!known.standing || known.refused || isLong(known) || known.done || known.skipped) return;
    const abort = this.#filling = new AbortController();
    const timer = setTimeout(() => {
      known.skipped = true;
      abort.abort();
    }, patience);
    await listen("/api/solve", text, abort.signal, event => this.#hear(known, event)).catch(() => {});
    clearTimeout(timer);
    this.changed();
  }

  /** Solves the game on the board, unless that has been done; a search that takes long only if it is `asked` for. */
  async solve(asked = false) {
    const known = this.now;
    if (!known?.standing || known.refused || known.done || known.solving || isLong(known) && !asked) return;
    const abort = new AbortController();
    this.#solving = { abort, known };
    Object.assign(known, { solving: true, stopped: false, fault: null, progress: null });
    this.changed();
    try {
      await listen("/api/solve", known.text, abort.signal, event => this.#hear(known, event));
    } catch (fault) {
      if (fault.name !== "AbortError") Object.assign(known, { fault: fault.message, large: fault.status === 413 });
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
      case "fault": Object.assign(known, { fault: event.error, large: event.status === 413 }); break;
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
