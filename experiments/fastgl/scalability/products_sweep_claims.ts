/**
 * Claims that Figures 14b, 14c and 14d of fastgl share: FastGL takes less than other systems in every
 * setting.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import type { CellKey, SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { PremiseCondition } from "../../premises/condition.ts";
import { sampledBatches } from "../sampled_premises.ts";
import { DGL_POLICY, FASTGL, GNNLAB, PYG } from "../policies.ts";
import { fasterSystem } from "../training/faster_system.ts";
import { cardRate } from "../training/training_premises.ts";
import { filledDevice } from "../kernel_premises.ts";

/** Systems that FastGL is compared with. */
const BASELINES: readonly string[] = [PYG.id, DGL_POLICY.id, GNNLAB.id];

/**
 * FastGL takes less than each baseline on each of some workloads: of an epoch as {@linkcode fasterSystem} has
 * it, else as measured.
 */
export function fastestOn(
  evidence: SuiteEvidence,
  { workloads, metric, baselines = BASELINES }: {
    readonly workloads: readonly string[];
    readonly metric: string;
    readonly baselines?: readonly string[];
  },
): ClaimPart[] {
  return workloads.flatMap((workload) =>
    baselines.map((contender) => {
      if (metric === "time") {
        return fasterSystem(evidence, workload, {
          fast: FASTGL.id,
          slow: contender,
          metrics: ["time", "time_on_two"],
        });
      }
      const key = (id: string): CellKey => ({ workload, contender: id });
      const part = evidence.faster(key(FASTGL.id), key(contender), metric);
      return { ...part, text: `${workload}: ${part.text}` };
    })
  );
}

/**
 * Regime of claims about times of kernels in some settings. GNNLab's two devices are modelled: what the one
 * that trains waits for hangs on how fast kernels are beside sampling.
 */
export function kernelsOfCard(workloads: readonly string[]): readonly PremiseCondition[] {
  const cells = workloads.flatMap((workload) =>
    [FASTGL.id, ...BASELINES].map((contender) => ({ workload, contender }))
  );
  return [
    ...sampledBatches(workloads, FASTGL.id),
    ...filledDevice(cells, "computation_time"),
    cardRate(workloads, FASTGL.id),
  ];
}
