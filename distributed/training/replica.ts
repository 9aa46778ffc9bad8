/**
 * Copy of the model on one rank: the parameters, and the optimizer step that all ranks take alike after
 * gradients have been summed.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import type { Device } from "../../hardware/device.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import { DeviceExecutor } from "../../training/executors/device_executor.ts";
import type { KernelChoices } from "../../training/executors/kernel_choice.ts";
import type { BatchModel } from "../../training/mini_batch/batch_program.ts";
import { batchTask, batchTopology } from "../../training/mini_batch/batch_topology.ts";
import { ModelParameters } from "../../training/mini_batch/model_parameters.ts";
import type { Tensor } from "../../training/program/tensor.ts";

/** Initial state of a replica. */
export interface ReplicaOptions {
  /** Seed of the initial parameters, the same on every rank. */
  readonly seed: number;
  /** Kernels that replace the best known ones. */
  readonly kernels: KernelChoices;
}

/** State of a replica after whole epochs, the same on all ranks. */
export interface ReplicaState {
  /** Number of epochs. */
  readonly epochs: number;
  /** Parameters and moments, by label. */
  readonly parameters: ReadonlyMap<string, Float32Array>;
}

/**
 * Parameters and moments on a device. The update is that of a training step on one vertex whose gradients are
 * overwritten: so a rank without a mini-batch takes it as well, and every optimizer's own kernels run.
 */
export class Replica {
  /** Parameters of the model. */
  readonly parameters: ModelParameters;
  /** Number of values of all gradients together. */
  readonly gradientLength: number;
  readonly #executor: DeviceExecutor;
  readonly #places: ReadonlyMap<string, GradientPlace>;

  private constructor(
    parameters: ModelParameters,
    executor: DeviceExecutor,
    places: ReadonlyMap<string, GradientPlace>,
  ) {
    this.parameters = parameters;
    this.#executor = executor;
    this.#places = places;
    this.gradientLength = sumOf(places.values(), ({ gradient }) => sizeOf(gradient));
  }

  /**
   * Allocates and initialises a replica.
   *
   * @throws {UsageError} for layers that do not match.
   * @throws {OutOfMemoryError} where there is no room; nothing stays allocated.
   */
  static async open(device: Device, model: BatchModel, { seed, kernels }: ReplicaOptions): Promise<Replica> {
    const { program, features, bindings: { sparse, indices, inputs } } = oneVertexTask(model);
    const parameters = new ModelParameters(device, program, { seed });
    try {
      const executor = await DeviceExecutor.open(
        device,
        program,
        { sparse, indices, inputs: new Map(inputs).set(features, new Float32Array(sizeOf(features))) },
        { kernels, lent: parameters.lend(program) },
      );
      const places = new Map<string, GradientPlace>();
      let begin = 0;
      for (const step of program.train) {
        if (step.op !== "adam") continue;
        places.set(step.parameter.label, { gradient: step.gradient, begin });
        begin += sizeOf(step.gradient);
      }
      return new Replica(parameters, executor, places);
    } catch (error) {
      parameters.close();
      throw error;
    }
  }

  /** Copies a parameter's gradient to its place among all gradients. */
  put(parameter: string, gradient: Float32Array, all: Float32Array): void {
    all.set(gradient, this.#places.get(parameter)!.begin);
  }

  /** Takes an optimizer's step with the gradients of all parameters. */
  async update(gradients: Float32Array, iteration: number): Promise<void> {
    for (const { gradient, begin } of this.#places.values()) {
      this.#executor.write(gradient, gradients.subarray(begin, begin + sizeOf(gradient)));
    }
    this.#executor.setStep(iteration);
    for (const { step, plan } of this.#executor.trainPlans) if (step.pass === "update") plan.run();
    await this.#executor.finish();
  }

  /** Frees the memory. */
  close(): void {
    this.#executor.close();
    this.parameters.close();
  }
}

interface GradientPlace {
  readonly gradient: Tensor;
  /** Offset of the parameter's gradient among all gradients. */
  readonly begin: number;
}

function sizeOf({ rows, cols }: Tensor): number {
  return rows * cols;
}

/** Batch of one vertex that is its own neighbour in every block. */
function oneVertexTask(model: BatchModel) {
  const one = Uint32Array.of(1), zero = Uint32Array.of(0);
  const matrix: CsrMatrix = {
    rows: 1,
    cols: 1,
    rowPtr: Uint32Array.of(0, 1),
    colIdx: zero,
    values: Float32Array.from(one),
  };
  const blocks = model.layers.filter(({ rowWise }) => !rowWise).map(() => ({ matrix, sources: zero }));
  const truth = model.labels === "single" ? { labels: zero } : { targets: new Float32Array(model.classes) };
  return batchTask(model, batchTopology({ blocks }, model), truth);
}
