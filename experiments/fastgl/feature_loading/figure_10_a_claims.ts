/**
 * Claims of fastgl Figure 10a: memory IO falls as the cache grows, and so does what Match and Reorder save
 * beside it.
 *
 * @module
 */
import { standInFamily } from "../../../datasets/generators/families.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import type { CellKey, SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { Quantity } from "../../premises/condition.ts";
import { verticesOf } from "../../premises/quantities.ts";
import type { ClaimRule } from "../../suite.ts";
import { turningText } from "../links/turning_text.ts";
import { sampledBatches } from "../sampled_premises.ts";
import { PRODUCTS } from "../training/training_workloads.ts";
import { CACHE_ALONE, CACHE_AND_MATCH, CACHE_RATIOS, CACHING_SYSTEMS } from "./cached_loading.ts";
import { filledCalls } from "../../premises/busy_threads.ts";

/** Ratio from which on a cache is large: large graphs leave room for less. */
const TYPICAL = 0.5;
const SMALL = CACHE_RATIOS.filter((ratio) => ratio < TYPICAL);
const LARGE = CACHE_RATIOS.filter((ratio) => ratio >= TYPICAL);
const STEPS = CACHE_RATIOS.slice(1).map((more, i) => [CACHE_RATIOS[i], more] as const);

/** Id of the workload with a cache of a ratio. */
export const cacheWorkload = (ratio: number): string => `c${ratio}`;

const key = (contender: string, ratio: number): CellKey => ({ workload: cacheWorkload(ratio), contender });

const FLOAT_BYTES = 4, MEGABYTE = 1e6;

/** Values that a mini-batch loads where no cache holds any: traffic of an epoch over its whole batches. */
const batchValues: Quantity["readings"] = (evidence) => {
  const rows = ["traffic", "batch_seeds"].map((metric) => evidence.row(key(CACHE_ALONE.id, 0), metric));
  const [traffic, seeds] = rows.map(medianOf), [{ dataset }] = rows;
  const { split, vertices } = standInFamily(PRODUCTS)!;
  const trained = Math.round(split![0] * verticesOf(dataset) / vertices);
  const batches = Math.max(1, Math.floor(trained / seeds));
  return [{ of: `a mini-batch of ${dataset}`, value: MEGABYTE * traffic / FLOAT_BYTES / batches }];
};

/** Falling in the ratio for both; FastGL below GNNLab for small ratios, and not above it for large ones. */
function cacheRatio(evidence: SuiteEvidence): ClaimPart[] {
  const faster = (fast: CellKey, slow: CellKey, at: string): ClaimPart => {
    const part = evidence.faster(fast, slow, "memory_io_time");
    return { ...part, text: `${at}: ${part.text}` };
  };
  const falling = CACHING_SYSTEMS.flatMap(({ id }) =>
    STEPS.map(([less, more]) => faster(key(id, more), key(id, less), `ratio ${less} over ${more}`))
  );
  const below = SMALL.map((ratio) =>
    faster(key(CACHE_AND_MATCH.id, ratio), key(CACHE_ALONE.id, ratio), `ratio ${ratio}`)
  );
  const notAbove = LARGE.map((ratio) =>
    evidence.bounded(key(CACHE_AND_MATCH.id, ratio), "io_speedup", { side: "above", bound: 1 })
  );
  return [...falling, ...below, ...notAbove];
}

/**
 * `loads(gnnlab, c) - loads(fastgl, c)` does not grow in c: what Match saves of a larger cache's misses is
 * part of what it saves of a smaller one's, so that this holds by construction over any link.
 */
function gapShrinks(evidence: SuiteEvidence): ClaimPart[] {
  const loads = (ratio: number) =>
    [CACHE_ALONE, CACHE_AND_MATCH].map(({ id }) => evidence.row(key(id, ratio), "loaded"));
  const gap = (ratio: number) => {
    const [alone, fast] = loads(ratio).map(medianOf);
    return alone - fast;
  };
  return STEPS.map(([less, more]): ClaimPart => {
    const [before, after] = [gap(less), gap(more)];
    const text = `${before} features fewer at a ratio of ${less}, ${after} at ${more}`;
    return evidence.exact(after <= before, text, [...loads(less), ...loads(more)], after);
  });
}

/** Claims by the rows of the suite. */
export const FIGURE_10_A_CLAIMS: readonly ClaimRule[] = [
  {
    claimId: "fastgl.q.a-cache-ratio",
    // Mini-batches, and calls that are long and wide enough: the claim is about time.
    premise: [
      ...sampledBatches(CACHE_RATIOS.map(cacheWorkload), CACHE_AND_MATCH.id),
      ...filledCalls(batchValues, "larger batches (--profile paper)"),
    ],
    decide: cacheRatio,
    turns: (evidence) =>
      turningText(evidence, SMALL.map((ratio) => key(CACHE_AND_MATCH.id, ratio)), { holdsOver: "slower" }),
  },
  { claimId: "fastgl.q.a-gap-shrinks", decide: gapShrinks },
];
