"use strict";
// An address that leads into a fold opens it.
const unfold = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let fold = target?.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  target?.scrollIntoView();
};
addEventListener("hashchange", unfold);
if (location.hash) unfold();
for (const button of document.querySelectorAll("[data-folds]")) {
  button.addEventListener("click", () => {
    for (const fold of document.querySelectorAll("details.fold")) fold.open = button.dataset.folds === "open";
  });
}
// What is wider than its place says so, as long as there is more to the right.
for (const box of document.querySelectorAll(".scroll")) {
  const look = () => box.classList.toggle("more", box.scrollLeft + box.clientWidth < box.scrollWidth - 1);
  box.addEventListener("scroll", look, { passive: true });
  new ResizeObserver(look).observe(box);
}
