// On a small screen the panels beside the board are behind tabs: one is shown at a time.

import { find } from "./dom.js";

export function tabs() {
  const buttons = [...find("tabs").children];
  const open = tab => {
    find("work").dataset.tab = tab;
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.tab === tab));
  };
  for (const button of buttons) button.addEventListener("click", () => open(button.dataset.tab));
  open("best");
}
