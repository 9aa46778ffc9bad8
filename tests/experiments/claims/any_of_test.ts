import assert from "node:assert/strict";
import { anyOf } from "../../../experiments/claims/any_of.ts";
import type { TimedPart } from "../../../results/verdicts/evidence.ts";
import { sideOf, timedEvidence } from "../../../results/verdicts/timed.ts";

/** Fifteen rounds of a number that is claimed to be above 1, `contrary` of them on the other side. */
function around(value: number, contrary = 0): TimedPart {
  const rounds = Array.from({ length: 15 }, (_, round) => {
    const own = round < contrary ? 2 - value : value;
    return { preparation: 0, value: own, least: own, most: own };
  });
  return {
    text: String(value),
    source: "measured",
    datasetKind: "real",
    ...timedEvidence(rounds, { within: [1, Infinity], seed: 1 }),
  };
}

Deno.test("one number in its range is enough, and pays for the choice among all", () => {
  const clear = around(1.5), less = around(1.4, 1), against = around(0.5);
  for (const parts of [[against, less, clear], [clear, less, against]] as const) {
    const part = anyOf(parts);
    assert.deepEqual([part.text, sideOf(part).side], ["1.5", "holds"]);
    assert.equal(part.pFor, 3 * clear.pFor);
  }
  const doubtful = { ...clear, pFor: 0.4 };
  assert.equal(anyOf([doubtful, doubtful, doubtful]).pFor, 1, "no p is more than 1");
});

Deno.test("against it all numbers have to be out of their ranges, and one that is open leaves it open", () => {
  const against = [around(0.5), around(0.6, 1)] as const, open = around(1.5, 7);
  const [clear, close] = against;
  assert.ok(close.pAgainst > clear.pAgainst);
  for (const parts of [[clear, close], [close, clear], [clear, close, clear]] as const) {
    const part = anyOf(parts);
    assert.deepEqual([sideOf(part).side, part.pAgainst], ["fails", close.pAgainst]);
  }
  assert.equal(sideOf(open).side, "open");
  assert.equal(anyOf([...against, open]), open);
  // Nearer to its bound than the session can see, however small its p against the claim.
  const unseen = { ...around(0.98), found: { ...around(0.98).found, seenHi: 1.01 } };
  assert.deepEqual([sideOf(unseen).side, unseen.pAgainst < against[1].pAgainst], ["open", true]);
  assert.equal(anyOf([...against, unseen]), unseen);
});
