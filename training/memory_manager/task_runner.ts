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

/**
 * Runner of tasks on a device, with the host memory of all tensors. Results that stay on the device are
 * written back while later operations run; those that are dropped or written again are waited for.
 */
export class TaskRunner {
  readonly #device: Device;
  readonly #kernels: ManagedKernels;
  readonly #cache: DeviceCache;
  readonly #host = new Map<Tensor, Float32Array>();
  /** Results on their way to host memory. */
  readonly #arriving = new Map<Tensor, Promise<void>>();
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
    await this.#arrivalOf([...dropsBefore, ...writes]);
    for (const content of dropsBefore) this.#cache.drop(content);
    for (const tensor of loads) {
      writeMatrix(this.#device, this.#cache.allocate(tensor), this.numbers(tensor));
      this.#loadedBytes += this.#cache.bytesOf(tensor);
    }
    for (const tensor of makes) this.#cache.allocate(tensor);
    for (const step of steps) this.#loadedBytes += await this.#runStep(step, { dry: false });
    for (const tensor of writes) this.#store(tensor);
    await this.#arrivalOf(dropsAfter);
    for (const content of dropsAfter) this.#cache.drop(content);
  }

  /**
   * Waits until all results are in host memory.
   *
   * @throws any error of the device.
   */
  async settle(): Promise<void> {
    await Promise.all(this.#arriving.values());
  }

  async #arrivalOf(contents: readonly (Tensor | string)[]): Promise<void> {
    await Promise.all(
      contents.map((content) => typeof content === "string" ? undefined : this.#arriving.get(content)),
    );
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

  #store(tensor: Tensor): void {
    const arrival = readMatrix(this.#device, this.#cache.matrices.get(tensor)!).then((numbers) => {
      this.setNumbers(tensor, numbers);
      this.#arriving.delete(tensor);
    });
    // A failure is reported to whoever waits.
    arrival.catch(() => {});
    this.#arriving.set(tensor, arrival);
    this.#storedBytes += this.#cache.bytesOf(tensor);
  }
}
