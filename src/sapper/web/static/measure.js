import { h, words } from "./dom.js";
customElements.define("sapper-measure", class extends HTMLElement {
  connectedCallback() { this.className = "hist"; this.append(h("h1", { class: "voice" }, words.views.measure)); }
});
