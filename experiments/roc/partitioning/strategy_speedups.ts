/**
 * Speed-ups of strategies over equal cuts, round by round and under every change of the assumptions.
 *
 * @module
 */
import { byChange, changedMetrics } from "../../claims/model_changes.ts";
import type { Facts, Metrics, StatedValue } from "../../metrics.ts";
import { type Change, CHANGES } from "./changed_links.ts";
import type { FigureStrategy } from "./strategies.ts";

/**
 * Equal cuts that every strategy of Figures 8 and 9 is compared with, and the metrics of its speed-ups over
 * them.
 */
export const SPEEDUPS = [
  { over: "equal-vertices", label: "equal vertices", metric: "speedup_over_equal_vertices" },
  { over: "equal-edges", label: "equal edges", metric: "speedup_over_equal_edges" },
] as const;

/** Metrics of speed-ups under all changes. */
export const SPEEDUP_METRICS = {
  ...changedMetrics(
    "speedup_over_equal_vertices",
    { label: "speed-up over equal vertices", unit: "x", better: "higher" },
    CHANGES,
  ),
  ...changedMetrics(
    "speedup_over_equal_edges",
    { label: "speed-up over equal edges", unit: "x", better: "higher" },
    CHANGES,
  ),
} as const satisfies Metrics;

/** Speed-ups of a strategy over the equal cuts that were asked for. */
export function speedupFacts(
  { id, contenders, changes, rounds, isMeasured }: {
    readonly id: FigureStrategy["id"];
    readonly contenders: readonly FigureStrategy[];
    readonly changes: readonly Change[];
    /** Milliseconds of a strategy, one entry a round. */
    readonly rounds: (strategy: FigureStrategy["id"], change: Change) => readonly number[];
    /** Whether nothing is modelled as it is shown: of one device. */
    readonly isMeasured: boolean;
  },
): Facts<typeof SPEEDUP_METRICS> {
  const facts = SPEEDUPS.filter(({ over }) => contenders.some(({ id }) => id === over)).map(
    ({ over, metric }): Facts<typeof SPEEDUP_METRICS> =>
      byChange(metric, changes, (change): StatedValue => {
        const own = rounds(id, change);
        return {
          value: rounds(over, change).map((ms, round) => ms / own[round]),
          source: isMeasured && change.id === "" ? "measured" : "modelled",
        };
      }),
  );
  return Object.assign({}, ...facts);
}
