// The dialog that asks for a token.

import { $ } from "./dom.js";
import { onTokenNeeded, setToken } from "./api.js";

/** Shows the dialog when a request needs a token, or when a person wants to see more. */
export function startSignIn() {
  // Several requests may wait for the one token.
  let token = null;
  onTokenNeeded(() => token ??= new Promise((done) => {
    const dialog = $("token-dialog");
    $("token-form").onsubmit = () => { setToken($("token").value.trim()); $("token").value = ""; token = null; done(); };
    dialog.oncancel = (event) => event.preventDefault();
    dialog.showModal();
  }));

  // Where the public is let in, a token shows more.
  $("sign-in").addEventListener("click", () => {
    const dialog = $("token-dialog");
    $("token-form").onsubmit = () => { setToken($("token").value.trim()); location.reload(); };
    dialog.oncancel = null;
    dialog.showModal();
  });
}
