/**
 * Regime of claims about sampled mini-batches: quantities of a workload as rows, and the conditions that
 * premises put on them. A claim that two results are equal bit by bit, or that a map is a bijection, is right
 * or wrong at any size and has no premise.
 *
 * @module
 */
import { datasetRecord } from "../../datasets/registry.ts";
import type { Facts, Metrics } from "../metrics.ts";
import { atLeast, between, type PremiseCondition } from "../premises/condition.ts";
import { workloadMetric } from "../premises/quantities.ts";
import { PAPER_BATCH } from "./sampling_graphs.ts";

/** Quantities of mini-batches that premises bound; no table shows them. */
export const SAMPLED_REGIME = {
  batch_seeds: { label: "seeds of a mini-batch", unit: "train vertices", shown: false },
  distinct_batches: { label: "distinct mini-batches measured", unit: "minibatches", shown: false },
  batch_over_vertices: { label: "batch over V, over the paper's", unit: "x", shown: false },
} as const satisfies Metrics;

/** Mini-batches that were measured. */
export interface MeasuredBatches {
  /** Id of the graph in the registry. */
  readonly graph: string;
  /** Vertices of the graph as it was loaded. */
  readonly vertices: number;
  /** Seeds of a mini-batch. */
  readonly seeds: number;
  /** Seeds of a mini-batch of the paper that it stands for; 8000 when absent. */
  readonly paperSeeds?: number;
  /** Mini-batches that differ in their seeds or neighbours. */
  readonly distinct: number;
}

/** Values of {@linkcode SAMPLED_REGIME}. */
export function sampledRegime(
  { graph, vertices, seeds, distinct, paperSeeds = PAPER_BATCH }: MeasuredBatches,
): Facts<typeof SAMPLED_REGIME> {
  const published = datasetRecord(graph).counts.vertices;
  return {
    batch_seeds: seeds,
    distinct_batches: distinct,
    batch_over_vertices: seeds / vertices / (paperSeeds / published),
  };
}

const SMALL_BATCHES =
  "stand-ins at 1/31 or larger, in batches of 8000 seeds over the scale (--profile paper)";

/** Conditions of every claim about counts or times of sampled mini-batches. */
export function sampledBatches(workloads: readonly string[], contender: string): readonly PremiseCondition[] {
  return [
    atLeast(256, {
      name: "seeds a batch",
      readings: workloadMetric("batch_seeds", workloads, contender),
      elsewhere: SMALL_BATCHES,
    }),
    atLeast(10, {
      name: "distinct batches",
      readings: workloadMetric("distinct_batches", workloads, contender),
      elsewhere: "--profile standard",
    }),
  ];
}

/** Condition that mini-batches cover about the share of their graph that the paper's do. */
export function coverage(workloads: readonly string[], contender: string): PremiseCondition {
  return between(0.5, 2, {
    name: "batch over V over the paper's",
    readings: workloadMetric("batch_over_vertices", workloads, contender),
    elsewhere: "stand-ins at 1/62 or larger (--profile standard)",
  });
}
