// Shows the OpenAPI document of the API as a readable page.

import { h, words } from "./dom.js";

const t = words.api;
document.title = `${t.title} · Sapper`;

const spec = await (await fetch("/api/openapi.json")).json();

/** @typedef {Record<string, any>} Schema an OpenAPI schema */

/** @type {(schema?: Schema) => Part | Part[]} */
function type(schema) {
  if (!schema) return "";
  if (schema.$ref) {
    const name = schema.$ref.split("/").at(-1);
    return h("a", { href: `#${name}` }, name);
  }
  if (schema.anyOf) {
    return schema.anyOf.flatMap((
      /** @type {Schema} */ one,
      /** @type {number} */ i,
    ) => [i ? ` ${t.or} ` : "", type(one)]);
  }
  if (schema.enum) {
    return schema.enum.map((/** @type {unknown} */ value) => JSON.stringify(value)).join(
      ` ${t.or} `,
    );
  }
  if (schema.type === "array") return [`${t.listOf} `, type(schema.items)].flat();
  return schema.type ?? t.anything;
}

/** @param {Schema | undefined} part */
const content = (part) => Object.values(part?.content ?? {})[0]?.schema;
const calls = Object.entries(spec.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, call]) =>
    h(
      "section",
      {},
      h("h2", {}, `${method.toUpperCase()} ${path}`),
      h("p", {}, call.description ?? call.summary),
      content(call.requestBody) &&
        h("p", { class: "small" }, `${t.takes} `, type(content(call.requestBody))),
      h(
        "p",
        { class: "small" },
        `${t.gives} `,
        type(content(call.responses["200"] ?? call.responses["201"])) || t.nothing,
      ),
    )
  )
);
const forms = Object.entries(spec.components.schemas).map(([name, form]) =>
  h(
    "section",
    { id: name },
    h("h2", {}, name),
    h("p", {}, form.description ?? ""),
    h(
      "table",
      {},
      Object.entries(form.properties ?? {}).map(([field, schema]) =>
        h(
          "tr",
          {},
          h("td", {}, field),
          h("td", {}, type(schema)),
          h("td", { class: "muted" }, schema.description ?? ""),
        )
      ),
    ),
  )
);
document.getElementById("main")?.append(
  h("h1", { class: "voice" }, t.title),
  h(
    "p",
    { class: "muted" },
    spec.info.description,
    " ",
    h("a", { href: "/api/openapi.json" }, "OpenAPI"),
  ),
  h("div", { class: "grid-cards" }, calls),
  h("h1", { class: "voice" }, t.forms),
  h("div", { class: "grid-cards" }, forms),
);
