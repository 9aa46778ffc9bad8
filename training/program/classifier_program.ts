/**
 * Program of a classifier from its layers: forward, loss, backward, update, and the forward pass alone.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import { type Features, isSparse } from "../layers/features.ts";
import type { ActiveVertices, Gradient } from "../layers/gradient.ts";
import type { Adjacency, Backward, Layer } from "../layers/layer.ts";
import type { StepTruth } from "../operations/rules/classified_rows.ts";
import type { Optimizer } from "../optimizers/optimizer.ts";
import type { Program } from "./program.ts";
import type { ProgramBuilder } from "./program_builder.ts";
import type { Sequence } from "./step_emitter.ts";
import type { Tensor } from "./tensor.ts";

/** Layer with the operands of its aggregation. */
export interface Stage {
  /** The layer. */
  readonly layer: Layer;
  /** Adjacency of the layer; each layer may have its own. */
  readonly adjacency: Adjacency;
}

/** Parts of a classifier. All operands belong to the builder that it is emitted with. */
export interface ClassifierParts {
  /** Stages from the features to the logits; labels differ. */
  readonly stages: readonly Stage[];
  /** Features, one row an input vertex of the first stage. */
  readonly features: Features;
  /** Truth of the rows of the last stage, or of the active ones of them. */
  readonly truth: StepTruth;
  /**
   * Weights of the same rows, `1 x rows`: 1/n on n training vertices, 0 elsewhere, so that the loss is their
   * mean.
   */
  readonly weights: Tensor;
  /** Training vertices for a partially-active backward pass; it goes through all vertices by default. */
  readonly active?: ActiveVertices;
  /**
   * Whether the gradient of the features is computed, which no parameter needs, as printed in Algorithm 1 of
   * eppgcn; false by default.
   */
  readonly featureGradient?: boolean;
  /** Optimizer of the parameters. */
  readonly optimizer: Optimizer;
  /**
   * Whether the forward pass without dropout is emitted too; true by default. Without it the program's scores
   * are the logits of `train`, of the batch that is trained on.
   */
  readonly evaluate?: boolean;
}

/**
 * Emits a whole classifier.
 *
 * @throws {UsageError} if shapes do not match, labels repeat, or there are no parameters.
 */
export function classifierProgram(builder: ProgramBuilder, parts: ClassifierParts): Program {
  checkLabels(parts.stages);
  const { truth, weights, optimizer, active, evaluate = true } = parts;
  const forward = emitForward(builder, parts, "train");
  const lossSteps = builder.steps("train", { layer: "loss", pass: "forward" });
  const logits = active ? active.gather(lossSteps, forward.logits) : forward.logits;
  const losses = lossSteps.emit("of each row", { op: "cross-entropy", logits, truth, weights });
  const loss = builder.tensor("loss", "loss", { rows: 1, cols: 1 });
  lossSteps.write({ op: "column-sum", x: losses, out: loss }, "loss");

  const logitsGradient = builder.steps("train", { layer: "loss", pass: "backward" })
    .emit("gradient", { op: "cross-entropy-gradient", logits, truth, weights });
  emitBackward(builder, forward.backwards, { tensor: logitsGradient, ...(active ? { active } : {}) });
  optimizer.update(builder.steps("train", { layer: optimizer.label, pass: "update" }), builder.learned());

  if (!evaluate) return builder.buildTraining({ loss, logits: forward.logits });
  const { logits: scores } = emitForward(builder, parts, "evaluate");
  return builder.build({ loss, scores });
}

interface Passed {
  readonly layer: string;
  readonly backward: Backward | undefined;
}

function emitForward(
  builder: ProgramBuilder,
  { stages, features: input, featureGradient = false }: ClassifierParts,
  sequence: Sequence,
): { readonly logits: Tensor; readonly backwards: readonly Passed[] } {
  if (featureGradient && isSparse(input)) {
    throw new UsageError({
      action: "build a program",
      current: "the gradient of sparse features",
      wanted: "that of dense ones: a product that keeps few of its entries is no step of a program",
      next: "leave it out, or load the features as a dense matrix",
    });
  }
  let features = input;
  const backwards: Passed[] = [];
  for (const { layer, adjacency } of stages) {
    const inputGradient = featureGradient || backwards.at(-1)?.backward !== undefined;
    const steps = builder.steps(sequence, { layer: layer.label, pass: "forward" });
    const output = layer.forward(steps, { features, adjacency, inputGradient });
    features = output.features;
    backwards.push({ layer: layer.label, backward: output.backward });
  }
  if (isSparse(features) || backwards.at(-1)?.backward === undefined) {
    throw new UsageError({
      action: "build a program",
      current: "layers without a parameter",
      wanted: "at least one layer with weights",
      next: "end the model with a graph convolution or a linear layer",
    });
  }
  return { logits: features, backwards };
}

function emitBackward(
  builder: ProgramBuilder,
  backwards: readonly Passed[],
  logitsGradient: Gradient,
): void {
  let gradient: Gradient | undefined = logitsGradient;
  for (const { layer, backward } of backwards.toReversed()) {
    if (!backward || !gradient) return;
    gradient = backward(builder.steps("train", { layer, pass: "backward" }), gradient);
  }
}

function checkLabels(stages: readonly Stage[]): void {
  const seen = new Set<string>();
  for (const { layer: { label } } of stages) {
    if (seen.has(label)) {
      throw new UsageError({
        action: "build a program",
        current: `two layers "${label}"`,
        wanted: "a label of its own for each layer",
        next: "number the layers",
      });
    }
    seen.add(label);
  }
}
