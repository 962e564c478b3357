// The quiz: positions on which ko rules differ. Guess the value or a best move, then see why. What was
// answered stays in this browser.

import { Analysis } from "./analysis.js";
import { ask } from "./api.js";
import { BoardView } from "./board.js";
import { capital, colourName, find, h, say } from "./dom.js";
import { marks } from "./panels.js";

const KEPT = "quiz";
const name = question => [question.ask, question.board, question.rules, question.position].join(" ");

/** A value as results have it, in words. */
function words(value) {
  if (value === "NR") return "No result";
  if (value === 0) return "A draw";
  return `${value > 0 ? "Black" : "White"} wins by ${Math.abs(value)}`;
}

class Quiz {
  /** What was said to the question that is open: nothing yet, a value or a move. */
  #said = null;
  #right = false;

  constructor(questions) {
    this.questions = questions;
    this.answers = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
    this.analysis = new Analysis(() => this.#draw());
    this.view = new BoardView({ choose: (move, number) => this.#choose(move, number) });
    find("quiz-board").append(this.view.element);
    addEventListener("hashchange", () => this.open());
  }

  /** The number of the question in the address, else of the first that is not answered. */
  #wanted() {
    const asked = Number(location.hash.slice(1));
    if (asked >= 1 && asked <= this.questions.length) return asked;
    return 1 + Math.max(0, this.questions.findIndex(question => !(name(question) in this.answers)));
  }

  get question() {
    return this.questions[this.number - 1];
  }

  async open() {
    this.#said = null;
    this.number = this.#wanted();
    const { board, rules, position } = this.question;
    await this.analysis.show({ board, rules, position, moves: [] });
    this.#draw();
    await this.analysis.solve();
  }

  #choose(move, number) {
    const { standing } = this.analysis.now;
    const illegal = standing.illegal.find(one => one.move === move);
    if (illegal) return this.view.say(number, `${capital(illegal.reason)}.`, []);
    if (this.question.ask === "move" && standing.legal.includes(move)) this.#answer(move);
  }

  /** Takes an answer; the first to each question is kept. */
  async #answer(said) {
    const known = this.analysis.now, { question } = this;
    if (this.#said !== null) return;
    this.#said = said;
    this.#draw();
    await this.analysis.solve();
    while (known.solving) await new Promise(resolve => setTimeout(resolve, 50));
    if (!known.done || known !== this.analysis.now) return;
    this.#right = question.ask === "value" ? String(said) === String(known.value.score ?? known.value.label) : known.moves.get(said).best;
    this.answers[name(question)] ??= this.#right;
    localStorage.setItem(KEPT, JSON.stringify(this.answers));
    this.#draw();
    say(find("question").querySelector(".verdict").textContent);
    find("question").querySelector(".next")?.focus({ preventScroll: true });
  }

  #draw() {
    const known = this.analysis.now;
    if (!known?.standing) {
      if (known?.fault) find("question").replaceChildren(h("p", { class: "fault", role: "alert" }, known.fault));
      return;
    }
    const { standing } = known, judged = this.#said !== null && known.done;
    this.view.draw(standing.geometry, {
      stones: standing.position.replaceAll("/", ""),
      turn: standing.to_play === "black" ? "X" : "O",
      marks: marks(known, { playable: this.question.ask === "move" && this.#said === null ? standing.legal : [], secret: !judged }),
      mouths: [],
      label: `${standing.board}: ${standing.words}. ${colourName(standing.to_play)} to play.`,
    });
    this.#drawQuestions();
    find("question").replaceChildren(...this.#asked(standing), ...(judged ? this.#judged(known) : this.#choices(standing)));
  }

  #drawQuestions() {
    find("questions").replaceChildren(...this.questions.map((question, index) => {
      const right = this.answers[name(question)];
      const state = right === undefined ? "open" : right ? "right" : "wrong";
      return h("li", {}, h("a", { href: `#${index + 1}`, class: state, "aria-label": `Question ${index + 1}, ${state}`,
        "aria-current": index + 1 === this.number ? "step" : null }, String(index + 1)));
    }));
    const given = Object.keys(this.answers).length, right = Object.values(this.answers).filter(Boolean).length;
    find("score").replaceChildren(`${given} of ${this.questions.length} answered, ${right} right at the first try. `,
      given ? h("button", { type: "button", class: "inline", onclick: () => this.#forget() }, "Start again") : "");
  }

  #forget() {
    this.answers = {};
    localStorage.removeItem(KEPT);
    location.hash = "#1";
    this.open();
  }

  #asked({ to_play: player, rules }) {
    const what = this.question.ask === "value" ? "What is this worth?" : `Which move is best? Choose a point, or pass.`;
    return [
      h("h3", {}, `Question ${this.number} of ${this.questions.length}`),
      h("p", { class: "asked" }, h("strong", {}, `${colourName(player)} to play, under ${rules.title}. `), what),
      h("p", { class: "soft" }, rules.prohibition),
    ];
  }

  #choices() {
    if (this.#said !== null) return [h("p", { class: "verdict" }, "…")];
    const button = (text, said) => h("button", { type: "button", onclick: () => this.#answer(said) }, text);
    const { ask, choices } = this.question;
    return [h("div", { class: "group wrap choices" }, ask === "value" ? choices.map(value => button(words(value), value)) : button("Pass", "pass"))];
  }

  #judged(known) {
    const { question, number } = this, { why } = question;
    const best = [...known.moves.values()].filter(one => one.best).map(one => one.move);
    const verdict = this.#right ? "Right." : question.ask === "value" ? "No." : `No: ${this.#said} ${known.moves.get(this.#said).loss.words}.`;
    const other = this.titles.get(question.against) ?? question.against;
    const line = why.line.length ? `After ${why.line.join(", ")}: ` : "";
    const query = new URLSearchParams({ board: question.board, rules: question.rules, against: question.against, position: question.position, moves: why.line.join(",") });
    return [
      h("p", { class: `verdict ${this.#right ? "right" : "wrong"}` }, verdict),
      h("p", {}, `${capital(known.value.words)}; best: ${best.join(", ")}. Under ${other}: ${words(question.other).replace(/^[AN]/, letter => letter.toLowerCase())}.`),
      h("p", { class: "why" }, h("strong", {}, "Why: "), `${line}${why.reason}. `, why.by === question.rules
        ? `${capital(other)} allows it.` : `${capital(known.standing.rules.title)} allows it.`),
      h("div", { class: "group wrap" },
        h("a", { class: "button", href: `/?${query}` }, "See it under both rules"),
        number < this.questions.length ? h("a", { class: "button strong next", href: `#${number + 1}` }, "Next question") : h("a", { class: "button strong next", href: "/" }, "To the gallery")),
    ];
  }
}

async function begin() {
  const [questions, catalogue] = await Promise.all([ask("/quiz.json"), ask("/api/rules")]);
  const quiz = new Quiz(questions);
  quiz.titles = new Map(catalogue.ko.map(rule => [rule.name, rule.title]));
  await quiz.open();
  document.documentElement.dataset.ready = "yes";
}

begin().catch(fault => find("question").replaceChildren(h("p", { class: "fault", role: "alert" }, fault.message)));
