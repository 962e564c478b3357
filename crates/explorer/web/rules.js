// The choice of rules: a ko rule with its reading, a published ruleset, or options and text.

import { capital, h } from "./dom.js";
import { parts } from "./editor.js";

const OWN = "", NOTHING = "-", WRITTEN = "written", WRITE = "write";
const SUICIDE = { forbidden: "forbidden", "multi-stone": "several stones", allowed: "allowed" };
const END = { "two-passes": "two passes", agreement: "four passes (agreement)", "no-pass": "no passes", "prisoner-return": "prisoner return" };

/** The fields of a ruleset as text. */
function fields(text) {
  return new Map(text.split(/\s+/).filter(Boolean).map(word => (word.includes("=") ? word.split("=") : ["ko", word])));
}

/** The rule that a name is a reading of: what stands before the colon. */
const family = name => name.split(":")[0];

/** The ko rules that people ask for first. */
const COMMON = ["psk", "ssk", "nssk", "basic", "spight"];

/** A ruleset as text but for the komi and the handicap, which a game has of its own. */
const bare = text => text.replace(/ (komi|handicap)=\S+/g, "");

/** One choice. `changed` is told the new ruleset; with `none`, there may be none; `edit` opens the editor of rules. */
export class RulesChoice {
  constructor(catalogue, { id, label, none, changed, edit }) {
    this.catalogue = catalogue;
    this.changed = changed;
    const option = ({ name, title }) => h("option", { value: name }, capital(title), h("span", { class: "code" }, ` · ${name}`));
    const families = catalogue.ko.filter(one => one.name === family(one.name)), common = COMMON.map(name => this.#rule(name));
    /** The text of the ko rule, if it is one's own. */
    this.rule = "";
    this.written = h("option", { value: WRITTEN, hidden: true });
    this.edit = h("button", { type: "button", class: "inline", hidden: true, onclick: edit }, "Edit the rule", h("span", { class: "unseen" }, ` of ${label.toLowerCase()}`));
    this.says = h("p", { class: "fault", role: "alert" });
    this.select = h("select", { id, class: "rule-names" },
      none ? h("option", { value: NOTHING }, "nothing") : null,
      h("optgroup", { label: "Common ko rules" }, common.map(option)),
      h("optgroup", { label: "More ko rules" }, families.filter(one => !common.includes(one)).map(option)),
      h("optgroup", { label: "Published rulesets" }, catalogue.presets.filter(one => !this.#rule(one.name)).map(option)),
      this.written, h("option", { value: OWN }, "as written in Options"), h("option", { value: WRITE }, "write a rule…"));
    this.reading = h("select", { "aria-label": `Reading of ${label.toLowerCase()}`, hidden: true, onchange: () => this.#take(this.reading.value) });
    const choices = (name, values, words = {}) => h("label", {}, name.charAt(0).toUpperCase() + name.slice(1) + " ",
      h("select", { "data-field": name, onchange: () => this.#compose() }, values.map(value => h("option", { value }, words[value] ?? value))));
    this.komi = h("input", { size: 5, inputmode: "decimal", "data-field": "komi", onchange: () => this.#compose() });
    this.text = h("input", { class: "wide", spellcheck: "false", autocomplete: "off", maxlength: 1000, onchange: () => this.#take(this.text.value.trim()) });
    this.options = h("details", { class: "options" }, h("summary", {}, h("span", {}, "Options"), h("span", { class: "unseen" }, ` of ${label.toLowerCase()}`)),
      h("div", { class: "option-fields" },
        choices("suicide", catalogue.suicide, SUICIDE), choices("scoring", catalogue.scoring), choices("end", catalogue.end, END),
        h("label", {}, "Komi ", this.komi), h("label", { class: "wide" }, "Ruleset as text ", this.text)));
    this.element = h("div", { class: "field rules-field" }, h("label", { for: id }, label), this.select, this.says, this.reading, this.edit, this.options);
    this.select.addEventListener("change", () => {
      if (this.select.value === WRITE) {
        this.select.value = this.shown;
        edit();
      } else if (this.select.value === WRITTEN) this.changed(this.rule);
      else if (this.select.value === OWN) {
        this.options.open = true;
        this.text.focus();
      } else {
        this.rule = "";
        this.#take(this.select.value);
      }
    });
  }

  #rule(name) {
    return this.catalogue.ko.find(one => one.name === name);
  }

  #named(name) {
    return this.catalogue.presets.find(one => one.name === name) ?? this.#rule(name);
  }

  /** Shows a ruleset; `text` is what the server says it is in full. */
  show(rules, text) {
    this.options.hidden = rules === undefined;
    this.reading.hidden = true;
    const own = parts(rules ?? "");
    this.rule = own.rule;
    this.edit.hidden = this.written.hidden = !own.rule;
    this.written.textContent = `${own.name} – a rule of your own`;
    if (rules !== this.last) this.fault();
    this.last = rules;
    // Another name of a rule or ruleset, or one with a komi, is shown as what it is.
    const alike = own.rule || rules === undefined ? null : this.#named(rules) ?? [...this.catalogue.ko, ...this.catalogue.presets].find(one => text && bare(one.text) === bare(text));
    const rule = alike && this.#rule(alike.name);
    this.shown = rules === undefined ? NOTHING : own.rule ? WRITTEN : rule ? family(rule.name) : alike ? alike.name : OWN;
    this.select.value = this.shown;
    if (rules === undefined) return;
    if (rule) this.#showReadings(rule.name);
    if (document.activeElement === this.text) return;
    const full = text ?? this.#named(rules)?.text ?? (own.rule ? own.fields : rules);
    this.text.value = full;
    const given = fields(full);
    for (const [field, usual] of [["suicide", "forbidden"], ["scoring", "area"], ["end", "two-passes"]]) {
      this.element.querySelector(`[data-field=${field}]`).value = given.get(field) ?? usual;
    }
    this.komi.value = given.get("komi") ?? "0";
  }

  /** Says why rules cannot be had; nothing if they can. */
  fault(text = "") {
    this.says.textContent = text;
  }

  /** The readings of a rule whose text leaves questions open. */
  #showReadings(rules) {
    const readings = this.catalogue.ko.filter(one => family(one.name) === family(rules));
    this.reading.hidden = readings.length < 2;
    this.reading.replaceChildren(...readings.map(({ name }) => h("option", { value: name, selected: name === rules },
      name === family(name) ? "default reading" : `reading: ${name.slice(family(name).length + 1).replaceAll("+", ", ")}`)));
  }

  /** Makes a ruleset out of the options. */
  #compose() {
    const given = fields(this.text.value);
    for (const input of this.element.querySelectorAll("[data-field]")) given.set(input.dataset.field, input.value || "0");
    const usual = { suicide: "forbidden", scoring: "area", end: "two-passes", komi: "0" };
    const words = [...given].filter(([field, value]) => usual[field] !== value && !(field === "scoring" && value === "win-loss"));
    this.#take(words.map(([field, value]) => `${field}=${value}`).join(" "));
  }

  #take(rules) {
    if (rules === NOTHING) return this.changed(undefined);
    const { name } = parts(this.rule), ko = fields(rules).get("ko");
    const plain = rules.replace(/^ko=([\w:+-]+)$/, "$1");
    // The fields of a rule of one's own have its text after them.
    if (!name || ko && family(ko) !== name) return this.changed(plain);
    this.changed(plain === name ? this.rule : `${rules}\n${this.rule}`);
  }
}
