/**
 * Kernels of a managed program, prepared whenever their step runs, and their memory on the device.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import type { Device } from "../../hardware/device.ts";
import { kernelName, type Plan } from "../../kernels/kernel.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import type { DeviceMemory } from "../executors/device_memory.ts";
import { type KernelChoices, kernelOf } from "../executors/kernel_choice.ts";
import { planStep } from "../executors/step_plan.ts";
import { inputsOf, outputsOf, rulesOf } from "../operations/step_rules.ts";
import type { Bindings } from "../program/bindings.ts";
import type { Step } from "../program/program.ts";
import type { SparseOperand, Tensor } from "../program/tensor.ts";
import type { DeviceCache } from "./device_cache.ts";
import type { OperationSizes, StoredMatrix } from "./program_operations.ts";

/** Device memory that the preparation of a step allocates. */
interface Brought {
  /** Matrices that the step reads, in its kernel's form, if any. */
  readonly matrix?: StoredMatrix;
  /** Bytes of everything else: scratch, parameters. */
  readonly workspaceBytes: number;
}

/** Settings of {@linkcode ManagedKernels}. */
export interface ManagedKernelsOptions {
  /** Kernels that replace the best known ones. */
  readonly kernels: KernelChoices;
  /** Indices and control words, and places of tensors. */
  readonly memory: DeviceMemory;
  /** Cache of tensors and matrices. */
  readonly cache: DeviceCache;
}

/** Preparation of steps. Their memory is measured once, with the step alone on the device. */
export class ManagedKernels {
  readonly #device: Device;
  readonly #bindings: Bindings;
  readonly #options: ManagedKernelsOptions;
  readonly #brought = new Map<Step, Brought>();
  readonly #tensorBytes = new Map<Tensor, number>();
  /**
   * Bindings of the plans of each key, with arrays of an identity of their own: plans with the same key share
   * memory.
   */
  readonly #views = new Map<string, Bindings>();

  /** Creates the kernels of a program with these matrices. */
  constructor(device: Device, bindings: Bindings, options: ManagedKernelsOptions) {
    this.#device = device;
    this.#bindings = bindings;
    this.#options = options;
  }

  /** Measured sizes. */
  get sizes(): OperationSizes {
    return {
      tensorBytes: (tensor) => this.#tensorBytes.get(tensor)!,
      matricesOf: (step) => {
        const { matrix } = this.#brought.get(step)!;
        return matrix ? [matrix] : [];
      },
      workspaceBytes: (step) => this.workspaceBytes(step),
    };
  }

  /** Bytes that the preparation of a step allocates beside matrices. */
  workspaceBytes(step: Step): number {
    return this.#brought.get(step)!.workspaceBytes;
  }

  /** Bytes that the plans which hold matrices allocate in addition: for each matrix the most of its plans. */
  get holderBytes(): number {
    const most = new Map<string, number>();
    for (const { matrix, workspaceBytes } of this.#brought.values()) {
      if (matrix) most.set(matrix.key, Math.max(most.get(matrix.key) ?? 0, workspaceBytes));
    }
    return sumOf(most.values());
  }

  /** Key of the matrices that a step reads, or `undefined` where it reads none. */
  matrixKey(step: Step): string | undefined {
    return this.#brought.get(step)!.matrix?.key;
  }

  /**
   * Measures the memory of a step, with its tensors alone on the device.
   *
   * @throws {OutOfMemoryError} where the device has no room for this step alone.
   */
  async measure(step: Step): Promise<void> {
    const { cache } = this.#options;
    const tensors = new Set([...inputsOf(step), ...outputsOf(step)]);
    try {
      await this.#device.guard(`allocate the tensors of ${step.op} of ${step.layer}`, () => {
        for (const tensor of tensors) cache.allocate(tensor);
      });
      for (const tensor of tensors) this.#tensorBytes.set(tensor, cache.bytesOf(tensor));
      const operands = rulesOf(step).matrices(step).map(({ operand }) => operand),
        bindings = apart(this.#bindings);
      const brought = await this.#bytesOfPlan(step, bindings, async (bytes): Promise<Brought> => {
        if (operands.length === 0) return { workspaceBytes: bytes };
        // A second plan beside the first allocates only the memory that the two do not share.
        const own = await this.#bytesOfPlan(step, bindings, (bytes) => bytes);
        return this.#ofMatrices(step, operands, { bytes, own });
      });
      this.#brought.set(step, brought);
    } finally {
      cache.clear();
    }
  }

  /**
   * Determines which steps share a matrix on the device: those of one kernel with equal bytes of it, on the
   * CPU also of one width.
   */
  #ofMatrices(step: Step, operands: readonly SparseOperand[], { bytes, own }: {
    readonly bytes: number;
    readonly own: number;
  }): Brought {
    const { kernel, parameters } = kernelOf(step, this.#device.backend, this.#options.kernels);
    const [{ cols }] = outputsOf(step);
    // The CPU's kernels store offsets of rows of x instead of columns.
    const width = this.#device.backend !== "webgpu" ? `, ${cols} columns` : "";
    const name = `${operands.map(({ label }) => label).join(" and ")} for ${step.op}/${
      kernelName(kernel)
    }${width}`;
    const key = [name, operands.map(({ id }) => id), JSON.stringify(parameters), bytes - own].join(" | ");
    if (bytes > own) return { matrix: { key, name, bytes: bytes - own }, workspaceBytes: own };
    // Plans of this kernel share nothing: each copies the matrix anew, so none can hold it for another.
    return { matrix: { key: `${key} | step ${this.#brought.size}`, name, bytes }, workspaceBytes: 0 };
  }

  async #bytesOfPlan<T>(step: Step, bindings: Bindings, use: (bytes: number) => T | Promise<T>): Promise<T> {
    const { live } = this.#device.ledger;
    const plan = await this.#prepare(step, bindings);
    try {
      return await use(this.#device.ledger.live - live);
    } finally {
      plan.destroy();
    }
  }

  /** Prepares a measured step, with its tensors on the device. */
  async prepare(step: Step): Promise<Plan> {
    const key = this.matrixKey(step);
    const bindings = key === undefined
      ? this.#bindings
      : this.#views.getOrInsertComputed(key, () => apart(this.#bindings));
    return await this.#prepare(step, bindings);
  }

  async #prepare(step: Step, bindings: Bindings): Promise<Plan> {
    const { kernels, memory } = this.#options;
    const { plan } = await planStep(step, this.#device, { kernels, memory, bindings });
    return plan;
  }
}

/** Copies bindings into arrays of another identity, by which plans recognise shared matrices. */
function apart(bindings: Bindings): Bindings {
  const view = ({ rowPtr, colIdx, values, ...shape }: CsrMatrix): CsrMatrix => ({
    ...shape,
    rowPtr: rowPtr.subarray(),
    colIdx: colIdx.subarray(),
    ...(values ? { values: values.subarray() } : {}),
  });
  const sparse = new Map([...bindings.sparse].map(([operand, matrix]) => [operand, view(matrix)]));
  return { ...bindings, sparse };
}
