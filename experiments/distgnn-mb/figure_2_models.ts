/**
 * The models of distgnn-mb's Figure 2, with what ends a layer fused or as an operator each.
 *
 * @module
 */
import type { EpilogueOptions } from "../../training/layers/epilogue.ts";
import { graphAttention } from "../../training/layers/graph_attention.ts";
import { graphConvolution } from "../../training/layers/graph_convolution.ts";
import type { Layer } from "../../training/layers/layer.ts";
import { residual } from "../../training/layers/residual.ts";
import type { Aggregation } from "../../training/mini_batch/mod.ts";
import { DROPOUT_RATE } from "./dense_trials.ts";
import { entryWise } from "./entry_wise.ts";
import { FANOUTS, HIDDEN } from "./scaled_graphs.ts";

/** The models of Section 4.2. */
export type ModelId = "GraphSAGE" | "GAT";

/** Both, in the paper's order. */
export const MODEL_IDS: readonly ModelId[] = ["GraphSAGE", "GAT"];

/** Heads of GAT (Table 2). */
export const HEADS = 4;

/** A model and what its layers aggregate with. */
export interface Figure2Model {
  /** From the features to the logits. */
  readonly layers: readonly Layer[];
  /** How. */
  readonly aggregation: Aggregation;
}

/** Three layers, hidden width 256. The last has no ReLU and no dropout. */
export function figure2Model(
  model: ModelId,
  { classes, hidden = HIDDEN, fused }: {
    readonly classes: number;
    readonly hidden?: number;
    readonly fused: boolean;
  },
): Figure2Model {
  const core = model === "GraphSAGE" ? sageLayer : attentionLayer;
  const layers = FANOUTS.flatMap((_, at): Layer[] => {
    const last = at === FANOUTS.length - 1, label = `layer ${at + 1}`, width = last ? classes : hidden;
    const end = last ? { bias: true } : { bias: true, negativeSlope: 0, dropout: DROPOUT_RATE };
    const shape = { label, width, heads: last ? 1 : HEADS };
    if (fused) return [core({ ...shape, ...end })];
    return [
      core(shape),
      entryWise({ label: `${label} bias`, bias: true }),
      ...(last ? [] : [
        entryWise({ label: `${label} ReLU`, negativeSlope: 0 }),
        entryWise({ label: `${label} dropout`, dropout: DROPOUT_RATE }),
      ]),
    ];
  });
  return { layers, aggregation: model === "GraphSAGE" ? "mean" : "attention" };
}

interface LayerShape extends EpilogueOptions {
  readonly label: string;
  readonly width: number;
  readonly heads: number;
}

function sageLayer({ label, width, heads: _, ...end }: LayerShape): Layer {
  return residual({ layer: graphConvolution({ label, width }), weights: "always", ...end });
}

function attentionLayer({ label, width, heads, ...end }: LayerShape): Layer {
  return graphAttention({ label, heads, headWidth: width / heads, ...end });
}
