// The story of a position of the gallery, beside its board.

import { ask } from "./api.js";
import { h } from "./dom.js";

let stories;

/** Its title and sentence, and the way to the next. */
export async function story(number) {
  stories ??= ask("/gallery.json");
  const all = await stories, told = all[number - 1];
  if (!told) return [];
  const link = (to, text) => (all[to - 1] ? h("a", { class: "button", href: `/?${all[to - 1].query}` }, text) : null);
  return [h("h2", {}, told.title), h("p", {}, told.sentence),
    h("div", { class: "group wrap" }, link(number - 1, "Previous"), link(number + 1, "Next"), h("a", { class: "button", href: "/" }, "All positions"),
      h("span", { class: "soft" }, `${number} of ${all.length}`))];
}
