/**
 * A partitioned product at its published size on the paper's card and link, by the roofline over simulated traffic: neither is
 * here.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { parseDatasetName } from "../../datasets/generators/stand_in.ts";
import { datasetRecord } from "../../datasets/registry.ts";
import { groupCount, productSeconds, spmmSchedule } from "../../distributed/spmm/mod.ts";
import { gcnNormalise } from "../../graph/normalization.ts";
import { blockOffsets } from "../../graph/orderings/block_wise.ts";
import { permuteSymmetric } from "../../graph/permute.ts";
import { submatrix } from "../../graph/submatrix.ts";
import { ROW_SPLIT } from "../../hardware/cache_simulator/kernel_model.ts";
import { simulateSpmm } from "../../hardware/cache_simulator/simulate_spmm.ts";
import { PUBLISHED_CARDS } from "../../hardware/published_cards.ts";
import { spmmRoofline } from "../../hardware/spmm_roofline.ts";
import { changedMetric } from "../claims/model_changes.ts";
import type { Lab } from "../lab.ts";
import type { Fact } from "../metrics.ts";
import { VARIED_LINKS } from "./links.ts";
import { WIDTH } from "./scheme_times.ts";
import { type PaperScheme, scopedIdentity, type ScopedOrdering, scopedPermutation } from "./schemes.ts";

const CARD = PUBLISHED_CARDS["titan-rtx"];

/**
 * Milliseconds of the slowest rank's blocks on the card, and of the product's messages, both at the size that the paper prints:
 * a stand-in of V/s vertices and E/s edges has 1/s of the traffic, through caches that are 1/s of the card's.
 */
export async function cardFacts(
  lab: Lab,
  dataset: LoadedDataset,
  { scheme, ordering }: { readonly scheme: PaperScheme; readonly ordering: ScopedOrdering },
): Promise<readonly Fact[]> {
  const { counts } = datasetRecord(parseDatasetName(dataset.id).id);
  const vertices = dataset.graph.rows, share = vertices / counts.vertices;
  const { value } = await lab.cached({
    ...{ simulation: ROW_SPLIT, card: CARD, share, width: WIDTH, scheme },
    ...{ ...scopedIdentity({ ...ordering, scheme }), graph: dataset.hash, seed: lab.seed },
  }, async () => {
    const { perm } = await scopedPermutation(lab, dataset, { ...ordering, scheme });
    const natural = gcnNormalise(dataset.graph);
    const matrix = perm ? permuteSymmetric(natural, perm) : natural;
    const offsets = blockOffsets(vertices, groupCount(scheme));
    const range = (block: number) => [offsets[block], offsets[block + 1]] as const;
    const seconds = new Array<number>(scheme.ranks).fill(0);
    for (const { rank, row, column } of spmmSchedule(scheme).steps.flatMap(({ products }) => products)) {
      const { rowPtr, colIdx } = submatrix(matrix, { rows: range(row), cols: range(column) });
      if (colIdx.length === 0) continue;
      const { dramBytes } = await simulateSpmm({
        ...{ rowPtr, colIdx, width: WIDTH, card: CARD, kernelModel: ROW_SPLIT, cacheScale: share },
      });
      seconds[rank] += spmmRoofline({ nnz: colIdx.length, width: WIDTH, dramBytes, card: CARD }).seconds;
    }
    return Uint32Array.of(Math.round(1e9 * Math.max(...seconds)));
  });
  const shape = { vertices: counts.vertices, width: WIDTH };
  return [
    { metric: "card_spmm_time", unit: "ms", value: value[0] / 1e6 / share, source: "modelled" },
    ...VARIED_LINKS.map((named): Fact => ({
      ...{ metric: changedMetric("card_messages_time", named), unit: "ms", source: "modelled" },
      value: 1e3 * productSeconds(spmmSchedule(scheme), shape, named.link),
    })),
  ];
}
