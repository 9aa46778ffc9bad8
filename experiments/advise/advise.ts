/**
 * Advice on a graph: a session of the suite `own/advice`, and its rows in words.
 *
 * @module
 */
import { MissingError } from "../../platform/errors.ts";
import { workloadId } from "../../results/report/workload.ts";
import { countingRows } from "../../results/store/counting_rows.ts";
import { readSession } from "../../results/store/store.ts";
import { repro } from "../session/repro.ts";
import type { ReproOptions } from "../session/repro_options.ts";
import { takeUserGraphs } from "../user_graphs.ts";
import { renderAdvice } from "./advice_text.ts";
import { choose } from "./choice.ts";

/** Suite that measures orderings with mappings. */
const SUITE = "own/advice";

/** Options of advice. */
export type AdviceOptions = Omit<ReproOptions, "papers" | "graph" | "kernel" | "artifact" | "filter">;

/**
 * Measures orderings with mappings on a graph and says which to take.
 *
 * @param graph Path of a file, or id of a dataset.
 * @throws what {@linkcode repro} throws.
 * @throws {MissingError} where the graph as it comes could not be timed; the message has the reason.
 */
export async function advise(
  graph: string,
  { width, symmetrise, ...options }: AdviceOptions,
): Promise<string> {
  takeUserGraphs({
    graph: [graph],
    ...(width && { width }),
    ...(symmetrise && { symmetrise }),
  });
  const { paths } = await repro({ ...options, papers: [SUITE] });
  const { document, rows } = await readSession(paths.session);
  const suite = document.suites.find(({ id }) => id === SUITE)!;
  const smallestDifference = document.calibration?.smallestDifference ?? 0;
  const texts = [...Map.groupBy(countingRows(rows), workloadId).values()].map((own) => {
    const choice = choose(own, { baseline: suite.baseline, smallestDifference });
    if (choice !== undefined) return renderAdvice({ suite, rows: own, choice, smallestDifference });
    const reason = own.find(({ contender, reason }) => contender === suite.baseline && reason)?.reason;
    throw new MissingError({
      action: `advise on ${graph}`,
      current: reason ?? "no time of the graph as it comes",
      wanted: "a device that times it",
      next: "take another device, or a smaller graph",
    });
  });
  return [...texts, `report  ${paths.report}`].join("\n\n");
}
