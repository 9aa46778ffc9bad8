/**
 * Premises of distgnn-mb's claims on mini-batches, on ranks, and on the threads of a socket.
 *
 * @module
 */
import { atLeast, between, type PremiseCondition } from "../premises/condition.ts";
import { metricOf, threadsOf } from "../premises/quantities.ts";
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

/** As many threads as make a socket's optimisations matter. */
export const SOCKET_THREADS: PremiseCondition = atLeast(16, {
  name: "threads",
  readings: threadsOf,
  elsewhere: "a CPU of 16 cores or more",
});

/**
 * Rows that all other ranks may push over the rows of a layer of a mini-batch, `nc (R - 1) / rows`, on the
 * paper's 64 ranks.
 */
const PRINTED_PUSHES = [0.32, 2.5, 25] as const;

/** Pushes are as large beside a layer as the paper's, within a factor of 2. */
export function pushesAsPrinted(cells: readonly (CellKey & { readonly ranks: number })[]): PremiseCondition {
  return between(0.5, 2, {
    name: "rows pushed over rows of a layer against the paper's",
    readings: (evidence) =>
      cells.flatMap(({ ranks, ...cell }) =>
        PRINTED_PUSHES.flatMap((printed, layer) =>
          metricOf(`push_share_l${layer}`, [cell])(evidence).map(({ of, value }) => ({
            of: `L${layer} of ${of} on ${ranks} ranks`,
            value: value / (printed * (ranks - 1) / 63),
          }))
        )
      ),
    elsewhere: "--profile paper",
  });
}
