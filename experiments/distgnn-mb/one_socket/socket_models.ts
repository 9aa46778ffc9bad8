/**
 * Models of distgnn-mb's Figure 2, with bias, ReLU and dropout fused into a layer or as an operator each.
 *
 * @module
 */
import {
  checkEpilogue,
  emitEpilogue,
  epilogueGradient,
  type EpilogueOptions,
  makeEpilogue,
} from "../../../training/layers/epilogue.ts";
import { featureShape, isSparse } from "../../../training/layers/features.ts";
import { graphAttention } from "../../../training/layers/graph_attention.ts";
import { graphConvolution } from "../../../training/layers/graph_convolution.ts";
import type { Layer } from "../../../training/layers/layer.ts";
import { residual } from "../../../training/layers/residual.ts";
import { DROPOUT_RATE, HEADS, type LayeredModel, type ModelId } from "../rank_models.ts";
import { FANOUTS, HIDDEN } from "../scaled_graphs.ts";

/** Three layers, hidden width 256. The last has no ReLU and no dropout. */
export function socketModel(
  model: ModelId,
  { classes, hidden = HIDDEN, fused }: {
    readonly classes: number;
    readonly hidden?: number;
    readonly fused: boolean;
  },
): LayeredModel {
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

/** `H' = epilogue(H)` in a pass of its own, as a framework without fusion runs it. */
function entryWise(options: EpilogueOptions & { readonly label: string }): Layer {
  checkEpilogue(options.label, options);
  return {
    label: options.label,
    rowWise: true,
    forward(steps, { features, inputGradient }) {
      if (isSparse(features)) throw new TypeError("dense features only: it follows a layer");
      const { cols: width } = featureShape(features);
      const epilogue = makeEpilogue(steps, { ...options, width, decays: true });
      const y = emitEpilogue(steps, features, epilogue);
      return {
        features: y,
        ...(inputGradient || options.bias
          ? { backward: (steps, gradient) => epilogueGradient(steps, gradient, { epilogue, y }) }
          : {}),
      };
    },
  };
}
