/**
 * The datasets that a session has loaded and keeps, since suites of one paper ask for the same graphs.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import type { Workload } from "../cell.ts";

/**
 * Most stored edges of all kept graphs together: some 250 MB, and as much again for the values that suites
 * derive from them. The graphs of the largest paper have 26 M in the standard profile, and its suites take
 * them in turn.
 */
const KEPT_EDGES = 32_000_000;

/** Dataset that a workload asks for. */
export type AskedDataset = Pick<Workload, "dataset" | "ids">;

const nameOf = ({ dataset, ids }: AskedDataset): string => `${dataset} ${ids ?? ""}`;

/**
 * Cache of the most recently used datasets by the name that was asked for. The last one is kept however large
 * it is.
 */
export class KeptDatasets {
  readonly #keptEdges: number;
  /** Least recently used first. */
  readonly #kept = new Map<string, LoadedDataset>();

  /** Takes the most stored edges of all kept graphs together; 32 M when absent. */
  constructor(keptEdges = KEPT_EDGES) {
    this.#keptEdges = keptEdges;
  }

  /** Dataset of this name, loaded where it is not kept. */
  async get(asked: AskedDataset, load: () => Promise<LoadedDataset>): Promise<LoadedDataset> {
    const name = nameOf(asked), known = this.#kept.get(name);
    this.#kept.delete(name);
    const dataset = known ?? await load();
    this.#kept.set(name, dataset);
    this.#letGo();
    return dataset;
  }

  /** Drops all datasets but those that are asked for here, and what was computed from them with them. */
  keepOnly(asked: readonly AskedDataset[]): void {
    const names = new Set(asked.map(nameOf));
    for (const name of [...this.#kept.keys()]) if (!names.has(name)) this.#kept.delete(name);
  }

  #letGo(): void {
    let edges = 0;
    for (const { graph } of this.#kept.values()) edges += graph.colIdx.length;
    for (const [asked, { graph }] of this.#kept) {
      if (edges <= this.#keptEdges || this.#kept.size === 1) return;
      this.#kept.delete(asked);
      edges -= graph.colIdx.length;
    }
  }
}
