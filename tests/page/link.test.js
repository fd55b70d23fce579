// What links to Watch say of a screen.

import { equal } from "./page.js";
import { readPosition, readScreen, screenText } from "page/kb/link.js";

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

Deno.test("a link may begin with a position instead of a level and a board", () => {
  equal(readPosition("3x2x1!..F!121"), "3x2x1\n..F\n121\n");
  equal(readPosition("4x1x1!.1.."), "4x1x1\n.1..\n");
  equal(readPosition("2x2x1/given!+.!.."), "2x2x1/given\n+.\n..\n");
  const others = ["easy!17", "9x7x12/open!2!rules", "3x1x1!121", "3x2x1!...", "3x2x1!...!12", ""];
  for (const text of [...others, "3x2x1!...!12x"]) equal(readPosition(text), null, text);
});
