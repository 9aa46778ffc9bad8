/**
 * Quantities that premises of several papers bound.
 *
 * @module
 */
import { drawnCounts, parseDatasetName } from "../../datasets/generators/stand_in.ts";
import { datasetRecord } from "../../datasets/registry.ts";
import { medianOf } from "../../results/row.ts";
import type { CellKey, SuiteEvidence } from "../claims/suite_evidence.ts";
import { inMilliseconds } from "../metrics.ts";
import { atLeast, type PremiseCondition, type Quantity } from "./condition.ts";

/** Readings of a metric in these cells, named by contender and dataset. */
export function metricOf(metric: string, cells: readonly CellKey[]): Quantity["readings"] {
  return (evidence) =>
    cells.map((cell) => {
      const row = evidence.row(cell, metric);
      return {
        of: `${cell.contender} on ${row.dataset === "" ? cell.workload : row.dataset}`,
        value: medianOf(row),
      };
    });
}

/** Readings of a metric on these workloads, by a contender that has the same value there as the others. */
export function workloadMetric(
  metric: string,
  workloads: readonly string[],
  contender: string,
): Quantity["readings"] {
  return (evidence) =>
    workloads.map((workload) => {
      const row = evidence.row({ workload, contender }, metric);
      return { of: row.dataset === "" ? workload : row.dataset, value: medianOf(row) };
    });
}

/** Times of a kernel over the fixed cost of a call that a claim about time needs at least. */
const LEAST_CALLS = 20;
const CALL_RATIO = "time over that of an empty call", LONGER_CALLS = "a larger graph (--profile paper)";

/**
 * Condition of every claim about time that has no other on it: each measured time that decides the claim is
 * at least twenty times the device's fixed cost of a call, or the cost of calls is what is compared.
 */
export const LONG_CALLS: PremiseCondition = atLeast(LEAST_CALLS, {
  name: CALL_RATIO,
  readings: (evidence) => evidence.callRatios(),
  elsewhere: LONGER_CALLS,
});

/**
 * The condition of {@linkcode LONG_CALLS} for rules that state others too: those are asked before the rule
 * has read its times, so that the times are named here.
 */
export function longCalls(
  cells: readonly CellKey[],
  { metric = "time", calls = 1, elsewhere = LONGER_CALLS }: {
    readonly metric?: string;
    /** Calls that a time holds. */
    readonly calls?: number;
    readonly elsewhere?: string;
  } = {},
): PremiseCondition {
  return atLeast(LEAST_CALLS, {
    name: CALL_RATIO,
    readings: (evidence) => {
      for (const cell of cells) evidence.row(cell, metric);
      return evidence.callRatios().map(({ of, value }) => ({ of, value: value / calls }));
    },
    elsewhere,
  });
}

/** Readings of the size of these cells' graphs over the printed one: 1/8 of a stand-in at 1/8. */
export function scaleOf(cells: readonly CellKey[], metric: string): Quantity["readings"] {
  return (evidence) =>
    [...new Set(cells.map((cell) => evidence.row(cell, metric).dataset))].map((dataset) => {
      return { of: dataset, value: 1 / (parseDatasetName(dataset).standIn?.scale ?? 1) };
    });
}

/** CPU threads, or 0 on a GPU: readings of one value. */
export function threadsOf(evidence: SuiteEvidence): ReturnType<Quantity["readings"]> {
  const { backend, threads } = evidence.measuredOn();
  return [{ of: `the ${backend} device`, value: threads }];
}

/** Condition that the rows come from a GPU and not from its emulation or from CPU threads. */
export const ON_A_GPU: PremiseCondition = {
  text: "a GPU",
  elsewhere: "--device webgpu on a machine with a GPU",
  find: (evidence) => {
    const { backend, adapterKind, threads } = evidence.measuredOn();
    const met = backend === "webgpu" && adapterKind === "hardware";
    const found = backend === "webgpu" ? "an emulated GPU" : `${threads} CPU threads`;
    return { met, text: met ? "measured on a GPU" : `measured on ${found}, a GPU is wanted` };
  },
};

/**
 * Threads that a GPU is taken to keep resident, which WebGPU does not tell: between those of an RTX 3090
 * (82 multiprocessors of 1,536) and of an H100 (132 of 2,048).
 */
const RESIDENT_THREADS = 2 ** 18;

/** Vertices of a graph that a row names: those of a stand-in, else the published ones. */
export function verticesOf(dataset: string): number {
  const { id, standIn } = parseDatasetName(dataset), { counts } = datasetRecord(id);
  return standIn ? drawnCounts(counts, standIn).vertices : counts.vertices;
}

/** Work items over threads that a claim about time needs at least. */
const LEAST_ITEMS = 8;

/** Condition that work keeps all of so many threads busy. */
function busy(
  { items, threads, elsewhere }: {
    readonly items: Quantity["readings"];
    readonly threads: (evidence: SuiteEvidence) => number;
    readonly elsewhere: string;
  },
): PremiseCondition {
  return atLeast(LEAST_ITEMS, {
    name: "work items over threads",
    readings: (evidence) =>
      items(evidence).map(({ of, value }) => ({ of, value: value / threads(evidence) })),
    elsewhere,
  });
}

/**
 * Condition that the largest launch keeps every thread of the device busy.
 *
 * @param items Work items of that launch: values that are computed or read independently of each other.
 * @param elsewhere Where it would.
 */
export function busyThreads(items: Quantity["readings"], elsewhere: string): PremiseCondition {
  const threads = (evidence: SuiteEvidence) => {
    const { backend, threads } = evidence.measuredOn();
    return backend === "webgpu" ? RESIDENT_THREADS : threads;
  };
  return busy({ items, threads, elsewhere });
}

/** The condition of {@linkcode busyThreads} for times that are modelled on a paper's card. */
export function busyCard(items: Quantity["readings"], elsewhere: string): PremiseCondition {
  return busy({ items, threads: () => RESIDENT_THREADS, elsewhere });
}

/**
 * Conditions of a claim about a GPU's time that has no others on it: calls are long, and a launch keeps every
 * thread busy.
 *
 * @param items As {@linkcode busyThreads} takes them.
 */
export function filledCalls(
  items: Quantity["readings"],
  elsewhere = LONGER_CALLS,
): readonly PremiseCondition[] {
  return [LONG_CALLS, busyThreads(items, elsewhere)];
}

/**
 * Readings of the share of a time that as many empty calls take as the timed work has. None where the time of
 * an empty call was not measured.
 *
 * @param metrics The time, and the number of calls or launches in it.
 */
export function callShare(
  cells: readonly CellKey[],
  metrics: { readonly time: string; readonly calls: string },
): Quantity["readings"] {
  return (evidence) => {
    const { callMs } = evidence;
    if (callMs === undefined) return [];
    return cells.map((cell) => {
      const row = evidence.row(cell, metrics.time);
      const calls = medianOf(evidence.row(cell, metrics.calls));
      const ms = inMilliseconds(medianOf(row), row.unit)!;
      return { of: `${cell.contender} on ${row.dataset}`, value: calls * callMs / ms };
    });
  };
}
