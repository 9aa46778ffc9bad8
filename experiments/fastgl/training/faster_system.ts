/**
 * Claims that one system takes less for an epoch than another, on measured and modelled devices.
 *
 * @module
 */
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { changedMetric, underChanges } from "../../claims/model_changes.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import { GNNLAB } from "../policies.ts";
import { CHANGES } from "./several_devices.ts";

/**
 * Two systems on a workload, and the metrics of their epochs: as measured on one device, and as modelled on
 * two.
 */
export interface SystemPair {
  /** Contender that is claimed to take less. */
  readonly fast: string;
  /** Contender that is claimed to take more. */
  readonly slow: string;
  /** Metrics, the modelled one with a variant for each of {@link CHANGES}. */
  readonly metrics: readonly [measured: string, modelled: string];
}

/**
 * The first of two systems takes less for an epoch: on one device, where all is measured, unless two
 * modelled devices whose systems load ahead say otherwise; beside GNNLab, which needs two, as modelled under
 * every change.
 */
export function fasterSystem(
  evidence: SuiteEvidence,
  workload: string,
  { fast, slow, metrics: [measured, modelled] }: SystemPair,
): ClaimPart {
  const needsTwo = [fast, slow].includes(GNNLAB.id);
  const part = underChanges(CHANGES, (change) =>
    evidence.faster(
      { workload, contender: fast },
      { workload, contender: slow },
      needsTwo || change.ahead ? changedMetric(modelled, change) : measured,
    ));
  return { ...part, text: `${workload}: ${part.text}` };
}
