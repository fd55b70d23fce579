import { equal, ok } from "./page.js";
import { dateText, dayOf } from "page/dates.js";

Deno.test("days of the server are days of UTC, in every time zone", () => {
  for (const zone of ["America/Los_Angeles", "Pacific/Auckland", "UTC"]) {
    Deno.env.set("TZ", zone);
    equal(["2026-01-31", "2024-02-29", "2026-12-01"].map((day) => dateText(day)), [
      "31 January",
      "29 February",
      "1 December",
    ]);
    equal(dateText("2026-03-09", { weekday: "short" }), "Mon");
  }
});

Deno.test("the day of a point in time is that of the reader's time zone", () => {
  const noon = Date.UTC(2026, 0, 31, 12) / 1000;
  Deno.env.set("TZ", "Pacific/Auckland");
  ok(new Date().getTimezoneOffset() < 0, "the time zone has changed");
  equal(dayOf(noon), "1 February");
  Deno.env.set("TZ", "America/Los_Angeles");
  equal(dayOf(noon), "31 January");
});
