/**
 * Names of WebGPU's implementations, and the variable that chooses one.
 *
 * @module
 */
import { readVariable } from "../../platform/environment_variable.ts";
import { UsageError } from "../../platform/errors.ts";

/** Implementations of WebGPU by name: the runtime's own, and Dawn. */
export const WEBGPU_IMPLEMENTATIONS = ["native", "dawn"] as const;

/** Name of an implementation of WebGPU. */
export type WebGpuImplementation = typeof WEBGPU_IMPLEMENTATIONS[number];

/** Variable that names the implementation of WebGPU where no flag does. */
export const WEBGPU_VARIABLE = "GNN_REPRO_WEBGPU";

/**
 * Implementation that {@linkcode WEBGPU_VARIABLE} names, if it names one.
 *
 * @throws {UsageError} for the name of none.
 */
export function namedImplementation(): WebGpuImplementation | undefined {
  const value = readVariable(WEBGPU_VARIABLE) || undefined;
  const named = WEBGPU_IMPLEMENTATIONS.find((name) => name === value);
  if (named !== undefined || value === undefined) return named;
  throw new UsageError({
    action: "choose an implementation of WebGPU",
    current: `${WEBGPU_VARIABLE}=${value}`,
    wanted: WEBGPU_IMPLEMENTATIONS.join(" or "),
    next: `set ${WEBGPU_VARIABLE} to one of them, or unset it`,
  });
}
