/**
 * Training of a graph whose parts take turns on a device with their data in host memory: roc's partitioner
 * and memory manager in one training. The rows that parts read of each other, and the gradients that go back,
 * are exchanged through host memory.
 *
 * @module
 */
import { type RangeBlock, rangeBlocks } from "../../graph/partitions/range_block.ts";
import type { Device } from "../../hardware/device.ts";
import { UsageError } from "../../platform/errors.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import type { Layer } from "../layers/layer.ts";
import type { CachingPolicy, Transfers } from "../memory_manager/mod.ts";
import type { VertexData } from "../vertex_data.ts";
import { classificationLoss } from "./host_loss.ts";
import { HostParameters } from "./host_parameters.ts";
import { BlockOperands } from "./layer_program.ts";
import { type PartitionedLayer, partitionedLayers } from "./layer_widths.ts";
import { ManagedLayer } from "./managed_layer.ts";

/** Settings of {@linkcode ManagedPartsTraining.open}. */
export interface ManagedPartsOptions {
  /** Graph, dense features and labels. */
  readonly data: VertexData;
  /** Layers that aggregate first, without dropout and row-wise ones between them. */
  readonly layers: readonly Layer[];
  /** Cut: part i has the vertices `[offsets[i], offsets[i + 1])`. */
  readonly offsets: Uint32Array;
  /** Policy by which tensors stay on the device. */
  readonly policy: CachingPolicy;
  /** Bytes of the device that each part may take; all that the device has when absent. */
  readonly capacityBytes?: number;
  /** Seed of the weights. */
  readonly seed: number;
}

/** Record of one epoch, with the transfers of all parts together. */
export interface ManagedPartsEpoch extends Transfers {
  /** Loss of the training vertices, before the update. */
  readonly loss: number;
  /** Milliseconds of each part, its copies included; the exchange on the host is not. */
  readonly partMs: readonly number[];
}

/** A part of the graph with its layers. */
interface Part {
  readonly block: RangeBlock;
  readonly layers: readonly ManagedLayer[];
}

/**
 * Training of all parts. Losses are those of a training of the whole graph, up to the order of sums; a part's
 * forward pass is computed again in its backward pass, as nothing but inputs and results is kept.
 */
export class ManagedPartsTraining {
  readonly #data: VertexData;
  readonly #features: Float32Array;
  readonly #parts: readonly Part[];
  readonly #widths: readonly PartitionedLayer[];
  readonly #parameters: HostParameters;

  private constructor(
    { data, seed }: ManagedPartsOptions,
    { features, parts, widths }: {
      readonly features: Float32Array;
      readonly parts: readonly Part[];
      readonly widths: readonly PartitionedLayer[];
    },
  ) {
    this.#data = data;
    this.#features = features;
    this.#parts = parts;
    this.#widths = widths;
    this.#parameters = new HostParameters(parts[0].layers.flatMap(({ parameters }) => parameters), seed);
  }

  /**
   * Cuts the graph and plans the transfers of every layer on every part.
   *
   * @throws {UsageError} for sparse features, or layers that cannot be partitioned.
   * @throws {OutOfMemoryError} where an operation of a part does not fit.
   */
  static async open(device: Device, options: ManagedPartsOptions): Promise<ManagedPartsTraining> {
    const { data: { adjacency, features, classes }, layers, offsets } = options;
    if (features.kind !== "dense") {
      throw new UsageError({
        action: "train the parts of a graph",
        current: "sparse features",
        wanted: "a row of numbers a vertex",
        next: "draw dense features: randomWidth",
      });
    }
    const widths = partitionedLayers(layers, features.width), last = widths.at(-1)?.outputWidth;
    if (last !== classes) {
      throw new UsageError({
        action: "train the parts of a graph",
        current: `layers that end with ${last ?? 0} columns`,
        wanted: `${classes}, one a class`,
        next: "give the last layer the number of classes as its width",
      });
    }
    const parts: { block: RangeBlock; layers: ManagedLayer[] }[] = [];
    try {
      for (const block of rangeBlocks(adjacency, offsets)) {
        const part = { block, layers: [] as ManagedLayer[] }, operands = new BlockOperands(block);
        parts.push(part);
        for (const at of widths.keys()) {
          part.layers.push(await ManagedLayer.open(device, { ...options, operands, layers: widths, at }));
        }
      }
      return new ManagedPartsTraining(options, { features: features.values, parts, widths });
    } catch (error) {
      for (const { layers } of parts) layers.forEach((layer) => layer.close());
      throw error;
    }
  }

