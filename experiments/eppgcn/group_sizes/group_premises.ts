/**
 * Premises of claims about group sizes: groups that ran on a card, a best size that the sweep did not cut
 * off, and enough graphs in the fit.
 *
 * @module
 */
import type { CellKey, SuiteEvidence } from "../../claims/suite_evidence.ts";
import { atLeast, type PremiseCondition } from "../../premises/condition.ts";
import { workloadMetric } from "../../premises/quantities.ts";

/** Graphs that a fit needs: half of the 80 samples that the printed r and p of Table II imply. */
const LEAST_GRAPHS = 40;

/** Condition that these cells were measured on a card, where groups run; elsewhere there is model M6. */
export function groupsOnACard(
  cells: readonly CellKey[],
  { metric = "time", elsewhere = "--device webgpu on a machine with a GPU" }: {
    readonly metric?: string;
    readonly elsewhere?: string;
  } = {},
): PremiseCondition {
  return {
    text: "groups executed on a card",
    elsewhere,
    find: (evidence) => {
      const isModelled = cells.some((cell) => evidence.row(cell, metric).source !== "measured");
      const { backend, adapterKind } = evidence.measuredOn();
      const met = !isModelled && backend === "webgpu" && adapterKind === "hardware";
      const found = isModelled ? "modelled (M6)" : `measured on ${backend}`;
      return {
        met,
        text: met ? "groups ran on a card" : `times are ${found}, not those of groups on a card`,
      };
    },
  };
}

/**
 * Condition that no best size is the first or the last that was tried, beyond which a better one may be.
 *
 * @param atAnEnd Names the matrices whose best size is.
 */
export function optimumInside(atAnEnd: (evidence: SuiteEvidence) => readonly string[]): PremiseCondition {
  return {
    text: "optimum inside the sweep",
    elsewhere: "a sweep of more group sizes",
    find: (evidence) => {
      const names = atAnEnd(evidence);
      return {
        met: names.length === 0,
        text: names.length === 0
          ? "every best size is inside the sweep"
          : `the best size of ${names.join(", ")} is at an end of the sweep`,
      };
    },
  };
}

/** Condition that a fit rests on enough graphs, each counted once however many of its parts are labelled. */
export function enoughGraphs(workload: string, contender: string): PremiseCondition {
  return atLeast(LEAST_GRAPHS, {
    name: "graphs in the fit",
    readings: workloadMetric("fit_graphs", [workload], contender),
    elsewhere: "a fit to more graphs",
  });
}
