/** Rates of cells that do unequal amounts of work in a sample, and the words of questions. @module */
import assert from "node:assert/strict";
import { SuiteEvidence } from "../../../experiments/claims/suite_evidence.ts";
import { median } from "../../../platform/statistics/mod.ts";
import type { Row, Sample } from "../../../results/row.ts";
import { sideOf } from "../../../results/verdicts/timed.ts";

/** Milliseconds by round of each contender, and its rate at the median. */
function evidence(
  cells: Readonly<Record<string, { readonly ms: readonly number[]; readonly rate: number }>>,
  dataset: string | Readonly<Record<string, string>> = "graph",
): SuiteEvidence {
  const row = (contender: string, metric: string, own: Partial<Row>) => ({
    ...{ suite: "suite", cell: `suite:work:${contender}`, contender, metric, status: "ok", attempt: 1 },
    ...{
      dataset: typeof dataset === "string" ? dataset : dataset[contender],
      dataset_kind: "real",
      source: "measured",
      timer: "wall",
      ...own,
    },
  } as Row);
  const rows = Object.entries(cells).flatMap(([contender, { ms, rate }]) => [
    row(contender, "time", { unit: "ms", median: median(ms) }),
    row(contender, "bandwidth", { unit: "GB/s", median: rate }),
  ]);
  const samples = Object.entries(cells).flatMap(([contender, { ms }]) =>
    ms.map((value, round) =>
      ({ cell: `suite:work:${contender}`, metric: "time", preparation: 0, round, value }) as Sample
    )
  );
  return new SuiteEvidence("suite", { rows, samples }, 1);
}

const at = (contender: string) => ({ workload: "work", contender });
const always = (ms: number) => Array.from({ length: 15 }, () => ms);

// In 2 ms `long` moves 20 MB; in 1 ms `short` moves 8 MB, in half the time, but at a lower rate.
const two = { long: { ms: always(2), rate: 10 }, short: { ms: always(1), rate: 8 } };

Deno.test("the higher rate is that of more work in a time, not of the shorter time", () => {
  const higher = evidence(two).higherRate(at("long"), at("short"), "bandwidth");
  assert.ok(Math.abs(higher.found.median - 1.25) < 1e-12, String(higher.found.median));
  assert.equal(sideOf(higher).side, "holds");
  assert.match(
    higher.text,
    /^bandwidth\(long\) \/ bandwidth\(short\) on graph = 1\.250 .*, claimed above 1$/,
  );
  const lower = evidence(two).higherRate(at("short"), at("long"), "bandwidth");
  assert.ok(Math.abs(lower.found.median - 0.8) < 1e-12);
  assert.equal(sideOf(lower).side, "fails");
});

Deno.test("a rate follows its time from round to round", () => {
  // A round of half the time has twice the rate: in 7 of 15 rounds `short` is the faster one.
  const ms = always(1).map((each, round) => round < 7 ? each / 2 : each);
  const part = evidence({ ...two, short: { ms, rate: 8 } }).higherRate(at("long"), at("short"), "bandwidth");
  assert.ok(Math.abs(part.found.median - 1.25) < 1e-12);
  assert.equal(sideOf(part).side, "open");
});

Deno.test("two rates are equal within the margin on both sides", () => {
  const sides = [1.2, 1.3].map((margin) =>
    [["long", "short"], ["short", "long"]].map(([one, other]) =>
      sideOf(evidence(two).equalRates(at(one), at(other), { rate: "bandwidth", margin })).side
    )
  );
  assert.deepEqual(sides, [["fails", "fails"], ["holds", "holds"]]);
});

Deno.test("a question names what it compares, and the dataset where there is one", () => {
  const text = (dataset: string) => evidence(two, dataset).faster(at("short"), at("long")).text;
  assert.match(
    text("graph"),
    /^time\(long\) \/ time\(short\) on graph = 2\.000 \[2\.000, 2\.000\], 15 rounds, claimed above 1$/,
  );
  assert.match(text(""), /^time\(long\) \/ time\(short\) = 2\.000 /);
  const less = evidence(two).less([at("short"), "time"], [at("long"), "time"]);
  assert.match(less.text, /^time of long on work \(graph\) over time of short on work \(graph\) = 2\.000 /);
  assert.equal(sideOf(less).side, "holds");
  const apart = evidence(two, { long: "large", short: "small" }).less([at("short"), "time"], [
    at("long"),
    "time",
  ]);
  assert.match(apart.text, /^time of long on work \(large\) over time of short on work \(small\) = 2\.000 /);
  const bare = evidence(two, "").less([at("short"), "time"], [at("long"), "time"]);
  assert.match(bare.text, /^time of long on work over time of short on work = 2\.000 /);
});
