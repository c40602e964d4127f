// An answer to take along: copied, as Markdown, as a Word or PDF file, on paper, and as a file for a later check.

import { $, h, problem } from "./dom.js";
import { file, get } from "./api.js";
import { copy } from "./copy.js";

/** Hands a file to the reader. */
function hand(blob, name) {
  const url = URL.createObjectURL(blob);
  const link = h("a", { href: url, download: name });
  document.body.append(link); link.click(); link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** The answer as a document that the server writes, having looked up every quote again. */
const written = (reply, kind) => file(`/document?kind=${kind}`, reply);

/** The ways to take an answer along. */
export function takeAlong(reply) {
  const box = h("div", { class: "tools", role: "group", "aria-label": "Save or share the answer" });
  const button = (label, work) => h("button", { type: "button", class: "plain", onclick: async () => {
    box.parentElement.querySelector(".tools + .problem")?.remove();
    $("status").textContent = "";
    try { await work(); } catch (error) { box.after(problem(error)); }
  } }, label);
  box.append(
    button("Copy", async () => copy(await (await written(reply, "text")).text(), "The answer")),
    button("Markdown", async () => hand(await written(reply, "markdown"), "answer.md")),
    button("Word", async () => hand(await written(reply, "docx"), "answer.docx")),
    button("PDF", async () => hand(await written(reply, "pdf"), "answer.pdf")),
    button("Print", async () => {
      // The quotes are looked up first, and the line below the answer is that of now.
      await written(reply, "text");
      const line = box.closest("article")?.querySelector(".on-paper");
      if (line) line.textContent = (await get("/filters")).about;
      window.print();
    }));
  return box;
}

/** The file that a later check reads. */
export const forChecking = (reply) => h("details", {}, h("summary", {}, "For checking later"),
  h("p", {}, "This file holds the answer with every quote. “Check an answer” compares it with the papers again. ",
    h("button", { type: "button", class: "link", onclick: () => hand(new Blob([JSON.stringify(reply, null, 1)], { type: "application/json" }), "answer.json") }, "Save the answer (JSON)")));
