/**
 * Models of distgnn-mb's Figure 2, with the operators of UPDATE fused or each by itself: bias, ReLU and
 * dropout of GraphSAGE, bias and ReLU of GAT, which come before attention.
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
import { graphConvolution } from "../../../training/layers/graph_convolution.ts";
import type { Layer } from "../../../training/layers/layer.ts";
import { residual } from "../../../training/layers/residual.ts";
import { DROPOUT_RATE, type LayeredModel, type ModelId, rankModel } from "../rank_models.ts";
import { FANOUTS, HIDDEN } from "../scaled_graphs.ts";

/** Three layers, hidden width 256. GraphSAGE's last has no ReLU and no dropout; GAT is that of ranks. */
export function socketModel(
  model: ModelId,
  { classes, hidden = HIDDEN, fused }: {
    readonly classes: number;
    readonly hidden?: number;
    readonly fused: boolean;
  },
): LayeredModel {
  if (model === "GAT") return rankModel(model, { classes, hidden, separate: !fused });
  const layers = FANOUTS.flatMap((_, at): Layer[] => {
    const last = at === FANOUTS.length - 1, label = `layer ${at + 1}`, width = last ? classes : hidden;
    const end = last ? { bias: true } : { bias: true, negativeSlope: 0, dropout: DROPOUT_RATE };
    const layer = graphConvolution({ label, width });
    if (fused) return [residual({ layer, weights: "always", ...end })];
    return [
      residual({ layer, weights: "always" }),
      entryWise({ label: `${label} bias`, bias: true }),
      ...(last ? [] : [
        entryWise({ label: `${label} ReLU`, negativeSlope: 0 }),
        entryWise({ label: `${label} dropout`, dropout: DROPOUT_RATE }),
      ]),
    ];
  });
  return { layers, aggregation: "mean" };
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
