// What stands beside a board: the value, the search, prohibited moves, best play, ko threats.

import { isLong } from "./analysis.js";
import { isValued } from "./difference.js";
import { capital, colourName, h } from "./dom.js";
import { numbers } from "./numbers.js";

const count = new Intl.NumberFormat("en");
const megabytes = bytes => `${count.format(Math.ceil(bytes / (1 << 20)))} MB`;
const key = (value, heavy) => h("span", { class: `key ${value.shade}${heavy ? " heavy" : ""}` }, value.label);
const signed = number => String(number).replace(/^-/, "−");

/** The name of a side: its rules in words. */
export function title(known, name) {
  return known?.standing ? capital(known.standing.rules.title) : name;
}

/** The value, or what is known of it; `again` asks a server again that did not answer. */
export function status(known, again) {
  if (known.fault && !known.standing) {
    return [h("p", { class: "fault", role: "alert" }, `${capital(known.fault)}. `, h("button", { type: "button", class: "inline", onclick: again }, "Try again"))];
  }
  const { standing } = known, parts = [];
  if (known.refused) {
    parts.push(h("p", { class: "refused", role: "alert" }, h("strong", {}, "The game cannot go on under these rules. "),
      `Move ${known.refused.number}: ${known.refused.reason}.`));
    return parts;
  }
  const turn = standing.over ? "The game is over" : `${colourName(standing.to_play)} to play`;
  if (known.value) {
    parts.push(h("p", { class: "value-line" }, key(known.value, true),
      h("strong", {}, capital(known.value.words), isLong(known) && !known.done && known.published ? h("span", { class: "soft published" }, " · published") : null),
      known.published?.proved ? h("span", { class: "proved", title: "The verified checker has proved this value" }, "proved") : null, h("span", { class: "soft" }, turn)));
  } else {
    parts.push(h("p", { class: "value-line" }, h("span", { class: "key even" }, known.solving ? "…" : "?"),
      h("strong", {}, bounds(known)), h("span", { class: "soft" }, turn)));
  }
  const far = standing.out_of_reach ?? (known.large ? capital(known.fault) : null);
  if (far && !known.value) parts.push(h("p", { class: "out-of-reach" }, `${far}.`));
  if (known.fault && !known.value && !known.large) parts.push(h("p", { class: "fault", role: "alert" }, capital(known.fault), "."));
  if (standing.count) parts.push(h("p", { class: "count" }, `${standing.count.words}.`));
  return parts;
}

/** What stands under a board: the pass, how far the search has come, and what is `said` of the last move. */
export function under(known, { stop, solve, parting, said }) {
  return [pass(known, parting.get("pass")), searching(known, { stop, solve }), known.standing.moves.length ? h("p", { class: "remark" }, said ?? " ") : null];
}

function searching(known, { stop, solve }) {
  if (known.solving) {
    return h("div", { class: "search" }, h("span", { class: "spinner", "aria-hidden": "true" }), h("span", { class: "told" }, search(known)),
      h("button", { type: "button", class: "stop", onclick: stop }, "Stop"));
  }
  if (known.done || known.large || known.standing.over || isValued(known) && known.line) return null;
  const begun = known.stopped || known.fault, text = isLong(known) && !known.progress ? "Search anyway" : begun ? "Go on" : "Solve";
  return h("div", { class: "search" }, h("span", {}, `${known.stopped ? "Stopped. " : ""}${partial(known)}`),
    h("button", { type: "button", class: "go-on", onclick: solve }, known.published && !begun ? "Search for them" : text));
}

/** What was found and what was not, of a search that has ended before all was. */
function partial({ value, moves, standing: { legal }, published, fault, stopped }) {
  if (!value) return stopped || fault ? "What was found is kept." : "Nothing is searched yet.";
  const missing = legal.filter(move => !moves.has(move)), time = fault ? "The time was up: " : "";
  const names = missing.length === legal.length ? "the moves" : missing.join(", ");
  if (!missing.length) return `${time}every move has its value, best play is not worked out.`;
  if (missing.length === legal.length) return published ? "What the moves are worth is not published." : `${time}the value is known, ${names} are not valued.`;
  return missing.length <= 3 ? `${time}all moves are valued but ${names}.` : `${time}${moves.size} of ${legal.length} moves are valued.`;
}

