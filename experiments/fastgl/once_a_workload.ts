/**
 * Sampling once for all contenders of a workload.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import type { Lab } from "../lab.ts";
import type { TextWorkload } from "../text_suite.ts";

/** Something that is computed from a workload's graph. */
export type OfWorkload<T> = (lab: Lab, dataset: LoadedDataset, workload: TextWorkload) => Promise<T>;

/** The same function, which computes once for a graph, a batch size and a seed, for as long as the graph is loaded. */
export function onceAWorkload<T>(compute: OfWorkload<T>): OfWorkload<T> {
  const known = new WeakMap<LoadedDataset, Map<string, Promise<T>>>();
  return (lab, dataset, workload) => {
    const ofGraph = known.get(dataset) ?? new Map<string, Promise<T>>();
    known.set(dataset, ofGraph);
    const key = `${workload.id} ${workload.factors.batch} ${lab.seed}`;
    const value = ofGraph.get(key) ?? compute(lab, dataset, workload);
    ofGraph.set(key, value);
    return value;
  };
}
