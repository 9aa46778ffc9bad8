/**
 * Regime of claims about sampled mini-batches: quantities of a workload as rows, and the conditions that
 * premises put on them. A claim that two results are equal bit by bit, or that a map is a bijection, is right
 * or wrong at any size and has no premise.
 *
 * @module
 */
import { datasetRecord } from "../../datasets/registry.ts";
import type { Facts, Metrics } from "../metrics.ts";
import { atLeast, atMost, between, type PremiseCondition } from "../premises/condition.ts";
import { metricOf, ON_A_GPU, workloadMetric } from "../premises/quantities.ts";
import type { CellKey } from "../claims/suite_evidence.ts";
import { PAPER_BATCH } from "./sampling_graphs.ts";
import { callShare } from "../premises/long_calls.ts";
import { busyThreads } from "../premises/busy_threads.ts";

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

/** Mean match degrees in per cent that the paper prints (Table 4). */
const PRINTED_MATCH: Readonly<Record<string, number>> = {
  "reddit": 93.2,
  "ogbn-products": 71.4,
  "mag": 35.3,
  "ogbn-papers100m": 38.0,
};

/** Quantities of what mini-batches have in common, beside {@linkcode SAMPLED_REGIME}. */
export const MATCH_REGIME = {
  match_gap: { label: "mean match degree less the printed one", unit: "percentage points", shown: false },
  ragged_batches: { label: "mini-batches with fewer seeds than others", unit: "minibatches", shown: false },
} as const satisfies Metrics;

/**
 * Values of {@linkcode MATCH_REGIME}.
 *
 * @param matchDegree Mean match degree in per cent, of neighbours that are drawn as in Table 4.
 */
export function matchRegime(
  { graph, matchDegree, ragged }: {
    readonly graph: string;
    readonly matchDegree: number;
    readonly ragged: number;
  },
): Facts<typeof MATCH_REGIME> {
  return { match_gap: matchDegree - PRINTED_MATCH[graph], ragged_batches: ragged };
}

/** Conditions of claims about Match, Reorder and overlap. */
export function matchedBatches(workloads: readonly string[], contender: string): readonly PremiseCondition[] {
  return [
    ...sampledBatches(workloads, contender),
    coverage(workloads, contender),
    ...matchLike(workloads, contender),
  ];
}

/** Conditions that mini-batches have about as much in common as the paper's, and none is ragged. */
export function matchLike(workloads: readonly string[], contender: string): readonly PremiseCondition[] {
  return [
    between(-10, 10, {
      name: "match degree less the printed one",
      readings: workloadMetric("match_gap", workloads, contender),
      elsewhere: "the published graphs (--profile paper)",
    }),
    atMost(0, {
      name: "ragged batches",
      readings: workloadMetric("ragged_batches", workloads, contender),
      elsewhere: "--profile standard",
    }),
  ];
}

/**
 * Condition of claims about what Memory-Aware gains: a memory as fast as the first cache that a program fills
 * itself (Section 4.2: "the customizable shared memory provided by GPU"). CPUs have none: there staging is a
 * copy within the caches, which can only cost.
 */
export const SHARED_MEMORY: PremiseCondition = ON_A_GPU;

/** Quantities of kernels of a card. */
export const KERNEL_REGIME = {
  work_items: { label: "work items of the largest launch", unit: "count", shown: false },
  calls: { label: "calls or launches in the time", unit: "count", shown: false },
} as const satisfies Metrics;

/**
 * Conditions of claims about kernels of a card, as far as threads and launches go.
 *
 * @param cells Cells whose times decide.
 */
export function filledDevice(cells: readonly CellKey[], time = "time"): readonly PremiseCondition[] {
  return [
    busyThreads(metricOf("work_items", cells), "larger batches (--profile paper)"),
    atMost(0.1, {
      name: "share of calls",
      readings: callShare(cells, { time, calls: "calls" }),
      elsewhere: "larger batches (--profile paper)",
    }),
  ];
}
