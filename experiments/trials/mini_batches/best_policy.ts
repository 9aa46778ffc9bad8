/**
 * The best known way to train on mini-batches whose batches the host drives.
 *
 * @module
 */
import type { DeviceBackend, DeviceLimits } from "../../../hardware/device.ts";
import { paddedStride } from "../../../hardware/dense.ts";
import { indices } from "../../../platform/indices.ts";
import type { HostFeatures } from "../../../training/feature_loading/feature_loader.ts";
import type { BatchPolicy } from "./mini_batch_trial_options.ts";

/** Device as far as the choice depends on it. */
export interface PolicyDevice {
  /** Backend of the device. */
  readonly backend: DeviceBackend;
  /** Limits of the device. */
  readonly limits: Pick<DeviceLimits, "memoryBytes">;
}

/** Largest share of a device's memory that features may stay in. */
const RESIDENT_SHARE = 1 / 4;

/**
 * Chooses a policy. CPU threads number the sampled vertices by the map that moves its counter once for all
 * new ids of a block, and keep all features in the device's memory, where there is room, so that a batch
 * gathers its rows in one pass: the host's memory is the same, and a copy of its own would only cost time.
 * Elsewhere Fused-Map numbers, and rows of the batch before are used again.
 */
export function bestPolicy(
  { backend, limits }: PolicyDevice,
  { rows, width }: Pick<HostFeatures, "rows" | "width">,
): BatchPolicy {
  const common = { window: 1, kernels: {} };
  if (backend === "webgpu") return { ...common, idMap: "fused-map", loading: { match: true } };
  const fit = 4 * rows * paddedStride(width) <= RESIDENT_SHARE * limits.memoryBytes;
  return {
    ...common,
    idMap: "fused-map-grouped",
    loading: fit ? { match: false, cached: indices(rows) } : { match: true },
  };
}
