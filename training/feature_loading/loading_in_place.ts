/**
 * Loading for devices whose memory is the host's.
 *
 * @module
 */
import { paddedStride } from "../../hardware/dense.ts";
import type { DeviceBackend, DeviceLimits } from "../../hardware/device.ts";
import { indices } from "../../platform/indices.ts";
import type { FeatureLoading, HostFeatures } from "./feature_loader.ts";

/** Device as far as the choice depends on it. */
export interface LoadingDevice {
  /** Backend of the device. */
  readonly backend: DeviceBackend;
  /** Limits of the device. */
  readonly limits: Pick<DeviceLimits, "memoryBytes" | "bindingBytes">;
}

/** Largest share of a device's memory that features may stay in. */
const SHARE = 1 / 4;

/**
 * Loading that keeps all features in a CPU device's memory, from which a batch gathers its rows in one pass:
 * a copy from the host would only cost time. Undefined on a GPU, and where the features take more than a
 * quarter of the memory, or than an array may.
 *
 * @example
 * ```ts
 * import { loadingInPlace } from "gnn-repro/training";
 * const limits = { memoryBytes: 2 ** 20, bindingBytes: 2 ** 20 };
 * const device = { backend: "wasm", limits } as const;
 * const loading = loadingInPlace(device, { rows: 100, width: 16 });
 * if (loading?.cached?.length !== 100) throw new Error("100 rows of 64 bytes fit");
 * ```
 */
export function loadingInPlace(
  { backend, limits: { memoryBytes, bindingBytes } }: LoadingDevice,
  { rows, width }: Pick<HostFeatures, "rows" | "width">,
): FeatureLoading | undefined {
  const fits = 4 * rows * paddedStride(width) <= Math.min(SHARE * memoryBytes, bindingBytes);
  return backend !== "webgpu" && fits ? { match: false, cached: indices(rows) } : undefined;
}
