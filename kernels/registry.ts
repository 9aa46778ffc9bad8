/**
 * Registry of all operations and their kernels by name: those of the repository and those that a script
 * registers.
 *
 * @module
 */
import type { DeviceBackend } from "../hardware/device.ts";
import { MissingError, UsageError } from "../platform/errors.ts";
import { checkSlug } from "../platform/identifiers.ts";
import { unknownName } from "../platform/unknown_name.ts";
import { activation, activationGradient } from "./activation/mod.ts";
import { adam } from "./adam/mod.ts";
import { add } from "./add/mod.ts";
import {
  blockDiagonal,
  blockDiagonalGradient,
  edgeSoftmax,
  edgeSoftmaxGradient,
  entrySums,
  headSddmm,
  headSpmm,
} from "./attention/mod.ts";
import { columnSum } from "./column_sum/mod.ts";
import { crossEntropy, crossEntropyGradient } from "./cross_entropy/mod.ts";
import { gatherEntries } from "./gather_scatter/mod.ts";
import { tanhGate, tanhGateGradient } from "./tanh_gate/mod.ts";
import { kernelsOn } from "./backend_kernels.ts";
import { gemm } from "./gemm/mod.ts";
import { type Kernel, kernelName, type KernelOn } from "./kernel.ts";
import type { AnyOperandsOf, Operation, TimedOperation } from "./operation.ts";
import { pathSpmm } from "./path_spmm/mod.ts";
import { assembleRows, gatherRows, scatterRows } from "./gather_scatter/mod.ts";
import { segmentMax, segmentMaxGradient } from "./segment_max/mod.ts";
import { spmm } from "./spmm/mod.ts";

/** Operation whose problem type is known only to callers that know its id. */
export type AnyOperation = Operation<unknown, AnyOperandsOf>;

/** Operation of any problem type whose plans are timed individually. */
export type AnyTimedOperation = TimedOperation<unknown, AnyOperandsOf>;

/** All operations of the harness: products first, then the other operations of training. */
export const operations: readonly AnyOperation[] = [
  gemm,
  spmm,
  pathSpmm,
  headSpmm,
  headSddmm,
  activation,
  activationGradient,
  columnSum,
  add,
  crossEntropy,
  crossEntropyGradient,
  gatherRows,
  scatterRows,
  assembleRows,
  gatherEntries,
  tanhGate,
  tanhGateGradient,
  segmentMax,
  segmentMaxGradient,
  adam,
  blockDiagonal,
  blockDiagonalGradient,
  edgeSoftmax,
  edgeSoftmaxGradient,
  entrySums,
];

/** Kernels that scripts have added, by their operations. */
const registered = new Map<string, Kernel<AnyOperandsOf>[]>();

/**
 * Finds an operation by its id.
 *
 * @throws {UsageError} naming the nearest ids.
 */
export function findOperation(id: string): AnyOperation {
  const found = operations.find((operation) => operation.id === id);
  if (!found) throw unknownName(`find operation "${id}"`, id, operations.map((operation) => operation.id));
  return found;
}

/**
 * Finds an operation whose inputs can be drawn anew, by its id.
 *
 * @throws {UsageError} naming the nearest ids, or where checks after timing cannot be made for the operation.
 */
export function findTimedOperation(id: string): AnyTimedOperation {
  const operation = findOperation(id), { inputs } = operation;
  if (inputs !== undefined) return { ...operation, inputs };
  throw new UsageError({
    action: `time operation "${id}" by itself`,
    current: "no list of its inputs",
    wanted: "inputs that a check after timing can draw anew",
    next: `give "${id}" its inputs`,
  });
}

/**
 * Lists all kernels of an operation: the repository's, then the registered ones.
 *
 * @example
 * ```ts
 * import { kernelsOf } from "gnn-repro";
 * if (!kernelsOf("spmm").some(({ id }) => id === "block-sparse")) throw new Error("is there");
 * ```
 */
export function kernelsOf(operationId: string): readonly Kernel<AnyOperandsOf>[] {
  return [...findOperation(operationId).kernels, ...registered.get(operationId) ?? []];
}

/**
 * Finds a kernel by operation, id and backend of the device; `x86` may find that of `wasm`, see
 * {@linkcode kernelsOn}.
 *
 * @throws {UsageError} naming the nearest kernels.
 * @throws {MissingError} where the kernel exists, but on another backend only.
 * @example
 * ```ts
 * import { findKernel } from "gnn-repro/kernels";
 * if (findKernel("spmm", "row-split", "wasm").backend !== "wasm") throw new Error("the one of that backend");
 * ```
 */
export function findKernel<B extends DeviceBackend>(
  operationId: string,
  id: string,
  backend: B,
): KernelOn<B, AnyOperandsOf> {
  const kernels = kernelsOf(operationId);
  const found = kernelsOn(kernels, backend).find((kernel) => kernel.id === id);
  const elsewhere = kernels.filter((kernel) => kernel.id === id).map((kernel) => kernel.backend);
  if (!found && elsewhere.length > 0) {
    throw new MissingError({
      action: `run kernel "${id}" on ${backend}`,
      current: elsewhere.includes(backend)
        ? "kernels of this operation that this backend lacks, so that none is taken of it"
        : `an implementation on ${elsewhere.join(" and ")} only`,
      wanted: `one on ${backend}`,
      next: elsewhere.includes(backend)
        ? `give ${backend} the kernels that were registered for others`
        : `use --device ${elsewhere[0]}`,
    });
  }
  if (!found) {
    const wanted = kernelName({ id, backend });
    throw unknownName(`find kernel "${wanted}" of "${operationId}"`, wanted, kernels.map(kernelName));
  }
  return found as KernelOn<DeviceBackend, AnyOperandsOf> as KernelOn<B, AnyOperandsOf>;
}

/** Kernels of an operation that were added from outside the repository. */
export function registeredKernels(operationId: string): readonly Kernel<AnyOperandsOf>[] {
  return registered.get(operationId) ?? [];
}

/**
 * Adds a kernel from outside the repository, to be checked and timed like any other. The kernel's operands
 * are those of the operation's own kernels (`SpmmOperandsOf` for `spmm`).
 *
 * @throws {UsageError} for an unknown operation, an id that is not a lower-case slug, or a name already in
 * use.
 */
export function registerKernel<OperandsOf extends AnyOperandsOf>(
  operationId: string,
  kernel: Kernel<OperandsOf>,
): void {
  checkSlug("a kernel", kernel.id);
  if (kernelsOf(operationId).some((other) => kernelName(other) === kernelName(kernel))) {
    throw new UsageError({
      action: `register kernel "${kernelName(kernel)}" of "${operationId}"`,
      current: "a kernel of that name",
      wanted: "a name that no other kernel has",
      next: "choose another id",
    });
  }
  registered.set(operationId, [...registered.get(operationId) ?? [], kernel as Kernel<AnyOperandsOf>]);
}
