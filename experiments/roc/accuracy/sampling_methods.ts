/**
 * Methods that roc's Section 7.4 samples mini-batches by: GraphSAGE's neighbours and FastGCN's layers.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { neighborDraw } from "../../../graph/sampling/mod.ts";
import type { VertexData } from "../../../training/vertex_data.ts";
import type { SampledRun } from "../../trials/accuracy_curves.ts";
import type { WholeAggregation } from "./accuracy_data.ts";

/** Method that samples mini-batches. */
export type SamplingMethod = "graphsage" | "fastgcn";

/**
 * Neighbours drawn a layer, input side first: GraphSAGE's S1 = 25 and S2 = 10, so that a seed has 10
 * (Hamilton et al., NeurIPS 2017, in whose program `samples_1` is of layer 1); vertices a layer of FastGCN on
 * Reddit.
 */
export const GRAPHSAGE_FANOUTS = [25, 10], FASTGCN_LAYER = 400;

/** Sampling of a training. */
export interface SamplingSetting {
  /** Sampling method. */
  readonly method: SamplingMethod;
  /** Normalisation of sampled neighbours; FastGCN has weights of its own. */
  readonly aggregation: WholeAggregation;
}

/** Draw of a method: FastGCN weighs by the propagation matrix, GraphSAGE samples neighbours. */
export function samplingOf(
  { graph }: LoadedDataset,
  { adjacency }: VertexData,
  { method, aggregation, seed }: SamplingSetting & { readonly seed: number },
): Pick<SampledRun, "graph" | "draw" | "aggregation"> {
  if (method === "graphsage") {
    return { graph, draw: neighborDraw(graph, { fanouts: GRAPHSAGE_FANOUTS, seed }), aggregation };
  }
  const layerSizes = GRAPHSAGE_FANOUTS.map(() => FASTGCN_LAYER);
  return {
    graph: adjacency,
    draw: neighborDraw(adjacency, { kind: "layer-importance", seed, layerSizes }),
    aggregation: "sampled",
  };
}
