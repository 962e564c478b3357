// Whether the numbers on points are what a move loses or the score after it.

const KEY = "numbers";

export const numbers = {
  get losses() {
    return localStorage.getItem(KEY) !== "scores";
  },
  choose(what) {
    localStorage.setItem(KEY, what);
  },
  /** What stands on a point after a move that was found. */
  of(found) {
    const { label, shade } = numbers.losses ? found.loss : found.value;
    return { label, shade, best: found.best };
  },
};
