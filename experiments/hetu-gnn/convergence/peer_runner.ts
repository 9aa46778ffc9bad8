/**
 * A peer's epoch as a runner: held to our losses before it is timed, and again afterwards.
 *
 * @module
 */
import { clockOf } from "../../../hardware/measuring/sample_length.ts";
import { WrongResultError } from "../../../platform/errors.ts";
import type { Trial } from "../../measurement.ts";
import type { Lab } from "../../lab.ts";
import type { Runner } from "../checked_turns.ts";

/**
 * Prepares the trial of a peer and checks it.
 *
 * @throws {WrongResultError} where it has other losses than our kernels; it is closed then.
 */
export async function peerRunner(
  { device, seed }: Pick<Lab, "device" | "seed">,
  peer: string,
  { prepare, ranOn }: Pick<Trial, "prepare" | "ranOn">,
): Promise<Runner<number>> {
  const prepared = await prepare(), clock = clockOf(device, prepared);
  try {
    const check = await prepared.check();
    if (check.ok) {
      return {
        check,
        timer: ranOn?.timer ?? device.timer,
        time: () => clock(1),
        recheck: () => prepared.recheck(seed + 1),
        close: () => prepared.destroy(),
      };
    }
    const { worst } = check;
    throw new WrongResultError({
      action: `time peer "${peer}"`,
      current: `a training loss of ${worst?.got} in epoch ${(worst?.row ?? 0) + 1}`,
      wanted: `${worst?.wanted}, as from our kernels`,
      next: "see that both train the same model from the same weights",
    });
  } catch (error) {
    prepared.destroy();
    throw error;
  }
}
