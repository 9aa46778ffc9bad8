/**
 * Parts that all trials of epochs have in common: they are timed whole on the host, and checked in runs of
 * their own.
 *
 * @module
 */
import type { CheckReport } from "../../../kernels/checks/check_report.ts";
import { wrongResult } from "../../../kernels/checks/plan_check.ts";
import type { PreparedTrial } from "../../measurement.ts";

/** Members of a prepared trial whose `checkedRun` trains with a seed and reports on every step. */
export function hostTimed(
  checkedRun: (seed: number) => Promise<CheckReport>,
  seed: number,
): Pick<PreparedTrial, "check" | "recheck"> {
  return {
    check: () => checkedRun(seed),
    recheck: async (seed) => {
      const report = await checkedRun(seed);
      if (!report.ok) throw wrongResult("mini-batch training", report);
    },
  };
}