  /** Trains one epoch, counted from 1. */
  async train(step: number): Promise<ManagedPartsEpoch> {
    const before = this.#transfers();
    const partMs = this.#parts.map(() => 0);
    const inputs = [this.#features];
    for (const [at, { outputWidth }] of this.#widths.entries()) {
      inputs.push(await this.#forward(at, { input: inputs[at], outputWidth, partMs }));
    }
    const { loss, gradient } = classificationLoss(inputs.at(-1)!, this.#data);
    let outputGradient = gradient;
    for (let at = this.#widths.length - 1; at >= 0; at--) {
      outputGradient = await this.#backward(at, { input: inputs[at], outputGradient, partMs, step });
    }
    this.#parameters.update(step);
    const { loadedBytes, storedBytes } = this.#transfers();
    return {
      loss,
      partMs,
      loadedBytes: loadedBytes - before.loadedBytes,
      storedBytes: storedBytes - before.storedBytes,
    };
  }

  /** Frees the memory of all parts; the device stays open. */
  close(): void {
    for (const { layers } of this.#parts) layers.forEach((layer) => layer.close());
  }

  async #forward(
    at: number,
    { input, outputWidth, partMs }: {
      readonly input: Float32Array;
      readonly outputWidth: number;
      readonly partMs: number[];
    },
  ): Promise<Float32Array> {
    const { inputWidth } = this.#widths[at];
    const output = new Float32Array(this.#data.adjacency.rows * outputWidth);
    for (const [part, { block: { begin, sources }, layers }] of this.#parts.entries()) {
      const rows = gather(input, sources, inputWidth);
      const started = performance.now();
      const own = await layers[at].forward(rows, this.#parameters);
      partMs[part] += performance.now() - started;
      output.set(own, begin * outputWidth);
    }
    return output;
  }

  /** Gradient of a layer's input; that of its parameters is added up. */
  async #backward(
    at: number,
    { input, outputGradient, partMs, step }: {
      readonly input: Float32Array;
      readonly outputGradient: Float32Array;
      readonly partMs: number[];
      readonly step: number;
    },
  ): Promise<Float32Array> {
    const { inputWidth, outputWidth } = this.#widths[at];
    const inputGradient = new Float32Array(at === 0 ? 0 : input.length);
    for (const [part, { block: { begin, end, sources }, layers }] of this.#parts.entries()) {
      const features = gather(input, sources, inputWidth);
      const own = outputGradient.subarray(begin * outputWidth, end * outputWidth);
      const started = performance.now();
      const shares = await layers[at].backward({ features, outputGradient: own }, this.#parameters, step);
      partMs[part] += performance.now() - started;
      for (const [label, share] of shares.parameters) this.#parameters.add(label, share);
      if (shares.features) scatterAdd(inputGradient, shares.features, { rows: sources, width: inputWidth });
    }
    return inputGradient;
  }

  #transfers(): Transfers {
    const all = this.#parts.flatMap(({ layers }) => layers.flatMap(({ transfers }) => transfers));
    return {
      loadedBytes: sumOf(all, (each) => each.loadedBytes),
      storedBytes: sumOf(all, (each) => each.storedBytes),
    };
  }
}

function gather(numbers: Float32Array, rows: Uint32Array, width: number): Float32Array {
  const taken = new Float32Array(rows.length * width);
  rows.forEach((row, i) => taken.set(numbers.subarray(row * width, (row + 1) * width), i * width));
  return taken;
}

function scatterAdd(
  sum: Float32Array,
  shares: Float32Array,
  { rows, width }: { readonly rows: Uint32Array; readonly width: number },
): void {
  rows.forEach((row, i) => {
    for (let col = 0; col < width; col++) sum[row * width + col] += shares[i * width + col];
  });
}
