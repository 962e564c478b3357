// One of at most two boards, with all that belongs to it.

import { Analysis } from "./analysis.js";
import { BoardView } from "./board.js";
import { parts } from "./difference.js";
import { capital, colourName, h, put } from "./dom.js";
import { Evaluation } from "./evaluation.js";
import { numbers } from "./numbers.js";
import { bounds, line, marks, more, mouths, status, title, under } from "./panels.js";
import { remark } from "./review.js";

export class Side {
  /** `doing` has what its buttons do: choose, follow, goTo; `heard` is told what the search has found. */
  constructor(number, doing, heard) {
    this.number = number;
    this.doing = doing;
    this.analysis = new Analysis(event => heard(this, event));
    this.view = new BoardView({ choose: doing.choose });
    this.heading = h("h2", { id: `side-${number}` });
    this.status = h("div", { class: "status" });
    this.evaluation = new Evaluation();
    this.under = h("div", { class: "under" });
    this.element = h("section", { class: "side", "aria-labelledby": `side-${number}` },
      this.heading, this.status, this.evaluation.element, this.view.element, this.under);
    this.line = h("div", { class: "best-play" });
    this.lineTitle = h("h2", {});
    this.lines = h("section", { class: "line" }, this.lineTitle, this.line);
    this.more = h("section", { class: "more" });
  }

  get known() {
    return this.analysis.now;
  }

  /** Whether moves can be made here: the game has come so far under these rules. */
  get able() {
    return Boolean(this.known?.standing) && !this.known.refused;
  }

  /** `lost` is what the last move lost. */
  render({ name, setting, sides, stone, lost }) {
    const { known } = this, both = sides.length > 1 ? sides.map(side => side.known) : [];
    put(this.heading, title(known, name), " ", h("code", { class: "soft" }, known?.standing && name.length < 30 ? name : ""));
    if (!known || !known.standing && !known.fault) return;
    const parting = parts(...both);
    const actions = { stop: () => this.analysis.stop(), solve: () => this.analysis.solve(true), parting, said: remark(lost) };
    // A board that is refused, or of which nothing is heard, leaves the last one in its place.
    const stale = !known.standing && this.view.isDrawn;
    this.element.classList.toggle("stale", stale);
    put(this.status, setting ? [h("p", { class: "value-line" }, known.fault
      ? h("span", { class: "fault", role: "alert" }, known.fault) : h("strong", {}, "Set stones up, then play from here"))] : status(known, this.doing.again));
    for (const part of [this.view.element, this.evaluation.element, this.lines, this.more]) part.hidden = !known.standing && !stale;
    if (stale) return put(this.under, []);
    const of = sides.length > 1 ? `: ${title(known, name)}` : "";
    this.lineTitle.textContent = `Best play${of}`;
    this.more.setAttribute("aria-label", `More${of}`);
    put(this.line, setting || known.refused ? [] : line(known, count => this.doing.follow(this, count)));
    put(this.more, setting ? [] : more(known, this.doing.goTo));
    this.evaluation.element.hidden ||= setting;
    this.more.hidden ||= !this.more.childElementCount;
    put(this.under, setting || known.refused || !known.standing ? [] : under(known, actions));
    if (known.standing) this.#draw({ parting, setting, sides, stone });
  }

  #draw({ parting, setting, sides, stone }) {
    const { known } = this, { standing } = known;
    const playable = sides.filter(side => side.able).flatMap(side => side.known.standing.legal);
    this.view.draw(standing.geometry, {
      stones: standing.position.replaceAll("/", ""),
      turn: setting ? stone : { black: "X", white: "O" }[standing.to_play],
      marks: marks(known, { parting, setting, playable }),
      mouths: mouths(standing),
      last: standing.moves.at(-1)?.move,
      numbered: new Map(numbers.numbered ? standing.moves.map(({ move, number }) => [move, number]) : []),
      label: `${standing.board} under ${standing.rules.title}: ${standing.words}. ${colourName(standing.to_play)} to play.`,
    });
    this.evaluation.show(known, known.value ? capital(known.value.words) : bounds(known));
    this.element.classList.toggle("refuses", Boolean(known.refused));
  }
}
