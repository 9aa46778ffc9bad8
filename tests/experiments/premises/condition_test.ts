/** Conditions of premises: ranges, the reading that is told, and the times that a rule has read. @module */
import assert from "node:assert/strict";
import { SuiteEvidence } from "../../../experiments/claims/suite_evidence.ts";
import {
  atLeast,
  atMost,
  between,
  premiseOf,
  type Reading,
} from "../../../experiments/premises/condition.ts";
import { ON_A_GPU } from "../../../experiments/premises/quantities.ts";
import type { Row } from "../../../results/row.ts";
import { LONG_CALLS } from "../../../experiments/premises/long_calls.ts";

/** Evidence of one cell whose time is known, on a device. */
function timed(row: Partial<Row>, callMs?: number): SuiteEvidence {
  const cell = {
    ...{ suite: "s", cell: "s:w:c", contender: "c", metric: "time", status: "ok", unit: "us", median: 500 },
    ...{ dataset: "cora", source: "measured", backend: "wasm", adapter_kind: "none", threads: 2, ...row },
  } as Row;
  return new SuiteEvidence("s", { rows: [cell], samples: [], ...(callMs !== undefined && { callMs }) }, 1);
}

const quantity = (readings: readonly Reading[]) => ({
  name: "headroom",
  readings: () => readings,
  elsewhere: "reddit@1/4",
});

const CORA = { of: "cora", value: 1.2 }, REDDIT = { of: "reddit", value: 3.04 };

Deno.test("a range includes its ends, and the reading that is farthest outside is told", () => {
  const evidence = timed({});
  assert.deepEqual(atLeast(1.5, quantity([REDDIT, CORA])).find(evidence), {
    met: false,
    text: "headroom of cora is 1.2, 1.5 or more is wanted",
  });
  assert.equal(atLeast(1.2, quantity([REDDIT, CORA])).find(evidence).met, true);
  assert.equal(
    atMost(3, quantity([CORA, REDDIT])).find(evidence).text,
    "headroom of reddit is 3.04, 3 or less is wanted",
  );
  assert.equal(between(1.2, 3.04, quantity([CORA, REDDIT])).find(evidence).met, true);
  assert.equal(between(1.3, 3.04, quantity([CORA, REDDIT])).find(evidence).met, false);
  assert.equal(atLeast(0, quantity([{ of: "cora", value: NaN }])).find(evidence).met, false);
});

Deno.test("a number that misses its bound by little is told with the digits that show it", () => {
  const text = (least: number, value: number) =>
    atLeast(least, quantity([{ of: "cora", value }])).find(timed({})).text;
  assert.equal(text(8, 7.9996), "headroom of cora is 7.9996, 8 or more is wanted");
  assert.equal(text(8, 7.4996), "headroom of cora is 7.5, 8 or more is wanted");
  assert.equal(text(8, 8.0004), "headroom of cora is 8, 8 or more is wanted");
  assert.equal(text(8, NaN), "headroom of cora is NaN, 8 or more is wanted");
  const above = atMost(0.1, quantity([{ of: "cora", value: 0.10001 }])).find(timed({}));
  assert.deepEqual([above.met, above.text], [false, "headroom of cora is 0.10001, 0.1 or less is wanted"]);
});

Deno.test("a condition reads as the claims table has it", () => {
  const { text } = between(2, 10, quantity([]));
  assert.deepEqual([atLeast(1.5, quantity([])).text, atMost(0.01, quantity([])).text, text], [
    "headroom >= 1.5",
    "headroom <= 0.01",
    "headroom in 2 to 10",
  ]);
});

Deno.test("a premise is met by all its conditions, else says those that are not and where they would be", () => {
  const evidence = timed({});
  const [met, unmet] = [atLeast(1, quantity([CORA])), atLeast(2, quantity([CORA]))];
  assert.deepEqual(premiseOf([met, unmet, unmet], evidence), {
    met: false,
    text: [unmet, unmet].map((each) => each.find(evidence).text).join("; "),
    elsewhere: "reddit@1/4",
  });
  assert.equal(premiseOf([met], evidence).met, true);
});

Deno.test("times that a rule has read are held against the fixed cost of a call", () => {
  const read = (row: Partial<Row>, callMs?: number) => {
    const evidence = timed(row, callMs);
    evidence.row({ workload: "w", contender: "c" }, "time");
    return LONG_CALLS.find(evidence);
  };
  assert.equal(read({}, 0.025).met, true);
  assert.deepEqual(read({}, 0.05), {
    met: false,
    text: "time over that of an empty call of c on cora is 10, 20 or more is wanted",
  });
  assert.match(read({ dataset: "" }, 0.05).text, /of an empty call of c on w is 10,/, "no graph, no name");
  assert.equal(read({ source: "modelled" }, 0.05).met, true);
  assert.equal(read({ unit: "count" }, 1000).met, true);
  assert.equal(read({}).met, true);
  assert.equal(LONG_CALLS.find(timed({}, 0.05)).met, true, "a time that nobody read");
});

Deno.test("an emulated GPU is none, and the words say what was measured on", () => {
  const found = (row: Parameters<typeof timed>[0]) => {
    const { met, text } = ON_A_GPU.find(timed(row));
    return [met, text];
  };
  assert.deepEqual(found({ backend: "webgpu", adapter_kind: "hardware" }), [true, "measured on a GPU"]);
  assert.deepEqual(found({ backend: "webgpu", adapter_kind: "software" }), [
    false,
    "measured on an emulated GPU, a GPU is wanted",
  ]);
  assert.deepEqual(found({ backend: "x86", adapter_kind: "none", threads: 4 }), [
    false,
    "measured on 4 CPU threads, a GPU is wanted",
  ]);
});
