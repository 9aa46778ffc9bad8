/**
 * Reasons of rows of times that are in part waiting for a GPU, were taken beside other programs, or are
 * compared by clocks of two kinds.
 *
 * @module
 */
import type { AdapterKind, Device, TimerKind } from "../../../hardware/device.ts";
import { MOST_WAITING, waitingShare } from "../../../hardware/measuring/waiting.ts";
import { waitingMark } from "../../../results/waiting_mark.ts";
import type { Contender } from "../../cell.ts";
import type { CheckedTimes } from "../../metrics.ts";

/** Remarks on the times of a comparison. */
export interface TimedRemarks {
  /** On all of them; empty where there is nothing to say. */
  readonly remark: string;
  /** Marks of those that are in part waiting for the device, by contender. */
  readonly waiting: ReadonlyMap<string, string>;
  /** Remarks on the load of other programs, by contender that it reaches. */
  readonly others: ReadonlyMap<string, string>;
  /** Clocks that timed them, by contender. */
  readonly clocks: ReadonlyMap<string, TimerKind>;
}

/** Remark on times of these contenders, or their ratio: on all of the comparison, and on their own. */
export function remarkOn(
  { remark, waiting, others, clocks }: TimedRemarks,
  ...ids: readonly string[]
): string {
  const kinds = new Set(ids.map((id) => clocks.get(id)));
  return [
    remark,
    ...new Set(ids.map((id) => others.get(id))),
    ...ids.map((id) => waiting.get(id)),
    kinds.size > 1 && `clocks differ: ${ids.map((id) => `${clocks.get(id)} of ${id}`).join(", ")}`,
  ].filter(Boolean).join("; ");
}

/**
 * Whether other programs can disturb times by this clock: all but those of our kernels by the clock of a GPU,
 * which waits for no processor once a sample is encoded. A peer launches its kernels one by one meanwhile.
 */
export function isReachedByOthers(
  { runtime }: Pick<Contender, "runtime">,
  { adapterKind, timer }: { readonly adapterKind: AdapterKind; readonly timer: string },
): boolean {
  return runtime !== undefined || adapterKind !== "hardware" || timer !== "gpu-timestamp";
}

/**
 * Text for the reason of times that were taken on a device: the part that is waiting, where it is above 2 %
 * or nothing counted it. Empty on a CPU, whose calls block, and for times by the clock of a GPU.
 */
export function waitingReason(
  { backend, waitMs }: Pick<Device, "backend" | "waitMs">,
  { ms, waits, timer }: Pick<CheckedTimes, "ms" | "waits" | "timer">,
): string {
  if (backend !== "webgpu" || timer !== "wall") return "";
  if (waits === undefined) return waitingMark(undefined);
  const times = ms.map((each, i) => ({ ms: each, waits: typeof waits === "number" ? waits : waits[i] }));
  const share = waitingShare(waitMs, times);
  return share > MOST_WAITING ? waitingMark(share) : "";
}
