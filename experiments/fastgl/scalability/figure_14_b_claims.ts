/**
 * Claims of fastgl Figure 14b: FastGL's speed-up and the overlap of mini-batches grow with their size.
 *
 * @module
 */
import { medianOf } from "../../../results/row.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import type { Cited, SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { ClaimRule } from "../../suite.ts";
import { DGL_POLICY, FASTGL } from "../policies.ts";
import { coverage } from "../sampled_premises.ts";
import { PAPER_BATCH } from "../sampling_graphs.ts";
import { openAtSmoke } from "../smoke_part.ts";
import { memoryIoPhase } from "../training/training_premises.ts";
import { matchLike } from "../match_premises.ts";

/** Seeds of the paper's mini-batches that the claim compares. */
const [SMALL, LARGE] = [6000, 12_000];

/** `b6000`: id of the workload with so many seeds of the paper's mini-batch. */
export const batchId = (paperBatch: number): string => `b${paperBatch}`;

/** `speedup(12k) > speedup(6k)`, over DGL, and `match_degree(12k) > match_degree(6k)`. */
function growsWithBatch(evidence: SuiteEvidence): ClaimPart[] {
  const at = (batch: number, contender: string) => ({ workload: batchId(batch), contender });
  const speedup = (batch: number): Cited => [at(batch, DGL_POLICY.id), "fastgl_speedup"];
  const degrees = [SMALL, LARGE].map((batch) => evidence.row(at(batch, FASTGL.id), "match_degree_mean"));
  const [few, many] = degrees.map(medianOf);
  const text = `mean match degree ${few.toFixed(1)} % with ${SMALL}, ${many.toFixed(1)} % with ${LARGE}`;
  return [
    evidence.less(speedup(SMALL), speedup(LARGE)),
    openAtSmoke(evidence.exact(many > few, text, degrees, many - few), degrees[0]),
  ];
}

const COMPARED = [SMALL, LARGE].map(batchId);
const PREMISE = [
  ...memoryIoPhase(COMPARED, FASTGL.id),
  coverage(COMPARED, FASTGL.id),
  ...matchLike([batchId(PAPER_BATCH)], FASTGL.id),
];

/** Claims by the rows of the suite. */
export const FIGURE_14_B_CLAIMS: readonly ClaimRule[] = [
  { claimId: "fastgl.q.b-batch", premise: PREMISE, decide: growsWithBatch },
];
