// Small helpers for the page.

/** An element with attributes, listeners (`onclick`) and children. */
export function h(tag, properties = {}, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/** The same for a drawing. */
export function svg(tag, properties = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), properties, children);
}

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== undefined && value !== null) element.setAttribute(name, value);
  }
  element.append(...children.flat(Infinity).filter(child => child !== null && child !== undefined && child !== false));
  return element;
}

export const find = id => document.getElementById(id);

/** Says something to those who listen to the page. */
export function say(text) {
  const live = find("live");
  if (live.textContent !== text) live.textContent = text;
}

/** Puts other children into an element. What is the same stays, so that the focus does and nothing flickers;
    what a user has opened stays open. */
export function put(element, ...children) {
  const next = h("div", {}, children);
  const opened = new Map([...element.querySelectorAll("details")].map(one => [one.dataset.key, one.open]));
  for (const one of next.querySelectorAll("details")) one.open = opened.get(one.dataset.key) ?? one.open;
  sync(element, next);
}

function sync(old, next) {
  const wanted = [...next.childNodes];
  wanted.forEach((node, place) => {
    const there = old.childNodes[place];
    if (!there) old.append(node);
    else if (there.nodeName !== node.nodeName || there.dataset?.key !== node.dataset?.key) there.replaceWith(node);
    else if (there.nodeType === Node.TEXT_NODE) {
      if (there.data !== node.data) there.data = node.data;
    } else if (there.outerHTML === node.outerHTML) {
      // As it was.
    } else if (there.nodeName === "BUTTON") {
      // What it does may be something else now.
      const focused = there === document.activeElement;
      there.replaceWith(node);
      if (focused) node.focus();
    } else {
      attributes(there, node);
      sync(there, node);
    }
  });
  while (old.childNodes.length > wanted.length) old.lastChild.remove();
}

function attributes(old, next) {
  for (const { name } of [...old.attributes]) if (!next.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of next.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
}

export const colourName = player => (player === "black" ? "Black" : "White");

export const capital = text => text.charAt(0).toUpperCase() + text.slice(1);
