// What all pages share: light or dark, and the mark on the link to the page that is open.

import { find, h } from "./dom.js";

const NAMES = { "": "System", light: "Light", dark: "Dark" };

function theme() {
  const order = Object.keys(NAMES);
  let chosen = localStorage.getItem("theme") ?? "";
  const apply = () => {
    document.documentElement.dataset.theme = chosen;
    find("theme").replaceChildren(NAMES[chosen] ?? NAMES[""], h("span", { class: "wide-only" }, " theme"));
  };
  find("theme").addEventListener("click", () => {
    chosen = order[(order.indexOf(chosen) + 1) % order.length];
    localStorage.setItem("theme", chosen);
    apply();
  });
  apply();
}

function here() {
  const { pathname, search } = location, main = find("main");
  for (const link of document.querySelectorAll("nav a")) {
    const { pathname: path, search: query } = new URL(link.href);
    if (path === pathname && Boolean(query) === Boolean(search)) link.setAttribute("aria-current", "page");
  }
  if (main.classList.contains("gallery")) document.documentElement.dataset.ready = "yes";
}

theme();
here();
