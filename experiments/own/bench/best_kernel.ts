/**
 * The best known kernel of an operation on a device, in the forms that the bench compares.
 *
 * @module
 */
import type { Device } from "../../../hardware/device.ts";
import { kernelsOn } from "../../../kernels/backend_kernels.ts";
import type { Kernel } from "../../../kernels/kernel.ts";
import type { AnyOperandsOf, Operation } from "../../../kernels/operation.ts";
import { findKernel } from "../../../kernels/registry.ts";
import { MissingError } from "../../../platform/errors.ts";

/** Best known kernel of a device: the last of the operation's list. */
export function bestKernel<Problem, OperandsOf extends AnyOperandsOf>(
  { id, kernels }: Operation<Problem, OperandsOf>,
  { backend }: Pick<Device, "backend">,
): Kernel<OperandsOf> {
  const best = kernelsOn(kernels, backend).at(-1)!;
  return findKernel(id, best.id, backend) as Kernel<OperandsOf>;
}

/**
 * The best kernel in WebAssembly, on a device of machine code.
 *
 * @throws {MissingError} on another device, which has no second form of it.
 */
export function portableKernel<Problem, OperandsOf extends AnyOperandsOf>(
  operation: Operation<Problem, OperandsOf>,
  device: Pick<Device, "backend">,
): Kernel<OperandsOf> {
  if (device.backend === "x86") return bestKernel(operation, { backend: "wasm" });
  throw new MissingError({
    action: "compare machine code with WebAssembly",
    current: `device ${device.backend}`,
    wanted: "device x86",
    next: "take --device x86",
  });
}
