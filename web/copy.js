// Copying to the clipboard, also where the browser has none for pages without TLS.

import { $, h } from "./dom.js";

async function write(text) {
  if (navigator.clipboard?.writeText) {
    try { await navigator.clipboard.writeText(text); return true; } catch { /* Some browsers refuse; the old way remains. */ }
  }
  const box = h("textarea", { readonly: true, class: "off", "aria-hidden": "true" }, "");
  box.value = text;
  const before = document.activeElement;
  document.body.append(box);
  box.select();
  const done = document.execCommand("copy");
  box.remove();
  before?.focus?.({ preventScroll: true });
  return done;
}

/** Copies a text and says so. */
export async function copy(text, what) {
  const done = await write(text);
  $("status").textContent = done ? `${what}: copied.` : "The browser does not let this page copy.";
  return done;
}

/** A button that copies a text, made when it is pressed. */
export function copyButton(label, make, kind = "link") {
  const button = h("button", { type: "button", class: kind, onclick: async () => {
    if (!(await copy(await make(), label))) return;
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = label; }, 1500);
  } }, label);
  return button;
}
