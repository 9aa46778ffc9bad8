/**
 * Reason of rows whose time is in part waiting for a GPU.
 *
 * @module
 */
import type { Device } from "../../../hardware/device.ts";
import { MOST_WAITING, waitingShare } from "../../../hardware/measuring/waiting.ts";
import { waitingMark } from "../../../results/waiting_mark.ts";
import type { CheckedTimes } from "../../metrics.ts";

/** Remarks on the times of a comparison. */
export interface TimedRemarks {
  /** On all of them; empty where there is nothing to say. */
  readonly remark: string;
  /** Marks of those that are in part waiting for the device, by contender. */
  readonly waiting: ReadonlyMap<string, string>;
}

/**
 * Words for the reason of times that were taken on a device: the part that is waiting, where it is above 2 %
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