/** What is known of the value before it is found. */
export function bounds({ progress, solving, standing, large }) {
  const { lower, upper } = progress ?? {};
  if (large || standing.out_of_reach && !(progress && solving)) return "Out of reach";
  if (lower !== undefined && upper !== undefined) return `Between ${signed(lower)} and ${signed(upper)}`;
  if (lower !== undefined) return `At least ${signed(lower)}`;
  if (upper !== undefined) return `At most ${signed(upper)}`;
  return solving ? "Solving" : "The value is not known";
}

function search({ progress, waiting, value }) {
  if (waiting) return "Waiting: another page is asking about this game, or all threads are busy.";
  if (!progress) return "Solving";
  const { task, stage, found, of, nodes, bytes, seconds } = progress;
  const stages = { value: "The value", moves: `Moves, ${found} of ${of}`, line: "Best play", threat: "Ko threats" };
  const what = working(task) ?? `${stages[value ? stage : "value"] ?? "Solving"} · ${count.format(nodes)} positions tried`;
  return [what, h("span", { class: "wide-only" }, ` · ${megabytes(bytes)} · ${seconds.toFixed(1)} s`)];
}

/** What a search does beside searching, in words. */
export function working(task) {
  switch (task?.task) {
    case "guide": return `Preparing: ${task.percent}% of ${rounded(task.of)} ${task.what}`;
    case "writing": return "Writing the certificate";
    case "verifying": return "Verifying the certificate";
  }
}

const rounded = number => (number < 1e6 ? count.format(number) : `${count.format(Math.round(number / 1e5) / 10)} million`);

function pass(known, both) {
  const found = known.moves.get("pass");
  return found && h("p", { class: "pass" }, "Pass ", key(numbers.of(found, both), found.best),
    found.best ? " a best move" : ` ${numbers.losses ? found.loss.words : found.value.words}`);
}

/** All else that is known, below the list of moves. Buttons that look the same stay when it is drawn again, so what
    they do must not depend on what was shown when they were made. */
export function more(known, goTo) {
  if (!known.standing || known.refused) return [];
  return [endless(known), prohibited(known, goTo), threat(known), kos(known), rulesLine(known)];
}

/** What both can force where play can go on for ever. */
function endless({ value }) {
  if (!value?.bounds) return null;
  return h("p", { class: "bounds" }, `${capital(value.bounds)}.`, h("span", { class: "soft" }, value.lower !== value.upper
    ? ` L = ${signed(value.lower)} is what Black gets if endless play is the worst for him, U = ${signed(value.upper)} if it is the best.`
    : " Endless play changes nothing here."));
}

/** One line of best play; `follow` plays it, up to one of its moves. */
export function line({ line, done, solving, standing }, follow) {
  if (!line) return [h("p", { class: "soft" }, solving ? "…" : standing?.over ?? (done ? "There is no move to make." : "Not solved."))];
  if (!line.moves.length) return [h("p", { class: "soft" }, standing.over ?? "There is no move to make.")];
  const chips = line.moves.map((made, index) => h("li", {}, h("button", {
    type: "button", class: `chip ${made.player}`, "aria-label": `Best play up to ${made.number}. ${made.player} ${made.move}`,
    onclick: () => follow(index + 1),
  }, made.move)));
  const again = line.repeats_after === undefined ? null
    : h("p", { class: "soft" }, `… and again from move ${line.repeats_after + 1} of it: play goes on for ever.`);
  return [h("ol", { class: "chips" }, chips), again];
}

function prohibited(known, goTo) {
  const { illegal } = known.standing;
  if (!illegal.length) return null;
  const items = illegal.map(({ move, reason, since }) => h("li", {}, h("strong", {}, move), ` ${reason}. `,
    since ? h("button", { type: "button", class: "inline", onclick: () => goTo(since) }, `See move ${since}`) : null));
  return h("details", { open: true, "data-key": "illegal", class: "illegal" }, h("summary", {}, `Forbidden now (${illegal.length})`), h("ul", {}, items));
}

