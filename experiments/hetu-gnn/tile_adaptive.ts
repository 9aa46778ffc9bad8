/**
 * What the two suites of the tile-adaptive kernel share: their graphs, and a trial of `block-sparse` on an ordered graph.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { denseShare, tileMatrix } from "../../graph/tiles.ts";
import { orderGraph } from "../ordered_graph.ts";
import { spmmTrial } from "../spmm_trial.ts";
import type { Lab, Trial } from "../suite.ts";

/** Hidden width of the paper. */
export const WIDTH = 128;

/** Tile fill follows average degree over vertices, so stand-ins keep that ratio. */
export const SCALING = "fill";

/** Which ordering, which kernel, and for `block-sparse` the density threshold in percent. */
export interface TileTrialOptions {
  readonly ordering: string;
  readonly kernel: "row-split" | "block-sparse";
  readonly threshold: number;
}

/** A product on an ordered graph, with how much of it lies in dense tiles at the threshold. */
export async function tileTrial(lab: Lab, dataset: LoadedDataset, options: TileTrialOptions): Promise<Trial> {
  const { ordering, kernel, threshold } = options;
  const graph = await orderGraph(lab, dataset, { ordering, width: WIDTH });
  const share = denseShare(tileMatrix(graph.ordered.matrix), threshold / 100);
  return spmmTrial(lab, {
    ...graph.ordered,
    kernel,
    ...(kernel === "block-sparse" ? { parameters: { threshold } } : {}),
    preprocessMs: graph.orderingMs,
    facts: [
      { metric: "tiles", unit: "tiles", value: share.tiles },
      { metric: "dense_tiles", unit: "tiles", value: share.denseTiles },
      { metric: "dense_nnz_share", unit: "1", value: share.denseNnzShare },
    ],
    factors: graph.factors,
    identity: graph.identity,
  });
}
