import assert from "node:assert/strict";
import { EvidenceMissing, SuiteEvidence } from "../../../../experiments/claims/suite_evidence.ts";
import { figure5 } from "../../../../experiments/eppgcn/group_sizes/figure_5.ts";
import { changedMetric, RATE_CHANGES } from "../../../../experiments/eppgcn/group_sizes/rate_changes.ts";
import { groupCounts } from "../../../../hardware/models/grouping_model.ts";
import { RandomStream } from "../../../../platform/random.ts";
import { bootstrapMedianInterval, median } from "../../../../platform/statistics/mod.ts";
import type { Row, Sample } from "../../../../results/row.ts";
import { sideOf } from "../../../../results/verdicts/timed.ts";

const SIZES = [2, 4, 8, 16, 32, 64, 128];

/** A curve that is least at a size, where the next one takes as many times as long. */
const leastAt = (best: number, next: number) =>
  SIZES.map((size) => size === 2 * best ? next : 1 + Math.abs(Math.log2(size / best)) / 4);

/** Parts of a claim about curves that are the same on all contenders and at all rates. */
function decided(claim: string, curves: Readonly<Record<"blog" | "twitter", readonly number[]>>) {
  const rows = Object.entries(curves).flatMap(([graph, times]) =>
    figure5.contenders.flatMap(({ id }) =>
      SIZES.flatMap((size, i) =>
        RATE_CHANGES.map((change) => ({
          suite: figure5.id,
          cell: `${figure5.id}:${graph}:gs${size}:${id}`,
          contender: id,
          metric: changedMetric("time", change.id),
          median: times[i],
          source: "modelled",
          n: 1,
          status: "ok",
          dataset_kind: "real",
          dataset: graph,
        } as Row))
      )
    )
  );
  const evidence = new SuiteEvidence(figure5.id, { rows, samples: [] }, 1);
  return figure5.claims.find(({ claimId }) => claimId === claim)!.decide(evidence);
}

/** Whether one size fits all. */
const oneSize = (curves: Parameters<typeof decided>[1]) => decided("eppgcn.q.one-size", curves);

Deno.test("graphs have other best sizes where no size is as good as the best on both, and not by less than the tolerance", () => {
  const [apart, within] = oneSize({ blog: leastAt(64, 1.2), twitter: leastAt(16, 1.2) });
  assert.ok(apart.kind === "exact" && apart.holds);
  assert.ok(within.kind === "exact" && !within.holds, "graph and paths have the same curve");
  const [near] = oneSize({ blog: leastAt(64, 1.2), twitter: leastAt(32, 1.002) });
  assert.ok(near.kind === "open" && /below 1 %/.test(near.reason), "64 is as good as 32 on both");
  const [same] = oneSize({ blog: leastAt(32, 1.002), twitter: leastAt(32, 1.2) });
  assert.ok(same.kind === "exact" && !same.holds);
});

Deno.test("a curve has one minimum where it falls up to the least time and rises behind it, but for noise", () => {
  const minimum = (times: readonly number[]) => {
    const parts = decided("eppgcn.q.unimodal", { blog: times, twitter: leastAt(16, 1.2) });
    // The curves of the graph and of its paths, which are the same here, on each of two graphs.
    assert.equal(parts.length, 4);
    assert.ok(parts.slice(2).every((part) => part.kind === "exact" && part.holds));
    assert.equal(parts[0].kind, parts[1].kind);
    return parts[0].kind === "exact" ? parts[0].holds : parts[0].kind;
  };
  assert.equal(minimum([9, 7, 5, 3, 4, 6, 8]), true);
  assert.equal(minimum([9, 7, 7.2, 3, 4, 3.9, 8]), true, "4 % and 3 % the other way");
  assert.equal(minimum([9, 7, 7.6, 3, 4, 6, 8]), false, "9 % up before the least");
  assert.equal(minimum([9, 7, 5, 3, 4, 3.6, 8]), false, "10 % down behind it");
  assert.equal(minimum([3, 4, 5, 6, 7, 8, 9]), false, "least at the beginning");
  assert.equal(minimum([9, 8, 7, 6, 5, 4, 3]), false, "least at the end");
  assert.equal(minimum([9, 7, 5, 3, 3.01, 6, 8]), true, "nearly as good beside it");
  assert.equal(minimum([9, 3.01, 5, 3, 4, 6, 8]), false, "nearly as good elsewhere");
});

/** Parts of the trade-off's claim, over the counts of a graph's degrees in groups of 2 to 128. */
function tradeoff(
  degrees: readonly number[],
  wrong: (size: number, counts: { readonly atomics: number; readonly largest: number }) => {
    readonly atomics?: number;
    readonly largest?: number;
  } = () => ({}),
) {
  const rows = ["blog", "twitter"].flatMap((graph) =>
    figure5.contenders.flatMap(({ id }) =>
      SIZES.flatMap((groupSize) => {
        const right = groupCounts({ rowLengths: Uint32Array.from(degrees), groupSize, width: 4, slots: 8 });
        const counts = { ...right, ...wrong(groupSize, right) };
        const metrics = {
          time: 1,
          atomics: counts.atomics,
          largest_group: counts.largest,
          imbalance: counts.largest / counts.mean,
        };
        return Object.entries(metrics).map(([metric, median]) => ({
          suite: figure5.id,
          cell: `${figure5.id}:${graph}:gs${groupSize}:${id}`,
          contender: id,
          metric,
          median,
          source: "measured",
          n: 1,
          status: "ok",
          dataset_kind: "stand-in",
          dataset: graph,
        } as Row));
      })
    )
  );
  const evidence = new SuiteEvidence(figure5.id, { rows, samples: [] }, 1);
  return figure5.claims.find(({ claimId }) => claimId === "eppgcn.q.tradeoff")!.decide(evidence);
}

