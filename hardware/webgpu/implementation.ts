/**
 * Names of WebGPU's implementations, and the variable that chooses one.
 *
 * @module
 */
import { readVariable } from "../../platform/environment_variable.ts";
import { UsageError } from "../../platform/errors.ts";

/** Name of an implementation of WebGPU: the runtime's own, or Dawn. */
export type WebGpuImplementation = "native" | "dawn";

/** Source of a device's WebGPU: an implementation that a run has chosen, or the browser that shows a page. */
export type WebGpuRuntime = WebGpuImplementation | "browser";

/** Implementations of WebGPU, the default first. */
export const WEBGPU_IMPLEMENTATIONS: readonly WebGpuImplementation[] = ["native", "dawn"];

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
