/**
 * Read bandwidth of a level of the device's memory, by sweeps whose sums are known.
 *
 * @module
 */
import { prepareSweep } from "../../../hardware/memory_level.ts";
import type { MemoryLevel } from "../../../hardware/memory_sweep.ts";
import type { CheckReport } from "../../../kernels/checks/check_report.ts";
import { wrongResult } from "../../../kernels/checks/plan_check.ts";
import { MissingError } from "../../../platform/errors.ts";
import type { Lab } from "../../lab.ts";
import type { Trial } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";

/** Values of a sweep. */
export const BANDWIDTH_METRICS = {
  bandwidth: { label: "read bandwidth", unit: "GB/s", better: "higher" },
  working_set: { label: "working set", unit: "B" },
} as const satisfies Metrics;

function sumReport({ got, wanted }: { readonly got: number; readonly wanted: number }): CheckReport {
  const ok = got === wanted;
  const report = { ok, relErr: ok ? 0 : Math.abs(got - wanted) / wanted, tolerance: 0, checkedRows: 1 };
  return ok ? report : { ...report, worst: { row: 0, col: 0, got, wanted, allowed: 0 } };
}

/**
 * A sweep of a level as a trial: its sum is compared with the host's before it is timed; every sum is exact.
 *
 * @throws {MissingError} where the device has no such level.
 */
export async function sweepTrial(lab: Lab, level: MemoryLevel): Promise<Trial<typeof BANDWIDTH_METRICS>> {
  const probe = await lab.device.guard(`prepare a sweep of ${level}`, () => prepareSweep(lab.device, level));
  if (probe === undefined) {
    throw new MissingError({
      action: `measure ${level}`,
      current: `this ${lab.device.backend} device has no such level`,
      wanted: "a device that has one",
      next: level === "shared" ? "use --device webgpu on a machine with a GPU" : "see the other levels",
    });
  }
  const { bytesRead, workingSet } = probe;
  probe.destroy();
  return {
    identity: { level, bytesRead, workingSet },
    bytes: workingSet,
    work: { multiplyAdds: 0, compulsoryBytes: bytesRead, bytesWithoutReuse: bytesRead },
    facts: { working_set: workingSet },
    prepare: async () => {
      const started = performance.now();
      const sweep = (await prepareSweep(lab.device, level))!;
      return {
        prepareMs: performance.now() - started,
        run: sweep.run,
        destroy: sweep.destroy,
        check: async () => sumReport(await sweep.check()),
        recheck: async (seed) => {
          const report = sumReport(await sweep.check(seed));
          if (!report.ok) throw wrongResult(`sweep of ${level}`, report);
        },
      };
    },
  };
}
