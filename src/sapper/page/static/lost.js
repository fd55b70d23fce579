// Shows that there is no page at this address.

import { h, words } from "./dom.js";

document.title = `${words.lost.title} · Sapper`;
document.getElementById("main")?.append(
  h("h1", { class: "voice" }, words.lost.title),
  h("p", {}, words.lost.text),
  h("p", {}, h("a", { class: "b main", href: "/" }, words.lost.home)),
);
