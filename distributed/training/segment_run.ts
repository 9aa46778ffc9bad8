/**
 * Execution of one segment of a model on one block of a mini-batch: forward and, after the backward pass of
 * the layers above, backward.
 *
 * @module
 */
import { indices } from "../../platform/indices.ts";
import { type CsrMatrix, nnz } from "../../graph/csr.ts";
import type { SampledBlock } from "../../graph/sampling/block.ts";
import { transpose } from "../../graph/transpose.ts";
import { allocateMatrix, type DeviceMatrix, freeMatrix, writeMatrix } from "../../hardware/dense.ts";
import type { Device } from "../../hardware/device.ts";
import type { HostNumbers } from "../../kernels/operation.ts";
import { DeviceExecutor } from "../../training/executors/device_executor.ts";
import type { KernelChoices } from "../../training/executors/kernel_choice.ts";
import type { VertexTruth } from "../../training/metrics.ts";
import { aggregationMatrix } from "../../training/mini_batch/aggregation.ts";
import type { BatchModel } from "../../training/mini_batch/batch_program.ts";
import type { ModelParameters } from "../../training/mini_batch/model_parameters.ts";
import { outputsOf } from "../../training/operations/step_rules.ts";
import type { IndexOperand, SparseOperand, Tensor } from "../../training/program/tensor.ts";
import { transposedEntries } from "../../training/transposed_entries.ts";
import { type LayerSegment, type SegmentProgram, segmentProgram } from "./layer_segments.ts";

/** Program of a segment with the topology of a block. */
export interface SegmentTopology {
  /** Program with its operands and steps. */
  readonly built: SegmentProgram;
  /** Matrix of each sparse operand. */
  readonly sparse: ReadonlyMap<SparseOperand, CsrMatrix>;
  /** List of each index operand. */
  readonly indices: ReadonlyMap<IndexOperand, Uint32Array>;
}

/**
 * Computes the topology that a device needs of a block: its matrix as the model aggregates, and the segment's
 * other operands.
 *
 * @throws {UsageError} where the values that the aggregation takes are missing.
 */
export function segmentTopology(
  model: BatchModel,
  segment: LayerSegment,
  block: SampledBlock,
): SegmentTopology {
  return matrixTopology(model, segment, aggregationMatrix(block, model.aggregation));
}

/** Topology of a segment for a matrix that is as the model aggregates. */
export function matrixTopology(model: BatchModel, segment: LayerSegment, matrix: CsrMatrix): SegmentTopology {
  const { rows, cols } = matrix;
  const built = segmentProgram(model, segment, { rows, cols, nnz: nnz(matrix) });
  const { transposed, transposedOrder, outputVertices, ...adjacency } = built.adjacency;
  const sparse = new Map<SparseOperand, CsrMatrix>([[adjacency.matrix, matrix]]);
  const lists = new Map<IndexOperand, Uint32Array>();
  if (transposed) sparse.set(transposed, transpose(matrix));
  if (transposedOrder) lists.set(transposedOrder, transposedEntries(matrix));
  if (outputVertices) lists.set(outputVertices, indices(rows));
  return { built, sparse, indices: lists };
}

/** Dense numbers of a segment. */
export interface SegmentNumbers {
  /** Input rows, one a source of the block. */
  readonly rows: Float32Array;
  /** Truth of the destinations; read by the last segment only. */
  readonly truth: VertexTruth;
  /** Weight of each destination's loss, in the last segment; that of their mean by default. */
  readonly weights?: Float32Array;
}

/** Device and settings that run a segment. */
export interface SegmentEnvironment {
  /** Device that runs the kernels. */
  readonly device: Device;
  /** Parameters of the model. */
  readonly parameters: ModelParameters;
  /** Kernels that replace the best known ones. */
  readonly kernels: KernelChoices;
  /** Callback after each kernel, which lets messages progress. */
  readonly progress: () => void;
}

/** Segment that is ready to run. */
export class SegmentRun {
  readonly #environment: SegmentEnvironment;
  readonly #built: SegmentProgram;
  readonly #executor: DeviceExecutor;
  readonly #outputGradient: DeviceMatrix | undefined;

