/**
 * Claim of fastgl Table 8: Fused-Map numbers vertices faster than three steps do, by about the same factor
 * on all graphs.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { ClaimRule } from "../../suite.ts";
import { sampledBatches } from "../sampled_premises.ts";
import { FOUR_GRAPHS } from "../sampling_graphs.ts";
import { FUSED, THREE_STEP } from "./id_maps.ts";
import { filledDevice } from "../kernel_premises.ts";

/** "By roughly the same factor" on all graphs: 1.5 to 4. */
const LEAST_FACTOR = 1.5, MOST_FACTOR = 4;

/** `id_map_time(fused) < id_map_time(dgl)` on every graph, and the ratio lies between 1.5 and 4. */
function fusedIsFaster(evidence: SuiteEvidence): ClaimPart[] {
  return FOUR_GRAPHS.flatMap((workload) => {
    const fused = { workload, contender: FUSED.id }, steps = { workload, contender: THREE_STEP.id };
    return [
      evidence.faster(fused, steps),
      evidence.byFactor(fused, steps, { side: "above", factor: LEAST_FACTOR }),
      evidence.byFactor(fused, steps, { side: "below", factor: MOST_FACTOR }),
    ];
  });
}

const PREMISE = [
  ...sampledBatches(FOUR_GRAPHS, FUSED.id),
  ...filledDevice(
    FOUR_GRAPHS.flatMap((workload) =>
      [THREE_STEP, FUSED].map(({ id: contender }) => ({ workload, contender }))
    ),
  ),
];

/** Claims by the rows of the suite. */
export const TABLE_8_CLAIMS: readonly ClaimRule[] = [
  { claimId: "fastgl.q.idmap", premise: PREMISE, decide: fusedIsFaster },
];
