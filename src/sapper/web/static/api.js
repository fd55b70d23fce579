// The API, readable: made from its OpenAPI document.

import { h } from "./dom.js";

const spec = await (await fetch("/api/openapi.json")).json();

function type(schema) {
  if (!schema) return "";
  if (schema.$ref) {
    const name = schema.$ref.split("/").at(-1);
    return h("a", { href: `#${name}` }, name);
  }
  if (schema.anyOf) return schema.anyOf.flatMap((one, i) => [i ? " or " : "", type(one)]);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" or ");
  if (schema.type === "array") return ["list of ", type(schema.items)];
  return schema.type ?? "anything";
}

const content = (part) => Object.values(part?.content ?? {})[0]?.schema;
const calls = Object.entries(spec.paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, call]) => h("section", { class: "card" },
  h("h2", {}, `${method.toUpperCase()} ${path}`), h("p", {}, call.description ?? call.summary),
  content(call.requestBody) && h("p", { class: "small" }, "takes ", type(content(call.requestBody))),
  h("p", { class: "small" }, "gives ", type(content(call.responses["200"] ?? call.responses["201"])) || "nothing"))));
const forms = Object.entries(spec.components.schemas).map(([name, form]) => h("section", { class: "card", id: name },
  h("h2", {}, name), h("p", {}, form.description ?? ""),
  h("table", {}, Object.entries(form.properties ?? {}).map(([field, schema]) => h("tr", {}, h("td", {}, field), h("td", {}, type(schema)), h("td", { class: "muted" }, schema.description ?? ""))))));
document.getElementById("main").append(h("h1", {}, "The API"), h("p", { class: "muted" }, spec.info.description, " As ", h("a", { href: "/api/openapi.json" }, "OpenAPI"), ". Watching is a websocket at /api/watch, and moves can be made over one at /api/play."),
  h("div", { class: "panel" }, calls), h("h1", {}, "Forms"), h("div", { class: "panel" }, forms));
