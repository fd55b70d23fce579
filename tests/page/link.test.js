// What links to Watch say of a screen.

import { equal } from "./page.js";
import { readScreen, screenText } from "page/kb/link.js";

Deno.test("a link may end in a screen, with what it is about", () => {
  for (
    const [end, name, about] of /** @type {const} */ ([
      ["+hands", "hands", ""],
      ["+hands=B4", "hands", "B4"],
      ["+predict", "predict", ""],
      ["+proof=AB12", "proof", "AB12"],
      ["+fault=forgets-parents", "fault", "forgets-parents"],
    ])
  ) {
    for (const rest of ["easy!17!textbook@246", "easy!17!textbook@246=match1-11", "3x1x1!1.+"]) {
      const screen = { name, about };
      equal(readScreen(rest + end), { rest, screen });
      equal(screenText(screen), end);
    }
  }
});

Deno.test("a link without a screen stays as it is", () => {
  for (const text of ["easy!17!textbook@246", "3x1x1!1.+", "easy!17+other", "easy!17+hands="]) {
    equal(readScreen(text), { rest: text, screen: null });
  }
  equal(screenText(null), "");
});
