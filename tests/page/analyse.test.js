import { equal } from "./page.js";
import { grid } from "page/analyse.js";

Deno.test("rows of dots and digits without a level are recognised", () => {
  equal(grid(" .....\r\n11111\n\n00000\n"), [".....", "11111", "00000"]);
  equal(grid("F.\n+8"), ["F.", "+8"]);
  for (const text of ["", "hello", "5x1x1\n.....", "..\n...", "1*\n11", "https://a.b/c"]) {
    equal(grid(text), null, text);
  }
});

Deno.test("hidden cells may be # or ?, and rows may be parted by slashes", () => {
  equal(grid("1221/????/????"), ["1221", "....", "...."]);
  equal(grid("01#\n01?\n011"), ["01.", "01.", "011"]);
  // A dot is an open cell without a number, unless it touches a hidden cell or there are zeros.
  equal(grid("..1#\n..1#\n..11"), ["001.", "001.", "0011"]);
  equal(grid(".#1\n.11"), ["..1", ".11"]);
  equal(grid("01#\n01.\n01."), ["01.", "01.", "01."]);
  equal(grid("a/b"), null);
});
