/**
 * Residual layer: a layer whose input is added to its result.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import {
  checkEpilogue,
  emitEpilogue,
  epilogueGradient,
  type EpilogueOptions,
  makeEpilogue,
} from "./epilogue.ts";
import { featureShape, isSparse } from "./features.ts";
import { wholeGradient } from "./gradient.ts";
import type { Layer } from "./layer.ts";
import { linear } from "./linear.ts";
import { pickOutputRows } from "./output_rows.ts";

/** Options of a residual layer. */
export interface ResidualOptions extends EpilogueOptions {
  /** Layer that the residual connection skips. Its label is that of the whole. */
  readonly layer: Layer;
  /** Condition for weights on the input: `always`, or `where-widths-differ` from the result (the default). */
  readonly weights?: "always" | "where-widths-differ";
  /** Whether weight decay applies to those weights and the sum's bias; true by default. */
  readonly decays?: boolean;
}

/**
 * Creates a residual layer: `H' = epilogue(layer(H) + H)`, or `epilogue(layer(H) + H V)` with weights V.
 * Where the layer aggregates over a block, H stands for the rows of the output vertices. The gradient of the
 * input has a row for every vertex, also where the given one has only those of active vertices.
 *
 * @throws {UsageError} for options out of range.
 * @example
 * ```ts
 * import { graphConvolution, residual } from "gnn-repro/training";
 * const layer = graphConvolution({ label: "layer 2", width: 64, negativeSlope: 0 });
 * if (residual({ layer }).label !== "layer 2") throw new Error("the layer's own label");
 * ```
 */
export function residual(options: ResidualOptions): Layer {
  const { layer, weights = "where-widths-differ", decays = true } = options;
  const { label, rowWise = false } = layer;
  checkEpilogue(label, options);
  return {
    label,
    rowWise,
    forward(steps, input) {
      const { features, adjacency, inputGradient } = input;
      const around = layer.forward(steps, input), { features: result } = around;
      if (isSparse(result)) throw sparseResult(label);
      const own = rowWise ? undefined : pickOutputRows(steps, features, adjacency);
      const rows = own?.features ?? features, { cols: width } = result;
      const path = isSparse(rows) || weights === "always" || featureShape(rows).cols !== width
        ? linear({ label, width, decays }).forward(steps.part("self"), { ...input, features: rows })
        : { features: rows };
      const carried = path.features;
      if (isSparse(carried)) throw sparseResult(label);
      const sum = steps.emit("sum", { op: "add", alpha: 1, x: result, beta: 1, y: carried });
      const epilogue = makeEpilogue(steps.part("sum"), { ...options, width, decays });
      const y = emitEpilogue(steps, sum, epilogue);
      if (!around.backward && !path.backward && !epilogue?.bias && !inputGradient) return { features: y };
      return {
        features: y,
        backward(steps, gradient) {
          const inner = epilogueGradient(steps, gradient, { epilogue, y });
          const through = around.backward?.(steps, inner);
          const past = path.backward ? path.backward(steps.part("self"), inner) : inner;
          if (!inputGradient || !past) return undefined;
          // The two gradients have active vertices of different hops, or none: they are added on the rows of
          // all vertices.
          const outer = wholeGradient(steps, past, y.rows), x = own ? own.gradient(steps, outer) : outer;
          if (!through) return { tensor: x };
          const whole = wholeGradient(steps, through, x.rows);
          return {
            tensor: steps.emit("input gradient sum", { op: "add", alpha: 1, x, beta: 1, y: whole }),
          };
        },
      };
    },
  };
}

function sparseResult(label: string): UsageError {
  return new UsageError({
    action: `emit ${label}`,
    current: "sparse features as a summand",
    wanted: "dense ones",
    next: "add to the result of a layer that has weights",
  });
}
