/**
 * Execution of a managed program's tasks: loads, steps, write-backs and drops.
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

/** Bytes moved between host and device. */
export interface Transfers {
  /** Bytes from host memory to the device: tensors, and matrices in the form of their kernels. */
  readonly loadedBytes: number;
  /** Bytes of results that were written back. */
  readonly storedBytes: number;
}

/** Runner of tasks on a device, with the host memory of all tensors. */
export class TaskRunner {
  readonly #device: Device;
  readonly #kernels: ManagedKernels;
  readonly #cache: DeviceCache;
  readonly #host = new Map<Tensor, Float32Array>();
  #loadedBytes = 0;
  #storedBytes = 0;

  /** Creates the runner; all tensors are 0. */
  constructor(
    device: Device,
    { kernels, cache }: { readonly kernels: ManagedKernels; readonly cache: DeviceCache },
  ) {
    this.#device = device;
    this.#kernels = kernels;
    this.#cache = cache;
  }

  /** Bytes moved so far. */
  get transfers(): Transfers {
    return { loadedBytes: this.#loadedBytes, storedBytes: this.#storedBytes };
  }

  /** Numbers of a tensor in host memory. */
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
   * @throws any error of the device; tensors stay on it until the cache is cleared.
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
   * Allocates all memory of a task without its arithmetic and copies, to test whether it fits; returns the
   * device's error where it does not. Tensors stay on the device until the cache is cleared.
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

  /** Runs a step and returns the bytes of the matrix that its kernel copied. */
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
