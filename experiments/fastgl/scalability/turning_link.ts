/**
 * Link at which the shorter one of two modelled epochs on several devices turns.
 *
 * @module
 */
import { type Link, LINKS } from "../../../hardware/models/interconnect.ts";
import { ANY_LINK } from "../links/turning_speeds.ts";
import type { Policy } from "../policies.ts";
import type { EpochRounds } from "../training/round_times.ts";
import { modelledEpochs } from "../training/several_devices.ts";

/** A policy and its iterations on one device. */
export interface PolicyEpochs {
  /** The policy. */
  readonly policy: Policy;
  /** Iterations of the policy; round i of all policies was measured at the same time. */
  readonly epochs: EpochRounds;
}

/** Slowest link in GB/s that is looked at, and halvings of the range of speeds: to a hundredth. */
const SLOWEST = 0.1, HALVINGS = 11;

const linkOf = (gbs: number): Link => ({ ...LINKS["pcie-4-x16"], bytesPerSecond: 1e9 * gbs });

/**
 * Link speed in GB/s up to which epochs of `fast` are the shorter ones, one entry a round, by bisection:
 * infinite where they are over a link faster than all, 0 where they are not even over the slowest one.
 */
export function shorterBelow(
  [fast, slow]: readonly [PolicyEpochs, PolicyEpochs],
  { devices, bytes }: { readonly devices: number; readonly bytes: number },
): number[] {
  return fast.epochs.rounds.map((_, round) => {
    const isShorter = (gbs: number) => {
      const [own, other] = [fast, slow].map(({ policy, epochs: { epochLength, rounds } }) => {
        const one = { epochLength, rounds: [rounds[round]] };
        return modelledEpochs(one, { policy, devices, bytes, link: linkOf(gbs) })[0];
      });
      return own < other;
    };
    if (isShorter(ANY_LINK)) return Infinity;
    if (!isShorter(SLOWEST)) return 0;
    let [low, high] = [SLOWEST, ANY_LINK];
    for (let i = 0; i < HALVINGS; i++) {
      const middle = Math.sqrt(low * high);
      if (isShorter(middle)) low = middle;
      else high = middle;
    }
    return Math.sqrt(low * high);
  });
}
