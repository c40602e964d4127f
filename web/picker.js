// The choice of an archive in the header, where a server has several.

import { h } from "./dom.js";
import { base, get } from "./api.js";

/** Shows the choice. The button keeps arrow keys in the list from opening each archive that they pass. */
export async function showPicker() {
  if (!base) return;
  const { archives } = await get("/archives");
  const choice = h("select", { id: "archive" },
    archives.map((one) => h("option", { value: one.address, selected: one.address === `${base}/` }, one.title)),
    h("option", { value: "/" }, "All archives"));
  document.querySelector("header .bar").append(
    h("form", { class: "picker", onsubmit: (event) => { event.preventDefault(); location.assign(choice.value); } },
      h("label", { for: "archive" }, "Archive"), choice, h("button", { type: "submit", class: "plain" }, "Open")));
}
