// Small modules: legend.js, tabs.js, lost.js and api.js.

import { all, equal, one, page, texts } from "./page.js";
import { legend } from "page/legend.js";
import { learnTabs } from "page/tabs.js";

Deno.test("the legend explains every kind of odds", () => {
  const found = [...legend().children];
  equal(found.map((item) => [all("i", item)[0].dataset.o, item.textContent]), [
    ["safe", "safe"],
    ["mine", "mine"],
    ["open", "chance of a mine, in %"],
  ]);
});

Deno.test("Learn has three tabs, and says which one is open", () => {
  for (const current of /** @type {const} */ (["lessons", "patterns", "watch"])) {
    const found = [...learnTabs(current).children].map((tab) =>
      ["href", "aria-current"].map((name) => tab.getAttribute(name))
    );
    equal(
      found,
      ["lessons", "patterns", "watch"].map((view) => [
        `#${view}`,
        view === current ? "page" : null,
      ]),
    );
  }
});

Deno.test("an unknown address says Page not found and links to Home", async () => {
  await import("page/lost.js");
  equal(document.title, "Page not found · Sapper");
  equal(one("a").getAttribute("href"), "/");
});

Deno.test("the API page lists each address and the fields of each form", async () => {
  const form = {
    description: "A move.",
    properties: {
      kind: { enum: ["open", "flag"], description: "what to do" },
      cell: { type: "integer" },
      after: { anyOf: [{ type: "integer" }, { type: "null" }] },
      more: { type: "array", items: { $ref: "#/components/schemas/MoveForm" } },
      any: {},
    },
  };
  const content = { "application/json": { schema: { $ref: "#/components/schemas/MoveForm" } } };
  page.answers["GET /api/openapi.json"] = {
    info: { description: "Plays." },
    paths: {
      "/api/moves": {
        post: {
          description: "Make a move.",
          requestBody: { content },
          responses: { "201": { content } },
        },
        get: { summary: "Look.", responses: { "204": {} } },
      },
    },
    components: { schemas: { MoveForm: form } },
  };
  await import("page/api.js");
  const [post, get, move] = all("section");
  equal([...post.children].map((part) => part.textContent), [
    "POST /api/moves",
    "Make a move.",
    "accepts MoveForm",
    "returns MoveForm",
  ]);
  equal(all("a", post)[0].getAttribute("href"), "#MoveForm");
  equal([...get.children].slice(1).map((part) => part.textContent), ["Look.", "returns nothing"]);
  equal(move.id, "MoveForm");
  equal(all("tr", move).map((row) => texts("td", row)), [
    ["kind", '"open" or "flag"', "what to do"],
    ["cell", "integer", ""],
    ["after", "integer or null", ""],
    ["more", "list of MoveForm", ""],
    ["any", "anything", ""],
  ]);
});
