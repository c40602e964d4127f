// The page that lists the archives of a server that has several.

import { $, h, show, counted, problem } from "./dom.js";
import { get, isSignedIn } from "./api.js";
import { startSignIn } from "./token.js";

startSignIn();

get("/archives").then(({ archives, sign_in }) => {
  $("sign-in").hidden = !sign_in;
  $("signed-in").hidden = !isSignedIn();
  show($("archives"), archives.length
    ? h("ul", { class: "hits" }, archives.map((one) => h("li", {},
      h("h2", {}, h("a", { href: one.address }, one.title)),
      h("p", { class: "where" }, [counted(one.sources, "paper"), one.places ? ` from ${counted(one.places, "place")}` : null]))))
    : h("p", { class: "notice" }, "No archive here has papers that you may see."));
}).catch((error) => show($("archives"), problem(error)));
