/**
 * Tuned numbers of the runs that verbs start.
 *
 * @module
 */
import type { SavedTuning } from "../../kernels/tuning/saved_tuning.ts";
import { savedTuning } from "../../kernels/tuning/tuning_file.ts";
import { hostThreads, type ReproOptions } from "./repro_options.ts";

/**
 * Numbers that `tune` kept for this CPU and these threads, as an option of a run; nothing for a device that
 * has none. A file that does not hold is named on standard error.
 */
export async function tuningFor(
  options: Pick<ReproOptions, "device" | "threads">,
): Promise<{ readonly tuning?: SavedTuning }> {
  if (options.device === "wasm" || options.device === "webgpu") return {};
  const tuning = await savedTuning(hostThreads(options));
  return tuning ? { tuning } : {};
}
