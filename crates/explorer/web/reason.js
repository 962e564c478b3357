// Why a point is forbidden, said at the point; on a narrow screen, in a sheet above the bar.

import { h } from "./dom.js";

export class Reason {
  /** Whether it stays until it is closed. */
  #stays = false;

  constructor() {
    this.text = h("span");
    this.actions = h("span", { class: "actions" });
    this.element = h("div", { class: "reason", hidden: true }, this.text, this.actions,
      h("button", { type: "button", class: "close", "aria-label": "Close", onclick: () => this.hide() }, "×"));
    document.addEventListener("pointerdown", event => {
      if (!this.element.contains(event.target)) this.hide();
    });
    document.addEventListener("keydown", event => event.key === "Escape" && this.hide());
  }

  /** Says it beside an element, in the box that has both. */
  show(text, at, { stays, actions = [] }) {
    if (this.#stays && !stays) return;
    this.#stays = stays;
    this.text.textContent = text;
    this.actions.replaceChildren(...(stays ? actions : []));
    this.element.classList.toggle("stays", stays);
    this.element.hidden = false;
    const box = this.element.parentElement.getBoundingClientRect(), point = at.getBoundingClientRect();
    const { width, height } = this.element.getBoundingClientRect();
    const middle = point.left - box.left + point.width / 2, left = Math.max(0, Math.min(middle - width / 2, box.width - width));
    const below = point.bottom - box.top + 8, above = point.top - box.top - height - 8;
    this.element.style.setProperty("left", `${left}px`);
    this.element.style.setProperty("top", `${point.bottom + 8 + height > innerHeight && above + box.top > 0 ? above : below}px`);
  }

  /** Hides it; what stays only if that is `asked`. */
  hide(asked = true) {
    if (this.#stays && !asked) return;
    this.#stays = false;
    this.element.hidden = true;
  }
}