function threat(known) {
  const { threat } = known;
  if (!threat) return null;
  const player = colourName(threat.player);
  const text = threat.changes
    ? [`If ${player} first makes a ko threat elsewhere and it is answered, no earlier position can come again: `, key(threat.value, false), ` ${threat.value.words}.`]
    : [`A ko threat by ${player}, answered, would not change the value.`];
  const allows = threat.allows.map(({ move, value }) => h("li", {}, `${move} would be allowed: `, key(value, false), ` ${value.words}.`));
  return h("details", { open: threat.changes, "data-key": "threat" }, h("summary", {}, "With a ko threat"), h("p", {}, text), allows.length ? h("ul", {}, allows) : null);
}

/** The ko structure of the position, under rules that read it; the mouths have the same letters on the board. */
function kos({ standing }) {
  const found = standing.kos?.ko_positions;
  if (!found) return null;
  const letters = mouths(standing);
  const string = ({ colour, points, breaths }) => `${colour} ${points.join(" ")} (${breaths} ${breaths === 1 ? "breath" : "breaths"})`;
  const items = found.map((ko, number) => h("li", {}, h("strong", {}, ko.points.join(" ")),
    ` is a ${ko.fighting ? "fighting" : "disturbing"} ko (${ko.class}). Mouths: `,
    letters.filter(mouth => mouth.ko === number).map(({ letter, points }) => `${letter} (${points.join(" ")})`).join(", "),
    `. Ko strings: ${ko.ko_strings.map(string).join(", ")}.`,
    ko.coupling.length ? ` Coupled by ${ko.coupling.map(string).join(", ")}.` : "",
    ko.moves.length ? ` Moves: ${ko.moves.map(({ player, point, disturbs }) => `${player} ${point}${disturbs ? " (disturbs)" : ""}`).join(", ")}.` : ""));
  return h("details", { "data-key": "kos" }, h("summary", {}, `Kos (${found.length})`),
    h("p", { class: "soft" }, `${capital(standing.kos.source)}.`), found.length ? h("ul", {}, items) : h("p", {}, "There is no ko here."));
}

/** The mouths of all kos, with a letter each. */
export function mouths({ kos }) {
  const all = (kos?.ko_positions ?? []).flatMap((ko, number) => ko.mouths.map(points => ({ ko: number, points })));
  return all.map((mouth, number) => ({ ...mouth, letter: String.fromCharCode(97 + number % 26) }));
}

function rulesLine({ standing: { rules } }) {
  return h("details", { "data-key": "rules" }, h("summary", {}, "The rules"), h("p", {}, h("code", {}, rules.text)), rules.rule && h("pre", {}, rules.rule),
    h("p", {}, `${rules.prohibition} The game ends: ${rules.end}. ${rules.counting}`));
}

/** What a point says to those who do not see it, and how it is marked. With `secret`, values are not told. */
export function marks(known, { parting = new Map(), setting = false, playable, secret = false }) {
  const { standing } = known;
  const position = standing.position.replaceAll("/", "");
  const why = new Map(standing.illegal.map(one => [one.move, one]));
  return standing.geometry.points.map(({ name }, number) => {
    const stone = { X: "black stone", O: "white stone" }[position[number]];
    if (setting) return { label: `${name}, ${stone ?? "empty"}`, can: true };
    if (stone) return { label: `${name}, ${stone}`, can: false };
    const found = known.refused || secret ? null : known.moves.get(name), prohibited = why.get(name);
    const loss = found && (found.best ? "a best move" : found.loss.words);
    const owner = ["black", "white"].find(player => standing.count?.[player].includes(name));
    const said = [name, "empty", owner && `${owner} territory`, found?.value.words, loss, prohibited && `forbidden: ${prohibited.reason}`,
      parting.has(name) && "the rules differ here"];
    return { label: said.filter(Boolean).join(", "), can: playable.includes(name), disc: numbers.of(found, parting.get(name)), prohibited, parts: parting.has(name), owner };
  });
}
