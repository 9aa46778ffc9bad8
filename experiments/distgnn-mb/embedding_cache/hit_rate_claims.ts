/**
 * Claims of Section 4.4: the order of hit rates, and the rules of caches and pushes in every run.
 *
 * @module
 */
import { sumOf } from "../../../platform/lists/sum_of.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { ClaimRule } from "../../suite.ts";
import { LAYERS } from "./push_rounds.ts";
import { AEP, ALL_IDS, PRINTED_ID, PRINTED_RANKS, RANKS, SMALL_CACHE_ID } from "./push_workloads.ts";
import type { PremiseCondition } from "../../premises/condition.ts";
import { pushesAsPrinted } from "./push_premise.ts";
import { rankWorkloadId } from "../rank_workloads.ts";
import { PAPERS } from "../scaled_graphs.ts";
import { realBatches } from "../batch_premises.ts";

/** A predicate over some metrics of every workload. */
function everywhere(
  evidence: SuiteEvidence,
  metrics: readonly string[],
  { holds, text }: {
    readonly holds: (...values: number[]) => boolean;
    readonly text: (rows: readonly (readonly number[])[]) => string;
  },
): ClaimPart {
  const rows = ALL_IDS.map((workload) =>
    metrics.map((metric) => evidence.row({ workload, contender: AEP }, metric))
  );
  const values = rows.map((row) => row.map(medianOf));
  return evidence.exact(
    values.every((row) => holds(...row)),
    `${text(values)}, in ${rows.length} runs`,
    rows.flat(),
  );
}

/** "3 of 10" in the run that comes nearest to its bound. */
function nearest(rows: readonly (readonly number[])[]): string {
  const [value, bound] = rows.reduce((a, b) => b[0] / b[1] > a[0] / a[1] ? b : a);
  return `${value} of ${bound}`;
}

const sum = (rows: readonly (readonly number[])[], at = 0) => sumOf(rows, (row) => row[at]);

function never(evidence: SuiteEvidence, metric: string, what: string): ClaimPart {
  return everywhere(evidence, [metric], {
    holds: (events) => events === 0,
    text: (rows) => `${what}: ${sum(rows)}`,
  });
}

/** `hec_hit_rate(L0) > hec_hit_rate(L1) > hec_hit_rate(L2)` at 64 ranks with the printed setting. */
function fallsByLayer(evidence: SuiteEvidence): ClaimPart[] {
  const rows = LAYERS.map((layer) =>
    evidence.row({ workload: PRINTED_ID, contender: AEP }, `hit_rate_l${layer}`)
  );
  return rows.slice(1).map((row, i): ClaimPart => {
    const above = medianOf(rows[i]), below = medianOf(row);
    const text = `L${i} ${above.toFixed(2)} %, L${i + 1} ${below.toFixed(2)} % on ${row.dataset}`;
    return evidence.exact(above > below, text, [rows[i], row], above - below);
  });
}

/** `requests == 0 and comm_volume(aep) < comm_volume(fetch all halo embeddings)`. */
function pushesCarryLess(evidence: SuiteEvidence): ClaimPart[] {
  const volumes = RANKS.map((ranks): ClaimPart => {
    const at = { workload: rankWorkloadId(PAPERS, ranks), contender: AEP };
    const pushed = evidence.row(at, "pushed_bytes"), fetched = evidence.row(at, "fetch_bytes");
    const ratio = medianOf(pushed) / medianOf(fetched);
    const text = `pushed over fetched bytes at ${ranks} ranks on ${pushed.dataset} = ${ratio.toFixed(3)}`;
    return evidence.exact(ratio < 1, text, [pushed, fetched], ratio);
  });
  return [never(evidence, "requested", "words sent that are no push"), ...volumes];
}

/** Mini-batches and pushes of the printed setting, on these ranks, are like the paper's. */
function realPushes(ranks: readonly number[]): readonly PremiseCondition[] {
  const cells = ranks.map((ranks) => ({ workload: rankWorkloadId(PAPERS, ranks), contender: AEP, ranks }));
  return [...realBatches(cells), pushesAsPrinted(cells)];
}

/** Rules of all claims that runs of caches and pushes decide. */
export const HIT_RATE_CLAIMS: readonly ClaimRule[] = [
  {
    claimId: "distgnn-mb.q.hit-by-layer",
    premise: realPushes([PRINTED_RANKS]),
    decide: fallsByLayer,
  },
  {
    claimId: "distgnn-mb.q.hec-capacity",
    decide: (evidence) => [
      everywhere(evidence, ["largest_cache", "capacity"], {
        holds: (lines, capacity) => lines <= capacity,
        text: (rows) => `lines in the fullest cache: ${nearest(rows)}`,
      }),
      everywhere(evidence, ["oldest_hit", "life_span"], {
        holds: (age, span) => age <= span,
        text: (rows) => `ticks of the oldest hit: ${nearest(rows)}`,
      }),
    ],
  },
  {
    claimId: "distgnn-mb.q.hec-ocf",
    decide: (evidence) => [
      evidence.exact(
        medianOf(evidence.row({ workload: SMALL_CACHE_ID, contender: AEP }, "evictions")) > 0,
        "the small cache overflows",
        [evidence.row({ workload: SMALL_CACHE_ID, contender: AEP }, "evictions")],
      ),
      never(evidence, "other_answers", "look-ups that oldest-first replacement answers otherwise"),
      never(evidence, "other_sizes", "stores after which it has another size"),
      never(evidence, "other_evictions", "stores after which it has replaced another number"),
    ],
  },
  {
    claimId: "distgnn-mb.q.miss-drops",
    decide: (evidence) => [
      never(evidence, "other_edges", "edges neither of a solid neighbour nor of a hit, or missing"),
      never(evidence, "requested", "words sent on a miss, or beside a push"),
    ],
  },
  {
    claimId: "distgnn-mb.q.delay",
    decide: (evidence) => [
      never(evidence, "out_of_step", "exchanges received in another iteration than k + d"),
      everywhere(evidence, ["sends", "waits", "wanted_sends"], {
        holds: (sends, waits, wanted) => sends === wanted && waits === wanted,
        text: (rows) =>
          `${sum(rows)} sends, ${sum(rows, 1)} waits, max(0, M - d) an epoch come to ${sum(rows, 2)}`,
      }),
    ],
  },
  {
    claimId: "distgnn-mb.q.push-limit",
    decide: (evidence) => {
      const degree = evidence.row({ workload: PRINTED_ID, contender: AEP }, "pushed_degree_ratio");
      return [
        everywhere(evidence, ["largest_push", "push_limit"], {
          holds: (push, limit) => push <= limit,
          text: (rows) => `vertices of the largest push: ${nearest(rows)}`,
        }),
        evidence.exact(
          medianOf(degree) > 1,
          `mean degree of a cut push over that of its candidates = ${medianOf(degree).toFixed(2)}`,
          [degree],
          medianOf(degree),
        ),
      ];
    },
  },
  {
    claimId: "distgnn-mb.q.no-prefetch",
    premise: realPushes(RANKS),
    decide: pushesCarryLess,
  },
];
