/**
 * Runs the tasks of a managed program: what comes, what is computed, what goes back, what leaves.
 *
 * @module
 */
import { readMatrix, writeMatrix } from "../../hardware/dense.ts";
import type { Device } from "../../hardware/device.ts";
import { OutOfMemoryError } from "../../platform/errors.ts";
import type { Step } from "../program/program.ts";
import type { Tensor } from "../program/tensor.ts";
import type { DeviceCache } from "./device_cache.ts";
import type { ManagedKernels } from "./managed_kernels.ts";
import type { ManagedTask } from "./managed_tasks.ts";

/** Bytes that have moved. */
export interface Transfers {
  /** From host memory to the device: tensors, and matrices in the form of their kernels. */
  readonly loadedBytes: number;
  /** Results that were written back. */
  readonly storedBytes: number;
}

/** A device, and the host memory where all tensors live. */
export class TaskRunner {
  readonly #device: Device;
  readonly #kernels: ManagedKernels;
  readonly #cache: DeviceCache;
  readonly #host = new Map<Tensor, Float32Array>();
  #loadedBytes = 0;
  #storedBytes = 0;

  /** With nothing in host memory: all tensors are 0. */
  constructor(
    device: Device,
    { kernels, cache }: { readonly kernels: ManagedKernels; readonly cache: DeviceCache },
  ) {
    this.#device = device;
    this.#kernels = kernels;
    this.#cache = cache;
  }

  /** All that has moved so far. */
  get transfers(): Transfers {
    return { loadedBytes: this.#loadedBytes, storedBytes: this.#storedBytes };
  }

  /** The numbers of a tensor in host memory. */
  numbers(tensor: Tensor): Float32Array {
    return this.#host.getOrInsertComputed(tensor, () => new Float32Array(tensor.rows * tensor.cols));
  }

  /** Replaces the numbers of a tensor in host memory. */
  setNumbers(tensor: Tensor, numbers: Float32Array): void {
    this.#host.set(tensor, numbers);
  }

  /**
   * Runs a task.
   *
   * @throws whatever the device reports; tensors stay on it until the cache is cleared.
   */
  async run({ steps, dropsBefore, loads, makes, writes, dropsAfter }: ManagedTask): Promise<void> {
    for (const content of dropsBefore) this.#cache.drop(content);
    for (const tensor of loads) {
      writeMatrix(this.#device, this.#cache.allocate(tensor), this.numbers(tensor));
      this.#loadedBytes += this.#cache.bytesOf(tensor);
    }
    for (const tensor of makes) this.#cache.allocate(tensor);
    for (const step of steps) this.#loadedBytes += await this.#runStep(step, { dry: false });
    await Promise.all(writes.map((tensor) => this.#store(tensor)));
    for (const content of dropsAfter) this.#cache.drop(content);
  }

  /**
   * Does all of a task but its arithmetic and the copies of tensors, to see whether the device has room where it is needed: what it
   * says where it has none. Tensors stay on it then until the cache is cleared.
   */
  async refusalOf(
    { steps, dropsBefore, loads, makes, dropsAfter }: ManagedTask,
  ): Promise<OutOfMemoryError | undefined> {
    try {
      for (const content of dropsBefore) this.#cache.drop(content);
      await this.#device.guard("allocate the tensors of an operation", () => {
        for (const tensor of [...loads, ...makes]) this.#cache.allocate(tensor);
      });
      for (const step of steps) await this.#runStep(step, { dry: true });
      for (const content of dropsAfter) this.#cache.drop(content);
      return undefined;
    } catch (error) {
      if (error instanceof OutOfMemoryError) return error;
      throw error;
    }
  }

  /** Returns the bytes of the matrix that the step's kernel has brought. */
  async #runStep(step: Step, { dry }: { readonly dry: boolean }): Promise<number> {
    const { live } = this.#device.ledger;
    const plan = await this.#kernels.prepare(step);
    const brought = this.#device.ledger.live - live - this.#kernels.workspaceBytes(step);
    const key = this.#kernels.matrixKey(step);
    try {
      if (!dry) plan.run();
    } finally {
      if (key === undefined) plan.destroy();
      else this.#cache.hold(key, plan);
    }
    return brought;
  }

  async #store(tensor: Tensor): Promise<void> {
    this.setNumbers(tensor, await readMatrix(this.#device, this.#cache.matrices.get(tensor)!));
    this.#storedBytes += this.#cache.bytesOf(tensor);
  }
}
