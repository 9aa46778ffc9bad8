/**
 * Several trials as one: what each of them does, one after the other.
 *
 * @module
 */
import type { Device } from "../../../hardware/device.ts";
import { clockOf } from "../../../hardware/measuring/sample_length.ts";
import { worstOf } from "../../../kernels/checks/check_report.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import type { PreparedTrial, Trial } from "../../measurement.ts";

/**
 * Builds a trial whose execution is one of each trial, each by its own clock; bytes and work are those of the
 * first.
 */
export function trialsInTurn(device: Device, trials: readonly Trial[]): Trial {
  return {
    ...trials[0],
    identity: { products: trials.map(({ identity }) => identity) },
    prepare: async (): Promise<PreparedTrial> => {
      const prepared: PreparedTrial[] = [];
      const destroy = () => prepared.splice(0).forEach((each) => each.destroy());
      try {
        for (const trial of trials) prepared.push(await trial.prepare());
      } catch (error) {
        destroy();
        throw error;
      }
      return {
        prepareMs: sumOf(prepared, ({ prepareMs }) => prepareMs),
        time: async (calls) => {
          let ms = 0;
          for (const each of prepared) ms += await clockOf(device, each)(calls);
          return ms;
        },
        check: async () => {
          const reports = [];
          for (const each of prepared) reports.push(await each.check());
          return worstOf(reports);
        },
        recheck: async (seed) => {
          for (const each of prepared) await each.recheck(seed);
        },
        destroy,
      };
    },
  };
}
