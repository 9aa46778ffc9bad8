/**
 * Premise of distgnn-mb's claims that compare ranks.
 *
 * @module
 */
import { atLeast, type PremiseCondition } from "../premises/condition.ts";
import type { CellKey } from "../claims/suite_evidence.ts";

/**
 * Every rank that is compared runs, instead of taking turns with others in one process. The figures' own
 * suites let ranks take turns; real ranks are those of `figures-3-to-5-real-ranks`, up to eight, and of
 * `train`.
 */
export function ranksThatRun(cells: readonly (CellKey & { readonly ranks: number })[]): PremiseCondition {
  return atLeast(1, {
    name: "share of the ranks that run side by side",
    readings: (evidence) =>
      cells.map(({ ranks, ...cell }) => {
        const row = evidence.row(cell, "epoch_time");
        return { of: `${cell.contender} on ${ranks} ranks`, value: (row.ranks ?? 1) / ranks };
      }),
    elsewhere: `${
      Math.max(...cells.map(({ ranks }) => ranks))
    } ranks with a core or more each, whose epochs ` +
      "deno task train times (examples/cluster)",
  });
}
