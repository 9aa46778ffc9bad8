import assert from "node:assert/strict";
import { formatDate, formatSeconds } from "../../../platform/text/time.ts";

Deno.test("durations read as words, and times to the minute", () => {
  const seconds = [42, 185.4, 3599.6, 3720];
  assert.deepEqual(seconds.map(formatSeconds), ["42 s", "3 min 5 s", "1 h 0 min", "1 h 2 min"]);
  assert.equal(formatDate("2026-11-21T14:07:59Z"), "2026-11-21 14:07");
});
