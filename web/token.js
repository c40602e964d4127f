// The dialog that asks for a token.

import { $, problem, show } from "./dom.js";
import { forgetToken, isLetIn, onTokenNeeded, signIn, signOut } from "./api.js";

/**
 * Asks for a token until the server knows it. Where the public is let in, one may go on without: then it returns false.
 */
function askForToken({ title, required, unknown }) {
  const dialog = $("token-dialog"), input = $("token");
  const says = (error) => {
    show($("token-wrong"), error ? problem(error) : null);
    input.setAttribute("aria-invalid", String(Boolean(error)));
    if (error) { input.value = ""; input.focus(); }
  };
  const NOT_KNOWN = { detail: "That token is not known here." };
  $("token-title").textContent = title;
  $("token-cancel").hidden = required;
  input.value = "";
  dialog.showModal();
  says(unknown ? NOT_KNOWN : null);
  return new Promise((done) => {
    const end = (signedIn) => { dialog.onclose = null; input.value = ""; dialog.close(); done(signedIn); };
    $("token-form").onsubmit = async (event) => {
      event.preventDefault();
      $("token-send").disabled = true;
      try {
        if (await signIn(input.value.trim())) end(true); else says(NOT_KNOWN);
      } catch (error) { says(error); }
      $("token-send").disabled = false;
    };
    $("token-cancel").onclick = () => end(false);
    dialog.oncancel = (event) => { if (required) event.preventDefault(); };
    dialog.onkeydown = (event) => { if (required && event.key === "Escape") event.preventDefault(); };
    // On a phone a browser closes a dialog at the second step back, whatever the page says.
    dialog.onclose = () => { if (required) dialog.showModal(); else end(false); };
  });
}

/** Shows the dialog when a request needs a token, or when a person wants to see more. `then` is called after the first. */
export function startSignIn(then = () => {}) {
  // Several requests may wait for the one token.
  let token = null;
  onTokenNeeded((unknown) => token ??= (async () => {
    try {
      const required = !(await isLetIn());
      if (!(await askForToken({ title: "Token required", required, unknown }))) forgetToken();
      then();
    } finally { token = null; }
  })());

  // Where the public is let in, a token shows more.
  $("sign-in").addEventListener("click", async () => {
    if (await askForToken({ title: "Sign in with a token", required: false, unknown: false })) location.reload();
  });

  $("sign-out").addEventListener("click", () => {
    signOut();
    // The address may be that of an answer.
    if (location.hash) history.replaceState(null, "", "#/");
    location.reload();
  });
}
