// The editor of a ko rule of one's own: its text, what is wrong with it as one types, and what it says.

import { ask } from "./api.js";
import { capital, find, h } from "./dom.js";

/** How long after the last key the text is read, in milliseconds. */
const REST = 250;

/** The fields of a ruleset, and the text of a ko rule if it stands there in place of a name: in lines, or in one
    with semicolons. */
export function parts(rules) {
  const mark = rules.includes("\n") ? "\n" : ";", lines = rules.split(mark);
  const at = lines.findIndex(line => /^\s*rule(\s|$)/.test(line));
  if (at < 0) return { fields: rules, rule: "", name: "" };
  const before = lines.slice(0, at).filter(line => line.trim() && !line.trim().startsWith("#"));
  const own = lines.slice(before.length ? at : 0).map(line => (mark === ";" ? line.trim() : line));
  return { fields: before.join(" ").trim(), rule: own.join("\n").trimEnd() + "\n", name: lines[at].trim().split(/\s+/)[1] ?? "" };
}

/** What a ruleset is called where there is no room for the text of its rule. */
export const called = rules => parts(rules ?? "").name || rules;

export class Editor {
  #timer = 0;
  #asked = 0;
  #text = "";

  /** `catalogue` has the texts to start from; `done(rules, compare)` takes the rule that was written. */
  constructor(catalogue, done) {
    this.starts = catalogue.ko.filter(one => one.rule && !one.name.includes(":"));
    this.dialog = find("editor");
    this.text = find("rule-text");
    this.says = find("rule-says");
    this.start = find("rule-start");
    this.reading = h("select", { id: "rule-reading" });
    this.play = find("rule-play");
    this.compare = find("rule-compare");
    this.start.append(...this.starts.map(({ name, title }) => h("option", { value: name }, `${name} – ${title}`)));
    this.start.addEventListener("change", () => this.#begin(this.start.value));
    this.text.addEventListener("input", () => {
      clearTimeout(this.#timer);
      this.#ready(false);
      this.#timer = setTimeout(() => this.#read(), REST);
    });
    const take = compare => {
      this.dialog.close();
      const { value } = this.reading, text = this.#text;
      done(value.includes(":") ? `ko=${value}\n${text}` : text, compare);
    };
    this.play.addEventListener("click", () => take(false));
    this.compare.addEventListener("click", () => take(true));
    find("rule-cancel").addEventListener("click", () => this.dialog.close());
  }

  /** Opens with the text of a ruleset's ko rule, or with one to start from; `other` is what it can be compared with,
      `second` whether it is to stand beside that. */
  open(rules, other, second) {
    const { rule, name } = parts(rules ?? "");
    const start = this.starts.find(one => one.name === rules) ?? this.starts.find(one => one.name === "psk");
    this.start.value = rule ? "" : start.name;
    this.compare.textContent = `Compare with ${called(other)}`;
    this.compare.classList.toggle("strong", second);
    this.play.classList.toggle("strong", !second);
    this.dialog.showModal();
    if (rule) this.#show(rule, name);
    else this.#begin(start.name);
    this.text.focus();
  }

  /** A text to start from, under a name of one's own; the words of who wrote it are not one's own. */
  #begin(name) {
    const rule = this.starts.find(one => one.name === name)?.rule;
    if (rule) this.#show(rule.replace(/^(title|source)\b.*\n/gm, "").replace(/^(\s*rule\s+)/m, "$1my-"));
  }

  #show(text) {
    this.text.value = text;
    this.#read();
  }

  #ready(ready) {
    for (const button of [this.play, this.compare]) button.disabled = !ready;
  }

  async #read() {
    const asked = ++this.#asked, text = this.text.value;
    this.#ready(false);
    let read;
    try {
      read = await ask("/api/rule", { text });
    } catch (fault) {
      read = { readings: [], error: { message: fault.message } };
    }
    // Another text was asked about meanwhile.
    if (asked !== this.#asked) return;
    this.text.setAttribute("aria-invalid", String(Boolean(read.error)));
    if (read.error) return this.says.replaceChildren(...this.#fault(read.error, text));
    this.#text = text;
    this.reading.replaceChildren(...read.readings.map(({ name }) => h("option", { value: name }, name)));
    this.reading.onchange = () => this.#meaning(read.readings);
    this.#meaning(read.readings);
    this.#ready(true);
  }

  #fault({ line, column, length, message }, text) {
    const fault = h("p", { class: "fault" }, line ? h("strong", {}, `Line ${line}, column ${column}. `) : null, `${capital(message)}${/[.?]$/.test(message) ? "" : "."}`);
    if (!line) return [fault];
    const lines = text.split("\n"), signs = [...lines[line - 1] ?? ""];
    const cut = (from, to) => signs.slice(from, to).join("");
    const marked = cut(column - 1, column - 1 + length) || " ";
    const before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + cut(0, column - 1).length;
    const show = () => {
      this.text.focus();
      this.text.setSelectionRange(before, before + marked.length);
    };
    return [fault, h("pre", {}, `${line}  `, cut(0, column - 1), h("mark", {}, marked), cut(column - 1 + length)),
      h("button", { type: "button", class: "inline", onclick: show }, "Go there")];
  }

  #meaning(readings) {
    const one = readings.find(({ name }) => name === this.reading.value) ?? readings[0];
    const why = one.why_it_ends.length ? one.why_it_ends.join(" ") : "They need not: play can go on for ever.";
    this.says.replaceChildren(h("h3", {}, capital(one.title)),
      ...(readings.length > 1 ? [h("label", { for: "rule-reading" }, "Reading "), this.reading] : []),
      h("p", {}, `${one.sentence} (T is the position after the play.)`), h("p", {}, `The game ends: ${one.end}.`),
      h("details", { open: true }, h("summary", {}, "Why games end"), h("p", {}, why)),
      h("details", {}, h("summary", {}, "Normal form"), h("pre", {}, one.normal_form)));
  }
}
