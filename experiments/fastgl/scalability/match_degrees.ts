/**
 * Epochs of a sweep with the overlap of their mini-batches.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Facts, Metrics } from "../../metrics.ts";
import { inputLists, meanMatchDegree } from "../input_lists.ts";
import { FASTGL, type PolicyContender } from "../policies.ts";
import { MATCH_REGIME, matchRegime } from "../match_premises.ts";
import { FANOUTS, PAPER_BATCH } from "../sampling_graphs.ts";
import { SWEPT_METRICS, sweptOutcomes, type SweptWorkload } from "./products_sweep.ts";

/** Metrics of a sweep in which mini-batches overlap by different degrees. */
export const MATCHED_METRICS = {
  ...SWEPT_METRICS,
  match_degree_mean: { label: "mean match degree", unit: "%" },
  ...MATCH_REGIME,
} as const satisfies Metrics;

/** Mean match degree of an epoch's whole mini-batches in per cent. */
async function matchDegree(
  lab: Lab,
  dataset: LoadedDataset,
  { swept: { graph, batch }, paperSeeds }: SweptWorkload,
): Promise<Facts<typeof MATCHED_METRICS>> {
  const sampling = { fanouts: FANOUTS, seed: lab.seed };
  const [lists] = await inputLists(lab, dataset, { graph, sampling, ...(batch !== undefined && { batch }) });
  const matched = 100 * meanMatchDegree(lists, dataset.graph.rows);
  // The paper prints a degree for one size of mini-batches alone.
  const regime = paperSeeds === PAPER_BATCH
    ? matchRegime({ graph: graph.id, matchDegree: matched, ragged: 0 })
    : {};
  return { match_degree_mean: matched, ...regime };
}

/** Trains by the policies that were asked for; the match degree stands with FastGL. */
export async function matchedOutcomes(
  lab: Lab,
  dataset: LoadedDataset,
  workload: SweptWorkload,
  contenders: readonly PolicyContender[],
): Promise<(id: string) => JointOutcome<typeof MATCHED_METRICS>> {
  const outcomeOf = await sweptOutcomes(lab, workload, contenders);
  const matched = contenders.some(({ policy }) => policy === FASTGL)
    ? await matchDegree(lab, dataset, workload)
    : {};
  return (id) => {
    const { times, facts } = outcomeOf(id);
    return { times, facts: { ...facts, ...(id === FASTGL.id && matched) } };
  };
}
