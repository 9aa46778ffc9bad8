/**
 * Samples of a map's cost model in the rows of a session.
 *
 * @module
 */
import { workloadId } from "../../../results/report/workload.ts";
import type { Row } from "../../../results/row.ts";
import type { CostSample } from "./cost_fit.ts";

/** Time and terms, by their metrics, of every cell of a suite that has all of them. */
export function costSamples(
  { suite, terms: metrics }: { readonly suite: string; readonly terms: readonly string[] },
  rows: readonly Row[],
): CostSample[] {
  const cells = Map.groupBy(
    rows.filter((row) => row.suite === suite && row.status === "ok"),
    ({ cell }) => cell,
  );
  return [...cells.values()].flatMap((cell): CostSample[] => {
    const value = (metric: string) => cell.find((row) => row.metric === metric)?.median;
    const ms = value("time"), terms = metrics.map(value);
    if (ms === undefined || terms.includes(undefined)) return [];
    const [{ contender }] = cell;
    return [{ point: workloadId(cell[0]), contender, ms, terms: terms as number[] }];
  });
}
