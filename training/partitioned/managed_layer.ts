/**
 * Layer on a part of a graph, with its data in host memory.
 *
 * @module
 */
import type { Device } from "../../hardware/device.ts";
import { type CachingPolicy, ManagedExecutor, type Transfers } from "../memory_manager/mod.ts";
import type { ProgramParameter } from "../program/program.ts";
import type { HostParameters } from "./host_parameters.ts";
import { bindLayer, type BlockOperands, type LayerProgram, layerProgram } from "./layer_program.ts";
import type { PartitionedLayer } from "./layer_widths.ts";

/** Settings of a layer on a part. */
export interface ManagedLayerOptions {
  /** Block of the part. */
  readonly operands: BlockOperands;
  /** Layers of the model. */
  readonly layers: readonly PartitionedLayer[];
  /** Place of the layer among them. */
  readonly at: number;
  /** Policy by which tensors stay on the device. */
  readonly policy: CachingPolicy;
  /** Bytes that the layer may take of the device. */
  readonly capacityBytes?: number;
  /** Seed of the programs. */
  readonly seed: number;
}

/** Shares of a part in the gradients of a layer. */
export interface GradientShares {
  /** Gradients of parameters by label. */
  readonly parameters: ReadonlyMap<string, Float32Array>;
  /** Gradient of the rows that the part reads; absent in the first layer. */
  readonly features?: Float32Array;
}

/** A program with its executor. */
interface Running {
  readonly built: LayerProgram;
  readonly executor: ManagedExecutor;
}

/** Forward and backward pass of a layer on a part, each by a plan of the memory manager. */
export class ManagedLayer {
  readonly #inference: Running;
  readonly #training: Running;

  private constructor(passes: { readonly inference: Running; readonly training: Running }) {
    this.#inference = passes.inference;
    this.#training = passes.training;
  }

  /**
   * Plans the transfers of both passes.
   *
   * @throws {OutOfMemoryError} where an operation does not fit; nothing stays allocated.
   */
  static async open(device: Device, options: ManagedLayerOptions): Promise<ManagedLayer> {
    const { operands, layers, at, policy, capacityBytes, seed } = options;
    const { layer, inputWidth: width, outputWidth } = layers[at], { matrix: { rows, cols } } = operands.block;
    const open = async (work: "inference" | "training"): Promise<Running> => {
      const built = layerProgram(layer, {
        block: operands.shape,
        width,
        work,
        inputGradient: at > 0,
        seed,
      });
      const bindings = bindLayer(built, operands, {
        features: new Float32Array(cols * width),
        outputGradient: new Float32Array(rows * outputWidth),
      });
      const executor = await ManagedExecutor.open(device, built.program, bindings, {
        policy,
        ...(capacityBytes !== undefined && { capacityBytes }),
      });
      return { built, executor };
    };
    const inference = await open("inference");
    try {
      return new ManagedLayer({ inference, training: await open("training") });
    } catch (error) {
      inference.executor.close();
      throw error;
    }
  }

  /** Parameters of the layer. */
  get parameters(): readonly ProgramParameter[] {
    return this.#inference.built.program.parameters;
  }

  /** Bytes moved so far by both passes. */
  get transfers(): readonly Transfers[] {
    return [this.#inference.executor.transfers, this.#training.executor.transfers];
  }

  /** Computes the result of the part's vertices from the rows that they read. */
  async forward(features: Float32Array, parameters: HostParameters): Promise<Float32Array> {
    const { built, executor } = this.#inference;
    executor.write(built.features, features);
    parameters.writeTo(executor, built.program.parameters);
    executor.evaluate();
    return await executor.read(built.output);
  }

  /** Computes the part's shares of the gradients. */
  async backward(
    { features, outputGradient }: {
      readonly features: Float32Array;
      readonly outputGradient: Float32Array;
    },
    parameters: HostParameters,
    step: number,
  ): Promise<GradientShares> {
    const { built, executor } = this.#training;
    executor.write(built.features, features);
    executor.write(built.outputGradient!, outputGradient);
    parameters.writeTo(executor, built.program.parameters);
    executor.train(step);
    const shares = new Map<string, Float32Array>();
    for (const { parameter, gradient } of built.learned) {
      shares.set(parameter.label, await executor.read(gradient));
    }
    const { featuresGradient } = built;
    return {
      parameters: shares,
      ...(featuresGradient && { features: await executor.read(featuresGradient) }),
    };
  }

  /** Frees the memory of both passes. */
  close(): void {
    this.#inference.executor.close();
    this.#training.executor.close();
  }
}
