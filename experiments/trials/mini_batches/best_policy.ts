/**
 * The best known way to train on mini-batches whose batches the host drives.
 *
 * @module
 */
import {
  type HostFeatures,
  type LoadingDevice,
  loadingInPlace,
} from "../../../training/feature_loading/mod.ts";
import type { BatchPolicy } from "./mini_batch_trial_options.ts";

/**
 * Chooses a policy. CPU threads number the sampled vertices by the map that moves its counter once for all
 * new ids of a block, a GPU by Fused-Map. Features stay where they are if they can; else rows of the batch
 * before are used again.
 */
export function bestPolicy(
  device: LoadingDevice,
  features: Pick<HostFeatures, "rows" | "width">,
): BatchPolicy {
  return {
    window: 1,
    kernels: {},
    idMap: device.backend === "webgpu" ? "fused-map" : "fused-map-grouped",
    loading: loadingInPlace(device, features) ?? { match: true },
  };
}