Deno.test("the trade-off holds up to the highest degree, beyond which sizes leave the groups as they are", () => {
  for (const degrees of [[40, 3, 1], [33, 33, 33], [200, 1, 90, 7]]) {
    const parts = tradeoff(degrees);
    assert.equal(parts.length, 4);
    for (const part of parts) assert.ok(part.kind === "exact" && part.holds, part.kind);
  }
  const degrees = [200, 1, 90, 7];
  const [rising] = tradeoff(degrees, (size, { atomics }) => size === 16 ? { atomics: 10 * atomics } : {});
  assert.ok(rising.kind === "exact" && !rising.holds, "atomics that rise are a bug");
  const [short] = tradeoff(degrees, (size, { largest }) => size === 16 ? { largest: largest / 4 } : {});
  assert.ok(short.kind === "exact" && !short.holds, "groups below their size are a bug, no end of the sizes");
});

Deno.test("the trade-off is not asked where one size is left, as on rows of three entries", () => {
  for (const degrees of [[1, 1, 2], [0, 0], [3]]) {
    assert.throws(
      () => tradeoff(degrees),
      (error) =>
        error instanceof EvidenceMissing && /graph of \w+: rows fill groups of 2 alone/.test(error.message),
    );
  }
  assert.equal(tradeoff([4, 1]).length, 4, "a row fills groups of 2 and of 4");
});

/** Fifteen rounds of the times of all curves, measured with noise of four percent. */
function measuredOneSize(bestOf: (graph: string) => number, seed: number) {
  const stream = new RandomStream(seed, "noise of rounds"), suite = figure5.id;
  const measured = ["blog", "twitter"].flatMap((graph) =>
    figure5.contenders.flatMap(({ id }) =>
      SIZES.map((size) => {
        const middle = 1 + Math.abs(Math.log2(size / bestOf(graph))) / 8;
        const values = Array.from({ length: 15 }, () => middle * Math.exp(0.04 * stream.normal()));
        const { lo, hi } = bootstrapMedianInterval(values, { seed: 1, resamples: 400 });
        const cell = `${suite}:${graph}:gs${size}:${id}`;
        const row = {
          ...{ suite, cell, contender: id, metric: "time", unit: "ms", status: "ok", attempt: 1, n: 15 },
          ...{ median: median(values), ci_lo: lo, ci_hi: hi, source: "measured", timer: "gpu-timestamp" },
          ...{ dataset: graph, dataset_kind: "real" },
        } as Row;
        const samples = values.map((value, round) => (
          { cell, metric: "time", preparation: 0, round, value } as Sample
        ));
        return { row, samples };
      })
    )
  );
  const evidence = new SuiteEvidence(suite, {
    rows: measured.map(({ row }) => row),
    samples: measured.flatMap(({ samples }) => samples),
    smallestDifference: 0.005,
  }, 1);
  return figure5.claims.find(({ claimId }) => claimId === "eppgcn.q.one-size")!.decide(evidence);
}

Deno.test("measured curves with one best size have no other ones by noise of their rounds, and far ones have", () => {
  for (let seed = 1; seed <= 6; seed++) {
    const sides = measuredOneSize(() => 16, seed).map((part) => sideOf(part).side);
    assert.ok(!sides.includes("holds"), `seed ${seed}: ${sides.join(" and ")}`);
  }
  const [apart, within] = measuredOneSize((graph) => graph === "blog" ? 4 : 64, 1);
  assert.equal(sideOf(apart).side, "holds");
  assert.match(apart.text, /^other best sizes, blog \S+: 4, twitter \S+: 64; true = 1/);
  assert.notEqual(sideOf(within).side, "holds", "graph and paths have the same curve");
});

/** Curves of one best size, on so many of the sizes, measured or at all rates. */
function unimodal(best: number, sizes: readonly number[]) {
  const rows = ["blog", "twitter"].flatMap((graph) =>
    ["graph", "path"].flatMap((contender) =>
      sizes.map((size) => ({
        ...{ suite: figure5.id, cell: `${figure5.id}:${graph}:gs${size}:${contender}`, contender },
        ...{ metric: "time", median: 1 + Math.abs(Math.log2(size / best)), source: "modelled", n: 1 },
        ...{ status: "ok", dataset_kind: "real", dataset: graph },
      } as Row))
    )
  );
  const evidence = new SuiteEvidence(figure5.id, { rows, samples: [] }, 1);
  return figure5.claims.find(({ claimId }) => claimId === "eppgcn.q.unimodal")!.decide(evidence);
}

Deno.test("a best size at the axis's end is inside of the sweep, which goes beyond, and at the end of older ones", () => {
  const answers = (sizes: readonly number[]) =>
    unimodal(128, sizes).map((part) => part.kind === "exact" && part.holds);
  assert.deepEqual(answers([...SIZES, 256, 512]), [true, true, true, true]);
  assert.deepEqual(answers(SIZES), [false, false, false, false]);
});
