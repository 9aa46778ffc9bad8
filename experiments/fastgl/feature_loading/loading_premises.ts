/**
 * Regime of claims about loading with Match and Reorder.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { Lab } from "../../lab.ts";
import type { Facts, Metrics } from "../../metrics.ts";
import { inputLists, meanMatchDegree } from "../input_lists.ts";
import { firstEpoch, LEAST_BATCHES } from "../sampled_epoch.ts";
import { SAMPLED_REGIME, sampledRegime } from "../sampled_premises.ts";
import { FANOUTS } from "../sampling_graphs.ts";
import type { EpochSetting } from "../sampled_workloads.ts";
import { MATCH_REGIME, matchRegime } from "../match_premises.ts";

/** Quantities of loaded mini-batches that premises bound; no table shows them. */
export const LOADING_REGIME = { ...SAMPLED_REGIME, ...MATCH_REGIME } as const satisfies Metrics;

/** Mean match degree in per cent of ten mini-batches whose neighbours are drawn as in Table 4. */
async function uniformDegree(
  lab: Pick<Lab, "seed">,
  dataset: LoadedDataset,
  { graph, batchSize: batch }: EpochSetting,
): Promise<number> {
  const sampling = { fanouts: FANOUTS, seed: lab.seed };
  const options = { graph, sampling, batch, least: LEAST_BATCHES, most: LEAST_BATCHES };
  const epochs = await inputLists(lab, dataset, options);
  return 100 * meanMatchDegree(epochs.flat().slice(0, LEAST_BATCHES), dataset.graph.rows);
}

/**
 * Values of {@linkcode LOADING_REGIME}.
 *
 * @param options `distinct`: mini-batches that are loaded.
 */
export async function loadingRegime(
  lab: Pick<Lab, "seed">,
  dataset: LoadedDataset,
  { epoch, distinct }: { readonly epoch: EpochSetting; readonly distinct: number },
): Promise<Facts<typeof LOADING_REGIME>> {
  const { graph: { id: graph }, batchSize } = epoch;
  const { batches } = firstEpoch(lab, dataset, epoch);
  const ragged = batches.filter(({ seeds }) => seeds.length !== batchSize).length;
  return {
    ...sampledRegime({ graph, vertices: dataset.graph.rows, seeds: batches[0].seeds.length, distinct }),
    ...matchRegime({ graph, matchDegree: await uniformDegree(lab, dataset, epoch), ragged }),
  };
}
