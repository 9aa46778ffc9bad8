/**
 * Premises of distgnn-mb's claims on mini-batches.
 *
 * @module
 */
import { atLeast, type PremiseCondition } from "../premises/condition.ts";
import { metricOf } from "../premises/quantities.ts";
import type { CellKey } from "../claims/suite_evidence.ts";
import type { Metrics } from "../metrics.ts";

/** Counts of a measurement on mini-batches, which premises read. */
export const BATCH_METRICS = {
  seeds: { label: "seeds a mini-batch", unit: "vertices", shown: false },
  measured_batches: { label: "mini-batches measured", unit: "minibatches", shown: false },
} as const satisfies Metrics;

/** Mini-batches of 256 seeds or more, of which ten or more were measured. */
export function realBatches(cells: readonly CellKey[]): readonly PremiseCondition[] {
  return [
    atLeast(256, {
      name: "seeds a mini-batch",
      readings: metricOf("seeds", cells),
      elsewhere: "--profile paper, whose mini-batches have 1000 seeds",
    }),
    atLeast(10, {
      name: "mini-batches measured",
      readings: metricOf("measured_batches", cells),
      elsewhere: "more rounds (--profile standard)",
    }),
  ];
}
