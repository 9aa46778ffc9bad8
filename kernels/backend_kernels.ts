/**
 * Kernels that a device runs.
 *
 * @module
 */
import type { DeviceBackend } from "../hardware/device.ts";

/**
 * Those of an operation's `kernels` that a device of `backend` runs. A device of machine code runs
 * WebAssembly, too; but contenders of a comparison have to be of one backend, so it takes machine code where
 * every kernel of the operation has it, and WebAssembly otherwise.
 */
export function kernelsOn<K extends { readonly id: string; readonly backend: DeviceBackend }>(
  kernels: readonly K[],
  backend: DeviceBackend,
): readonly K[] {
  const of = (some: DeviceBackend) => kernels.filter((kernel) => kernel.backend === some);
  if (backend !== "x86") return of(backend);
  const native = of("x86"), portable = of("wasm");
  return portable.every(({ id }) => native.some((kernel) => kernel.id === id)) ? native : portable;
}
