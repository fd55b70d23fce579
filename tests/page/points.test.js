import { equal } from "./page.js";
import { errorPoints, signedPoints } from "page/points.js";

Deno.test("points have a sign unless they round to 0, and a minus sign is not a hyphen", () => {
  equal([0, 0.4, -0.4, 5, -80].map(signedPoints), ["0", "0", "0", "+5", "−80"]);
});

Deno.test("an error that costs less than a point does not cost 0", () => {
  equal([errorPoints(1, 0), errorPoints(0, 0), errorPoints(1, 12)], ["< 1", "0", "−12"]);
});
