import { equal } from "./page.js";
import { grid } from "page/analyse.js";

Deno.test("rows of dots and digits without a level are recognised", () => {
  equal(grid(" .....\r\n11111\n\n00000\n"), [".....", "11111", "00000"]);
  equal(grid("F.\n+8"), ["F.", "+8"]);
  for (const text of ["", "hello", "5x1x1\n.....", "..\n...", "1*\n11", "https://a.b/c"]) {
    equal(grid(text), null, text);
  }
});
