import { equal } from "./page.js";
import { pieces, sentences } from "page/drawer.js";

const [A, B] = [{ cell: "A1" }, { cell: "AB12" }];

Deno.test("a text is split into its sentences, which keep their cells", () => {
  equal(sentences(["Look at ", A, ". Is ", B, " safe? Yes!"]), [
    ["Look at ", A, "."],
    ["Is ", B, " safe?"],
    ["Yes!"],
  ]);
  equal(sentences(["2.5 points."]), [["2.5 points."]]);
  equal(sentences([]), []);
});

Deno.test("a long sentence is split after a comma, and a short one is not", () => {
  equal(pieces(["First, second; third: ", A, "."]), [[
    "First,",
    " ",
    "second;",
    " ",
    "third:",
    " ",
    A,
    ".",
  ]]);
  const long = "x".repeat(50);
  equal(pieces([`${long}, ${long}. `, A, " is safe."]), [
    [`${long},`],
    [`${long}.`],
    [A, " is safe."],
  ]);
  equal(pieces([]), []);
});
