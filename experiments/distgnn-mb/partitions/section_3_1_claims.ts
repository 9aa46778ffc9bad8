/**
 * The claims of distgnn-mb that rest on Section 3.1: how good a cut is, and what is right in every one.
 *
 * @module
 */
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { medianOf } from "../../../results/row.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import { atLeast } from "../../premises/condition.ts";
import { metricOf } from "../../premises/quantities.ts";
import type { ClaimRule } from "../../suite.ts";

/** Ids of the contenders: parts by METIS, and parts drawn at random. */
type Cuts = readonly [metis: string, random: string];

/** `edge_cut(metis) < edge_cut(random) and max_p train(p) / mean_p train(p) <= 1 + eps`. */
function cutsFewAndEvenly(evidence: SuiteEvidence, workload: string, cuts: Cuts): ClaimPart[] {
  const [metis, random] = cuts.map((contender) => evidence.row({ workload, contender }, "cut_share"));
  const [largest, bound] = ["largest_training", "training_bound"].map((metric) =>
    evidence.row({ workload, contender: cuts[0] }, metric)
  );
  const [few, many, most, tolerated] = [metis, random, largest, bound].map(medianOf);
  const cut = `${workload}: METIS cuts ${few.toFixed(1)} %, random parts ${many.toFixed(1)} %`;
  const even = `${workload}: at most ${most} training vertices on a rank, ${tolerated} tolerated`;
  return [
    evidence.exact(few < many, cut, [metis, random], few / many),
    evidence.exact(most <= tolerated, even, [largest, bound]),
  ];
}

/** Rules of all claims on Section 3.1, by the ids of its workloads and contenders. */
export function section31Claims(workloads: readonly string[], cuts: Cuts): readonly ClaimRule[] {
  const cells = workloads.map((workload) => ({ workload, contender: cuts[0] }));
  // Parts are as large as the paper's, to a quarter: a rank of few training vertices cannot have its share.
  const largeParts = atLeast(0.25, {
    name: "vertices a part over the paper's",
    readings: metricOf("vertices_of_printed", cells),
    elsewhere: "ogbn-products@1/4 and ogbn-papers100m@1/4 (--profile paper)",
  });
  const never = (evidence: SuiteEvidence, metric: string, what: string): ClaimPart => {
    const rows = cells.map((cell) => evidence.row(cell, metric));
    const events = sumOf(rows, medianOf);
    return evidence.exact(events === 0, `${what}: ${events} in ${rows.length} partitions`, rows, events);
  };
  return [
    {
      claimId: "distgnn-mb.q.partition-balance",
      premise: [largeParts],
      decide: (evidence) => workloads.flatMap((workload) => cutsFewAndEvenly(evidence, workload, cuts)),
    },
    {
      claimId: "distgnn-mb.q.halo",
      decide: (evidence) => [
        never(evidence, "other_halo", "halo vertices too many or too few"),
        never(evidence, "one_sided_cuts", "cut edges without a halo vertex on either side"),
        never(evidence, "halo_with_features", "halo vertices with features"),
      ],
    },
    {
      claimId: "distgnn-mb.q.vid-maps",
      decide: (evidence) => [never(evidence, "wrong_ids", "ids that do not come back")],
    },
  ];
}
