/**
 * A partitioned product at its published size on the paper's card and link, by the roofline over simulated
 * traffic: this machine has neither.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { parseDatasetName } from "../../../datasets/generators/stand_in.ts";
import { datasetRecord } from "../../../datasets/registry.ts";
import { groupCount, productSeconds, spmmSchedule } from "../../../distributed/spmm/mod.ts";
import { gcnNormalise } from "../../../graph/normalization.ts";
import { blockOffsets } from "../../../graph/orderings/block_wise.ts";
import { permuteSymmetric } from "../../../graph/permute.ts";
import { submatrix } from "../../../graph/submatrix.ts";
import { ROW_SPLIT } from "../../../hardware/cache_simulator/kernel_model.ts";
import { simulateSpmm } from "../../../hardware/cache_simulator/simulate_spmm.ts";
import type { LinkChangeId } from "../../../hardware/models/link_changes.ts";
import { PUBLISHED_CARDS } from "../../../hardware/models/published_cards.ts";
import { spmmRoofline } from "../../../hardware/models/spmm_roofline.ts";
import { byChange, type ChangedMetric } from "../../claims/model_changes.ts";
import type { Lab } from "../../lab.ts";
import { modelled, type ModelledValue } from "../../metrics.ts";
import { WIDTH } from "../paper_graphs.ts";
import { VARIED_LINKS } from "./links.ts";
import { type OrderedPartition, scopedIdentity, scopedPermutation } from "./scoped_orderings.ts";

const CARD = PUBLISHED_CARDS["titan-rtx"];

/** Times on the paper's card and link. */
export type CardFacts = Readonly<
  Record<"card_spmm_time" | ChangedMetric<"card_messages_time", LinkChangeId>, ModelledValue>
>;

/**
 * Milliseconds of the slowest rank's blocks on the card, and of the product's messages, both at the size
 * that the paper prints: a stand-in of V/s vertices and E/s edges has 1/s of the traffic, through caches
 * that are 1/s of the card's.
 */
export async function cardProductFacts(
  lab: Lab,
  dataset: LoadedDataset,
  partition: OrderedPartition,
): Promise<CardFacts> {
  const { scheme } = partition;
  const { counts } = datasetRecord(parseDatasetName(dataset.id).id);
  const vertices = dataset.graph.rows, share = vertices / counts.vertices;
  const key = {
    simulation: ROW_SPLIT,
    card: CARD,
    share,
    width: WIDTH,
    scheme,
    ...scopedIdentity(partition),
    graph: dataset.hash,
    seed: lab.seed,
  };
  const [nanoseconds] = await lab.cached(key, async () => {
    const permutation = await scopedPermutation(lab, dataset, partition);
    const natural = gcnNormalise(dataset.graph);
    const matrix = permutation ? permuteSymmetric(natural, permutation.perm) : natural;
    const offsets = blockOffsets(vertices, groupCount(scheme));
    const range = (block: number) => [offsets[block], offsets[block + 1]] as const;
    const seconds = new Array<number>(scheme.ranks).fill(0);
    for (const { rank, row, column } of spmmSchedule(scheme).steps.flatMap(({ products }) => products)) {
      const { rowPtr, colIdx } = submatrix(matrix, { rows: range(row), cols: range(column) });
      const nnz = colIdx.length;
      if (nnz === 0) continue;
      const block = { rowPtr, colIdx, width: WIDTH, card: CARD, kernelModel: ROW_SPLIT, cacheScale: share };
      const { dramBytes } = await simulateSpmm(block);
      seconds[rank] += spmmRoofline({ nnz, width: WIDTH, dramBytes, card: CARD }).seconds;
    }
    return Uint32Array.of(Math.round(1e9 * Math.max(...seconds)));
  });
  const shape = { vertices: counts.vertices, width: WIDTH };
  return {
    card_spmm_time: modelled(nanoseconds / 1e6 / share),
    ...byChange(
      "card_messages_time",
      VARIED_LINKS,
      ({ link }) => modelled(1e3 * productSeconds(spmmSchedule(scheme), shape, link)),
    ),
  };
}
