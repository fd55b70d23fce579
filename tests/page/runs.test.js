import { equal } from "./page.js";
import { cell, listed, plain, runs } from "page/runs.js";

Deno.test("adjacent words are one run of text, and no run is empty", () => {
  const one = runs`The ${2} at ${cell("C4")}`;
  const all = [
    runs`${one} has ${""}all: ${listed([cell("A1"), "B1"], " and ")}.`,
    runs`${cell("A1")}${cell("B1")}`,
    runs``,
    listed([], " and "),
  ];
  equal(all, [
    ["The 2 at ", { cell: "C4" }, " has all: ", { cell: "A1" }, " and B1."],
    [{ cell: "A1" }, { cell: "B1" }],
    [],
    [],
  ]);
  equal(all.map(plain), ["The 2 at C4 has all: A1 and B1.", "A1B1", "", ""]);
});
