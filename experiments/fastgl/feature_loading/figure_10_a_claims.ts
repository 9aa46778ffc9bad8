/**
 * Claims of fastgl Figure 10a: memory IO falls as the cache grows, and so does what Match and Reorder save
 * beside it.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import type { CellKey, SuiteEvidence } from "../../claims/suite_evidence.ts";
import { LONG_CALLS } from "../../premises/quantities.ts";
import type { ClaimRule } from "../../suite.ts";
import { turningWords } from "../links/turning_words.ts";
import { sampledBatches } from "../sampled_premises.ts";
import { CACHE_ALONE, CACHE_AND_MATCH, CACHE_RATIOS, CACHING_SYSTEMS } from "./cached_loading.ts";

/** Ratio from which on a cache is large: large graphs leave room for less. */
const TYPICAL = 0.5;
const SMALL = CACHE_RATIOS.filter((ratio) => ratio < TYPICAL);
const LARGE = CACHE_RATIOS.filter((ratio) => ratio >= TYPICAL);
const STEPS = CACHE_RATIOS.slice(1).map((more, i) => [CACHE_RATIOS[i], more] as const);

/** Id of the workload with a cache of a ratio. */
export const workloadOf = (ratio: number): string => `c${ratio}`;

const key = (contender: string, ratio: number): CellKey => ({ workload: workloadOf(ratio), contender });

/** Falling in the ratio for both; FastGL below GNNLab for small ratios, and not above it for large ones. */
function cacheRatio(evidence: SuiteEvidence): ClaimPart[] {
  const faster = (fast: CellKey, slow: CellKey, at: string): ClaimPart => {
    const part = evidence.faster(fast, slow, "memory_io_time");
    return { ...part, words: `${at}: ${part.words}` };
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
    const words = `${before} features fewer at a ratio of ${less}, ${after} at ${more}`;
    return evidence.exact(after <= before, words, [...loads(less), ...loads(more)], after);
  });
}

/** Claims by the rows of the suite. */
export const FIGURE_10_A_CLAIMS: readonly ClaimRule[] = [
  {
    claimId: "fastgl.q.a-cache-ratio",
    // Mini-batches, and calls that are long enough: the claim is about time.
    premise: [...sampledBatches(CACHE_RATIOS.map(workloadOf), CACHE_AND_MATCH.id), LONG_CALLS],
    decide: cacheRatio,
    turns: (evidence) =>
      turningWords(evidence, SMALL.map((ratio) => key(CACHE_AND_MATCH.id, ratio)), { holdsOver: "slower" }),
  },
  { claimId: "fastgl.q.a-gap-shrinks", decide: gapShrinks },
];
