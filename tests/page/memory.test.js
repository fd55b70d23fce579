import { equal } from "./page.js";
import { recall, remember } from "page/memory.js";

Deno.test("what is remembered is recalled", () => {
  remember("sapper.about", { b: [1] });
  equal(recall("sapper.about"), { b: [1] });
});

Deno.test("what is recalled is always an object", () => {
  equal(Object.keys(recall("sapper.about")), []);
  /** @type {[string, string[]][]} */
  const cases = [
    ['{"a": 1}', ["a"]],
    ['{"__proto__": 1}', ["__proto__"]],
    ...["{", "null", "[]", '"text"', "7", "", "%!x", "1x1x1!...!."].map((
      text,
    ) => /** @type {[string, string[]]} */ ([text, []])),
  ];
  for (const [text, keys] of cases) {
    localStorage.setItem("sapper.about", text);
    const found = recall("sapper.about");
    equal([typeof found, Array.isArray(found), Object.keys(found)], ["object", false, keys], text);
  }
});
