/**
 * Graphs of a user's own that suites run on in place of the papers' graphs.
 *
 * @module
 */
import { registerUserGraph } from "../datasets/user_graph.ts";

/** A graph of a user's own. */
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
 * Takes the graphs of files, and datasets by name. Suites that say {@linkcode Suite.onUserGraphs} then run on
 * them.
 *
 * @throws {UsageError} as {@linkcode registerUserGraph}.
 */
export function takeUserGraphs(
  { graph = [], datasets = [], width = WIDTHS, symmetrise = false }: {
    readonly graph?: readonly string[];
    readonly datasets?: readonly string[];
    readonly width?: readonly number[];
    readonly symmetrise?: boolean;
  },
): void {
  for (const dataset of [...graph.map((file) => registerUserGraph(file, { symmetrise })), ...datasets]) {
    const again = taken.findIndex((each) => each.dataset === dataset);
    taken.splice(again < 0 ? taken.length : again, again < 0 ? 0 : 1, { dataset, widths: width });
  }
}
