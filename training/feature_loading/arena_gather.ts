/**
 * Gathering of feature rows by the threads of a CPU device, from pinned features into pinned memory.
 *
 * @module
 */
import { type DeviceMatrix, paddedStride } from "../../hardware/dense.ts";
import type { WasmBuffer, WasmDevice } from "../../hardware/cpu/device.ts";
import { type Kernel, kernelName, prepareKernel } from "../../kernels/kernel.ts";
import type { RowsOperandsOf } from "../../kernels/gather_scatter/rows.ts";
import { findKernel } from "../../kernels/registry.ts";
import type { HostFeatures } from "./feature_loader.ts";
import type { RowGather } from "./row_gather.ts";

/** Gatherer of at most a number of rows at once. */
export class ArenaGather implements RowGather {
  readonly kernel: string;
  readonly #device: WasmDevice;
  readonly #kernel: Kernel<RowsOperandsOf>;
  readonly #features: HostFeatures;
  readonly #pinned: DeviceMatrix<WasmBuffer>;
  /** Vertices to gather. */
  readonly #index: WasmBuffer;
  readonly #gathered: WasmBuffer;
  #isOpen = true;

  private constructor(
    device: WasmDevice,
    features: HostFeatures,
    { pinned, index, gathered }: {
      readonly pinned: DeviceMatrix<WasmBuffer>;
      readonly index: WasmBuffer;
      readonly gathered: WasmBuffer;
    },
  ) {
    this.#device = device;
    this.#features = features;
    this.#pinned = pinned;
    this.#index = index;
    this.#gathered = gathered;
    this.#kernel = findKernel("gather-rows", "row-copy", device.backend) as Kernel<RowsOperandsOf>;
    this.kernel = kernelName(this.#kernel);
  }

  /** Pins the features and opens a gatherer; `undefined`, with nothing pinned, where there is no room. */
  static open(device: WasmDevice, features: HostFeatures, rows: number): ArenaGather | undefined {
    const pinned = device.pinned.pin(features);
    if (pinned === undefined) return undefined;
    const index = device.allocateBeside("rows to gather", 4 * rows);
    const gathered = index &&
      device.allocateBeside("gathered rows", 4 * rows * paddedStride(features.width));
    if (gathered !== undefined) return new ArenaGather(device, features, { pinned, index: index!, gathered });
    if (index !== undefined) device.free(index);
    device.pinned.unpin(features.values);
    return undefined;
  }

  async gather(vertices: Uint32Array): Promise<Uint32Array> {
    const device = this.#device, { width } = this.#features, rows = vertices.length;
    const stride = paddedStride(width);
    wordsOf(device, this.#index, rows).set(vertices);
    const panel = { firstCol: 0, cols: width, stride, buffer: this.#gathered };
    const operands = { x: this.#pinned, index: this.#index, output: { rows, cols: width, panels: [panel] } };
    const plan = await prepareKernel(this.#kernel, device, operands, width);
    try {
      plan.run();
    } finally {
      plan.destroy();
    }
    return wordsOf(device, this.#gathered, rows * stride);
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#device.free(this.#gathered);
    this.#device.free(this.#index);
    this.#device.pinned.unpin(this.#features.values);
  }
}

/** The first words of a buffer, in place. */
function wordsOf(device: WasmDevice, buffer: WasmBuffer, words: number): Uint32Array {
  const { buffer: memory, byteOffset } = device.view!(buffer, 4 * words);
  return new Uint32Array(memory, byteOffset, words);
}
