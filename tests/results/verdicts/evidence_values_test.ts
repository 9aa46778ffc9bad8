/** @module */
import assert from "node:assert/strict";
import { quotientOf, readEvidence } from "../../../results/verdicts/evidence_values.ts";

Deno.test("numbers of evidence are read with their side, unit and what follows, and the rest stays words", () => {
  const { values, texts } = readEvidence(
    "2 of 4 against: time(a) / time(b) on cora = 0.5 [0.4, Infinity], 15 rounds; the worst error is 0.01; " +
      "1 of 4 open: share of a on x (cora) = 40.2 [39.0, 41.0] %, 23 rounds, of 2 layers over 3; " +
      "1 of 4 for: a curve has one minimum; true = 1.000 [1.000, 1.000], 15 rounds",
  );
  assert.deepEqual(values, [
    { side: "against", text: "time(a) / time(b) on cora", value: 0.5, lo: 0.4, hi: Infinity, unit: "" },
    {
      side: "open",
      text: "share of a on x (cora), of 2 layers over 3",
      value: 40.2,
      lo: 39,
      hi: 41,
      unit: "%",
    },
  ]);
  assert.deepEqual(texts, [
    "the worst error is 0.01",
    "a curve has one minimum",
    "true = 1.000 [1.000, 1.000], 15 rounds",
  ]);
  assert.deepEqual(quotientOf(values[0]), {
    metric: "time",
    above: "a",
    below: "b",
    dataset: "cora",
    note: undefined,
  });
  assert.equal(quotientOf(values[1]), undefined);
  assert.deepEqual(readEvidence(""), { values: [], texts: [] });
});

Deno.test("a claimed range is read where evidence states it, with what follows", () => {
  const within = (claimed: string) => {
    const { values: [{ within, text, unit }] } = readEvidence(`a = 2.0 [1.0, 3.0] ms, 15 rounds${claimed}`);
    return { within, text, unit };
  };
  const read = { text: "a", unit: "ms" };
  assert.deepEqual(within(", claimed above 1.5"), { ...read, within: [1.5, Infinity] });
  assert.deepEqual(within(", claimed below 2e+3"), { ...read, within: [-Infinity, 2000] });
  assert.deepEqual(within(", claimed -1 to 0.25, of 2 layers"), {
    ...read,
    text: "a, of 2 layers",
    within: [-1, 0.25],
  });
  assert.deepEqual(within(""), { ...read, within: undefined }, "older sessions state none");
});
