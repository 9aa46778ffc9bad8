/**
 * Graphs that a user names, and that suites run on in place of the papers' graphs.
 *
 * @module
 */
import { datasetOrFile } from "../datasets/user_graph.ts";

/** A graph that a user names. */
export interface UserGraph {
  /** Id of its dataset. */
  readonly dataset: string;
  /** Columns of features, one workload each. */
  readonly widths: readonly number[];
}

/** Widths of features where none are named. */
const WIDTHS = [64, 128] as const;

const taken: UserGraph[] = [];

/** Graphs that were taken, in order. */
export function userGraphs(): readonly UserGraph[] {
  return taken;
}

/**
 * Takes graphs, each the path of a file or the id of a dataset. Suites that say
 * {@linkcode Suite.onUserGraphs} then run on them.
 *
 * @throws {UsageError} as {@linkcode datasetOrFile}.
 */
export function takeUserGraphs(
  { graph = [], width = WIDTHS, symmetrise = false }: {
    readonly graph?: readonly string[];
    readonly width?: readonly number[];
    readonly symmetrise?: boolean;
  },
): void {
  for (const name of graph) {
    const dataset = datasetOrFile(name, { symmetrise });
    const again = taken.findIndex((each) => each.dataset === dataset);
    taken.splice(again < 0 ? taken.length : again, again < 0 ? 0 : 1, { dataset, widths: width });
  }
}