  private constructor(
    environment: SegmentEnvironment,
    built: SegmentProgram,
    { executor, outputGradient }: {
      readonly executor: DeviceExecutor;
      readonly outputGradient: DeviceMatrix | undefined;
    },
  ) {
    this.#environment = environment;
    this.#built = built;
    this.#executor = executor;
    this.#outputGradient = outputGradient;
  }

  /**
   * Prepares the kernels, and copies topology and input to the device.
   *
   * @throws {OutOfMemoryError} where there is no room; nothing stays allocated.
   */
  static async open(
    environment: SegmentEnvironment,
    { built, sparse, indices: given }: SegmentTopology,
    { rows, truth, weights }: SegmentNumbers,
  ): Promise<SegmentRun> {
    const { device, parameters, kernels } = environment;
    const { program, features, outputGradient: gradient, target, noLoss } = built;
    const inputs = new Map<Tensor, HostNumbers>([[features, rows]]), lists = new Map(given);
    if (noLoss) inputs.set(noLoss, new Float32Array(1));
    if (target) {
      const { cols: seeds } = target.weights;
      inputs.set(target.weights, weights ?? new Float32Array(seeds).fill(1 / seeds));
      if ("labels" in target.truth) lists.set(target.truth.labels, truth.labels!);
      else inputs.set(target.truth.targets, truth.targets!);
    }
    const lent = parameters.lend(program);
    // The output gradient is allocated here and written before the backward pass.
    const outputGradient = gradient && allocateMatrix(device, gradient.label, gradient.rows, gradient.cols);
    if (gradient && outputGradient) lent.set(gradient, outputGradient);
    try {
      const bindings = { sparse, indices: lists, inputs };
      const executor = await DeviceExecutor.open(device, program, bindings, { kernels, lent });
      return new SegmentRun(environment, built, { executor, outputGradient });
    } catch (error) {
      if (outputGradient) freeMatrix(device, outputGradient);
      throw error;
    }
  }

  /** Overwrites the input, one row a source. */
  write(rows: Float32Array): void {
    this.#executor.write(this.#built.features, rows);
  }

  /** Computes the result, and in the last segment the loss. */
  async forward(iteration: number): Promise<void> {
    this.#executor.setStep(iteration);
    for (const { step, plan } of this.#executor.trainPlans) {
      if (step.pass !== "forward") continue;
      plan.run();
      this.#environment.progress();
    }
    await this.#executor.finish();
  }

  /** Reads the result, one row a destination; to be called before the backward pass. */
  async output(): Promise<Float32Array> {
    return await this.#executor.read(this.#built.output);
  }

  /** Reads the loss of the last segment. */
  async loss(): Promise<number> {
    return (await this.#executor.read(this.#executor.program.loss))[0];
  }

  /**
   * Computes the gradients of the parameters.
   *
   * @param outputGradient One row a destination; absent for the last segment.
   * @returns the gradient of the input, one row a source, where a lower segment has parameters.
   */
  async backward(outputGradient?: Float32Array): Promise<Float32Array | undefined> {
    const { device, progress } = this.#environment, { featuresGradient } = this.#built;
    if (outputGradient && this.#outputGradient) writeMatrix(device, this.#outputGradient, outputGradient);
    let passed: Float32Array | undefined;
    for (const { step, plan } of this.#executor.trainPlans) {
      if (step.pass !== "backward") continue;
      plan.run();
      progress();
      // No later step reads this gradient: its memory may serve another tensor from here on.
      if (featuresGradient && outputsOf(step).includes(featuresGradient)) {
        passed = await this.#executor.read(featuresGradient);
      }
    }
    await this.#executor.finish();
    return passed;
  }

  /** Passes the gradient of each parameter to a callback, by label; to be called after the backward pass. */
  async gradients(take: (parameter: string, gradient: Float32Array) => void): Promise<void> {
    for (const { parameter, gradient } of this.#built.learned) {
      take(parameter.label, await this.#executor.read(gradient));
    }
  }

  /** Frees the memory. */
  close(): void {
    this.#executor.close();
    if (this.#outputGradient) freeMatrix(this.#environment.device, this.#outputGradient);
  }
}
