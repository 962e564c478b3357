// Whether the numbers on points are what a move loses or the score after it, and whether stones have the numbers of
// their moves. Two boards have scores unless somebody wants otherwise.

const KEYS = ["numbers", "numbers-compared"], NUMBERED = "move-numbers";

export const numbers = {
  /** Whether two boards are shown. */
  comparing: false,
  get losses() {
    const chosen = localStorage.getItem(KEYS[Number(this.comparing)]);
    return this.comparing ? chosen === "losses" : chosen !== "scores";
  },
  choose(what) {
    localStorage.setItem(KEYS[Number(this.comparing)], what);
  },
  get numbered() {
    return localStorage.getItem(NUMBERED) === "yes";
  },
  number(wanted) {
    localStorage.setItem(NUMBERED, wanted ? "yes" : "no");
  },
  /** What stands on a point after a move that was found; where two rulesets differ, what `both` give. */
  of(found, both) {
    if (!numbers.losses && both) return { label: both, shade: found?.value.shade ?? "even", best: found?.best ?? false };
    if (!found) return null;
    const { label, shade } = numbers.losses ? found.loss : found.value;
    return { label, shade, best: found.best };
  },
};
