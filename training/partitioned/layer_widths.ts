/**
 * Widths and parameters of consecutive layers, found by emitting each once on a graph of one vertex.
 *
 * @module
 */
import { sumOf } from "../../platform/lists/sum_of.ts";
import type { Layer } from "../layers/layer.ts";
import { layerProgram } from "./layer_program.ts";

/** Layer with those parts of its shapes that do not depend on the graph. */
export interface PartitionedLayer {
  /** The layer. */
  readonly layer: Layer;
  /** Columns of the layer's input. */
  readonly inputWidth: number;
  /** Columns of the layer's result. */
  readonly outputWidth: number;
  /** Bytes of the layer's parameters, and of their gradients. */
  readonly parameterBytes: number;
}

/**
 * Determines the widths and parameters of consecutive layers.
 *
 * @throws {UsageError} for a layer that cannot be partitioned; see {@linkcode layerProgram}.
 */
export function partitionedLayers(
  layers: readonly Layer[],
  featureWidth: number,
): readonly PartitionedLayer[] {
  const block = { rows: 1, cols: 1, nnz: 1, weighted: true };
  let width = featureWidth;
  return layers.map((layer, at) => {
    const { output, program } = layerProgram(layer, {
      block,
      width,
      work: "inference",
      inputGradient: at > 0,
      seed: 0,
    });
    const parameterBytes = sumOf(program.parameters, ({ tensor }) => 4 * tensor.rows * tensor.cols);
    const measured = { layer, inputWidth: width, outputWidth: output.cols, parameterBytes };
    width = output.cols;
    return measured;
  });
}
