/**
 * Kernels of all operations by the names that a command line gives them.
 *
 * @module
 */
import { type Kernel, kernelName } from "../kernels/kernel.ts";
import type { AnyOperandsOf } from "../kernels/operation.ts";
import { kernelsOf, operations } from "../kernels/registry.ts";

/** Kernel with its full name. */
export interface NamedKernel {
  /** Operation, kernel and backend: `spmm/row-split@wasm`. */
  readonly name: string;
  /** Formula of the operation. */
  readonly formula: string;
  /** The kernel. */
  readonly kernel: Kernel<AnyOperandsOf>;
}

/** Every kernel of every operation. */
export function allKernels(): readonly NamedKernel[] {
  return operations.flatMap(({ id, formula }) =>
    kernelsOf(id).map((kernel) => ({ name: `${id}/${kernelName(kernel)}`, formula, kernel }))
  );
}

/**
 * Kernels that a name means, on one or several backends: `row-split`, `row-split@wasm`, `spmm/row-split`,
 * `spmm/row-split@wasm`. Empty for other names.
 */
export function kernelsNamed(name: string): readonly NamedKernel[] {
  return allKernels().filter((each) => {
    const [operation] = each.name.split("/"), { id } = each.kernel, onBackend = kernelName(each.kernel);
    return [id, onBackend, `${operation}/${id}`, `${operation}/${onBackend}`].includes(name);
  });
}
