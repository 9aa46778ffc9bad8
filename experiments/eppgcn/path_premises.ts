/**
 * Premises of claims about execution paths: graphs of the printed sizes, products that last far longer than
 * it takes to call them, and trainings of which backward aggregation takes what the paper prints.
 *
 * @module
 */
import { medianOf } from "../../results/row.ts";
import type { CellKey, SuiteEvidence } from "../claims/suite_evidence.ts";
import { atLeast, between, type PremiseCondition, type Quantity } from "../premises/condition.ts";
import { scaleOf } from "../premises/quantities.ts";
import { LEAST_CALLS, longCalls } from "../premises/long_calls.ts";

/** Products of a backward pass of the paper's model, one a layer: each of them is a call. */
const PRODUCTS = 2;

/** Graphs whose products are as short at any scale: the paper's own times of them are those of launches. */
const SMALLEST = ["cora", "citeseer"];
const SMALLER_CALLS = "a device whose calls cost less: Cora and Citeseer have no larger scale";

/** Settings of {@linkcode pathPremise}. */
export interface PathTimes {
  /** Metric of the backward aggregation of an epoch. */
  readonly time?: string;
  /** Products that it holds; those of two layers by default. */
  readonly calls?: number;
}

/** Condition that the graphs of these cells are at 1/1. */
export function printedSizes(cells: readonly CellKey[], time = "time"): PremiseCondition {
  return atLeast(1, {
    name: "scale",
    readings: scaleOf(cells, time),
    elsewhere: "every graph at 1/1 (--profile paper)",
  });
}

/** Premise of a claim that reads our own kernels: printed sizes, and times of far more than a call. */
export function pathPremise(
  cells: readonly CellKey[],
  { time = "time", calls = PRODUCTS }: PathTimes = {},
): readonly PremiseCondition[] {
  const hasSmallest = cells.some(({ workload }) => SMALLEST.includes(workload));
  return [
    printedSizes(cells, time),
    longCalls(cells, { metric: time, calls, ...(hasSmallest && { elsewhere: SMALLER_CALLS }) }),
  ];
}

/** Condition of a claim that reads peers, of which a call costs another time than one of this device. */
export function longPeerCalls(cellsOf: (evidence: SuiteEvidence) => readonly CellKey[]): PremiseCondition {
  return atLeast(LEAST_CALLS, {
    name: "time over that of a peer's empty call",
    readings: (evidence) =>
      cellsOf(evidence).map((cell) => {
        const [time, call] = ["time", "peer_call"].map((metric) => medianOf(evidence.row(cell, metric)));
        return { of: `${cell.contender} on ${cell.workload}`, value: time / (PRODUCTS * call) };
      }),
    elsewhere: SMALLER_CALLS,
  });
}

/** Condition of claims about whole trainings: backward aggregation takes of them what the paper prints. */
export function aggregationShare(readings: Quantity["readings"]): PremiseCondition {
  return between(0.2, 0.45, {
    name: "backward aggregation over training",
    readings,
    elsewhere: "a device whose dense products cost less beside its sparse ones: a GPU",
  });
}
