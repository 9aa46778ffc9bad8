import assert from "node:assert/strict";
import { claimMechanisms, explainRatio, mechanismOf, TERMS } from "../../../results/report/mechanism.ts";
import { mechanismTable, renderMechanisms } from "../../../results/report/mechanism_card.ts";
import type { Row } from "../../../results/row.ts";
import { claimRow, sessionDocument, writtenRow } from "../session_fixture.ts";

const [suite] = sessionDocument().suites;

function cell(
  contender: string,
  counts: Readonly<Record<string, number>>,
  dataset = "cora",
): [Row, ...Row[]] {
  const [first, ...others] = Object.entries(counts)
    .map(([metric, median]) => writtenRow({ contender, dataset, metric, median }));
  return [first, ...others];
}

const atomics = TERMS.find(({ metric }) => metric === "atomics")!;
const launches = TERMS.find(({ metric }) => metric === "launches")!;

Deno.test("a count within the interval explains a ratio, the nearest one leaves a factor, equal counts leave all", () => {
  const seen = { ratio: 2, lo: 1.8, hi: 2.2 };
  assert.equal(
    explainRatio(seen, [{ term: atomics, ratio: 2.1 }, { term: launches, ratio: 5 }]),
    "within the interval: atomic operations (2.1)",
  );
  assert.equal(
    explainRatio(seen, [{ term: atomics, ratio: 1.25 }]),
    "nearest is atomic operations (1.25), which leaves a factor 1.6 unexplained",
  );
  assert.equal(
    explainRatio(seen, [{ term: atomics, ratio: 4 }]),
    "nearest is atomic operations (4), which predicts more than was measured, by a factor 2",
  );
  assert.match(
    explainRatio(seen, [{ term: atomics, ratio: 0.5 }]),
    /atomic operations \(0\.5\) point the other way/,
  );
  assert.match(explainRatio(seen, [{ term: atomics, ratio: 1 }]), /the counts are equal/);
  assert.match(explainRatio(seen, []), /the counts are equal/);
});

Deno.test("where no difference was seen, a count that predicts one is named", () => {
  const unseen = { ratio: 1.02, lo: 0.95, hi: 1.1 };
  assert.equal(
    explainRatio(unseen, [{ term: atomics, ratio: 3 }]),
    "no difference was seen, against atomic operations (3)",
  );
  assert.equal(
    explainRatio(unseen, [{ term: atomics, ratio: 1.05 }]),
    "no difference was seen, and none beyond the interval is predicted",
  );
});

Deno.test("hit rates predict by their misses, and a count that one side lacks predicts nothing", () => {
  const slow = cell("natural", { time: 4, l2_hit_rate: 40, atomics: 9 });
  const fast = cell("rcm", { time: 2, l2_hit_rate: 80 });
  const mechanism = mechanismOf({ slow, fast, ratio: 2, lo: 1.9, hi: 2.1 })!;
  assert.deepEqual(mechanism.predicted.map(({ term, ratio }) => [term.metric, ratio]), [["l2_hit_rate", 3]]);
  assert.equal(
    mechanismOf({ slow: cell("a", { time: 1 }), fast: cell("b", { time: 1 }), ratio: 1, lo: 1, hi: 1 }),
    undefined,
  );
});

Deno.test("a claim's card compares the cells that its evidence names", () => {
  const rows = [
    ...cell("natural", { time: 4, atomics: 30 }),
    ...cell("rcm", { time: 2, atomics: 10 }),
    ...cell("rcm", { time: 2, atomics: 1 }, "reddit"),
  ];
  const evidence =
    "time(natural) / time(rcm) on cora = 2.000 [1.900, 3.100], 13 rounds; time(natural) / time(metis) on cora = 1.0 [0.9, 1.1], 3 rounds";
  const claim = claimRow({ evidence });
  const [mechanism, ...others] = claimMechanisms(claim, rows);
  assert.deepEqual(others, []);
  assert.deepEqual([mechanism.ratio, mechanism.lo, mechanism.hi], [2, 1.9, 3.1]);
  assert.equal(mechanism.explanation, "within the interval: atomic operations (3)");
  const page = renderMechanisms([claim], { suites: [{ suite, rows }], limit: 10 }).source;
  assert.match(page, /natural order over RCM, cora/);
});

Deno.test("a card says which of two cells has no share of the roofline", () => {
  const without = (rows: readonly Row[]) => rows.map((row) => ({ ...row, roofline_share: undefined }));
  const slow = cell("natural", { time: 4, atomics: 30 }), fast = cell("rcm", { time: 2, atomics: 10 });
  const claim = claimRow({ evidence: "time(natural) / time(rcm) on cora = 2 [1.9, 3.1], 13 rounds" });
  const shares = (rows: readonly Row[]) =>
    mechanismTable(claim, { suites: [{ suite, rows }], limit: 10 })!.rows[0].at(-1);
  assert.equal(shares([...slow, ...fast]), "40 % and 40 %");
  assert.equal(shares([...without(slow), ...fast]), "\u2013 and 40 %");
  assert.equal(shares(without([...slow, ...fast])), "");
});

Deno.test("a claim whose evidence names no cells is shown the speed-ups of its artifact, one that was not run nothing", () => {
  const speedup = writtenRow({
    contender: "rcm",
    dataset: "cora",
    metric: "speedup",
    unit: "x",
    vs: "natural",
    median: 2,
    ci_lo: 1.5,
    ci_hi: 2.5,
  });
  const rows = [...cell("natural", { atomics: 20 }), ...cell("rcm", { atomics: 10 }), speedup];
  const claim = claimRow({ evidence: "said otherwise" });
  assert.equal(claimMechanisms(claim, rows)[0].explanation, "within the interval: atomic operations (2)");
  const source = { suites: [{ suite, rows }], limit: 10 };
  for (const without of [{ verdict: "not-run" }, { tier: "algebra" }, { artifact: "Figure 9" }] as const) {
    assert.deepEqual(claimMechanisms(claimRow({ evidence: "", ...without }), rows), []);
    assert.equal(mechanismTable(claimRow({ evidence: "", ...without }), source), undefined);
  }
});
