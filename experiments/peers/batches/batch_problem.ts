/**
 * Mini-batch training for a peer: this project's model and data as the worker takes them, with the same
 * initial weights and hyper-parameters.
 *
 * @module
 */
import type { CsrMatrix } from "../../../graph/csr.ts";
import type { AdamConstants } from "../../../kernels/adam/adam.ts";
import { UsageError } from "../../../platform/errors.ts";
import { initialNumbers } from "../../../training/executors/initialisation.ts";
import type { BatchModel, MiniBatchData } from "../../../training/mini_batch/mod.ts";
import { smallestProgram } from "../../../training/mini_batch/batch_program.ts";
import type { Layer } from "../../../training/layers/layer.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import type { RawNumbers } from "../operand_files.ts";
import type { BatchModelId } from "./library_blocks.ts";

/** A training on mini-batches that a peer runs too. */
export interface PeerBatchProblem {
  /** Graph that neighbours are drawn from, its rows the in-neighbours. */
  readonly graph: CsrMatrix;
  /** Features, labels and training vertices. */
  readonly data: MiniBatchData;
  /** Kind of the layers. */
  readonly model: BatchModelId;
  /** Layers as this project has them, without dropout: by `gcn`, `graphSage`, `gin` or `gat`. */
  readonly layers: readonly Layer[];
  /** Heads of each layer, where it is a GAT. */
  readonly heads?: readonly number[];
  /** Neighbours drawn a layer, the layer next to the input first. */
  readonly fanouts: readonly number[];
  /** Seeds of a mini-batch. */
  readonly batchSize: number;
  /** Seed of the initial weights, and of the library's own draws and shuffles. */
  readonly seed: number;
}

/** The model with this project's aggregation by given values, and its Adam. */
export function batchModelOf({ layers, data, seed }: PeerBatchProblem): BatchModel {
  const { features: { width: featureWidth }, classes } = data;
  return {
    layers,
    aggregation: "sampled",
    optimizer: adam(),
    seed,
    featureWidth,
    classes,
    labels: "single",
  };
}

/** Names of a layer's parameters: those of the worker, by those of this project. */
const NAMES: Readonly<Record<BatchModelId, Readonly<Record<string, string>>>> = {
  gcn: { "weight": "W", "bias": "b" },
  sage: { "weight": "W", "bias": "b", "self weight": "S" },
  gin: { "first weight": "W", "first bias": "c", "second weight": "V", "second bias": "b" },
  gat: { "weight": "W", "attention vectors": "A", "bias": "b" },
};

/** Members of the worker's request, without the files. */
export interface BatchRequest {
  /** Columns of the features, and of each layer. */
  readonly widths: readonly number[];
  /** Constants of Adam. */
  readonly adam: AdamConstants;
  /** Weights by the worker's names. */
  readonly parameters: Readonly<Record<string, RawNumbers>>;
}

/**
 * Widths, constants and initial weights of a problem.
 *
 * @throws {UsageError} for layers that are not those of the model, vertices of several classes, or weight
 * decay in some layers alone.
 */
export function batchRequest(problem: PeerBatchProblem): BatchRequest {
  const { model, data, seed } = problem;
  if (data.truth.labels === undefined) throw unlike(model, "several classes a vertex");
  const { parameters, train } = smallestProgram(batchModelOf(problem));
  const arrays: Record<string, RawNumbers> = {}, widths = [data.features.width];
  for (const parameter of parameters) {
    const { label, cols } = parameter.tensor;
    const [, layer, part] = /^layer (\d+) (.+)$/.exec(label) ?? [];
    const name = NAMES[model][part];
    if (name === undefined) throw unlike(model, `parameter ${label}`);
    arrays[`${name}${layer}`] = initialNumbers(parameter, seed);
    if (name === (model === "gin" ? "V" : "W")) widths[Number(layer)] = cols;
  }
  const [constants, ...others] = train.flatMap((step) => step.op === "adam" ? [step.constants] : []);
  if (others.some((other) => other.weightDecay !== constants.weightDecay)) {
    throw unlike(model, "weight decay in some layers alone");
  }
  return { widths, adam: constants, parameters: arrays };
}

function unlike(model: BatchModelId, current: string): UsageError {
  return new UsageError({
    action: "give a training on mini-batches to a peer",
    current,
    wanted: `a ${model} whose layers are all alike, and one class a vertex`,
    next: "make the layers by the model's own function, or leave the peers out",
  });
}
