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

/** Whether the addresses of this page lead nowhere from another computer. */
const isHere = () => /^(?:localhost|127\.0\.0\.1|\[?::1\]?)$/.test(location.hostname);

/** A button that copies a text, made when it is pressed, and says so in `said`, beside it. `linked` texts have a link. */
export function copyButton(label, make, said, linked = false) {
  return h("button", { type: "button", class: "link", onclick: async () => {
    said.textContent = "";
    const done = await write(await make());
    said.textContent = !done ? "The browser does not let this page copy."
      : linked && isHere() ? "Copied. This link works only on this computer." : "Copied.";
  } }, label);
}
