/**
 * fastgl Table 3: order of the levels of a device's memory by bandwidth.
 *
 * @module
 */
import { prepareSweep } from "../../../hardware/memory_level.ts";
import type { MemoryLevel } from "../../../hardware/memory_sweep.ts";
import type { CheckReport } from "../../../kernels/check.ts";
import { wrongResult } from "../../../kernels/plan_check.ts";
import { MissingError } from "../../../platform/errors.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { Lab } from "../../lab.ts";
import type { Trial } from "../../measurement.ts";
import type { Contender, Workload } from "../../cell.ts";
import type { Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";

/** A level of memory as a contender. */
interface Level extends Contender {
  readonly id: MemoryLevel;
  readonly factors: { readonly level: MemoryLevel };
}

const level = (id: MemoryLevel, label: string): Level => ({ id, label, factors: { level: id } });

const LEVELS: readonly Level[] = [
  level("shared", "shared (workgroup) memory"),
  level("l1", "L1 cache"),
  level("l2", "L2 cache"),
  level("l3", "L3 cache"),
  level("global", "global memory (RAM)"),
];

const WORKLOAD: Workload = { id: "sweep", factors: {} };

const METRICS = {
  bandwidth: { label: "read bandwidth", unit: "GB/s", better: "higher" },
  working_set: { label: "working set", unit: "B" },
} as const satisfies Metrics;

function sumReport({ got, wanted }: { readonly got: number; readonly wanted: number }): CheckReport {
  const ok = got === wanted;
  const report = { ok, relErr: ok ? 0 : Math.abs(got - wanted) / wanted, tolerance: 0, checkedRows: 1 };
  return ok ? report : { ...report, worst: { row: 0, col: 0, got, wanted, allowed: 0 } };
}

/** A sweep whose sum is compared with the host's before it is timed; every sum is exact. */
async function trial(lab: Lab, level: MemoryLevel): Promise<Trial<typeof METRICS>> {
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

/** `bw(shared) ~ bw(l1) > bw(l2) > bw(global)`; `~` is 20 %. */
function order(evidence: SuiteEvidence): ClaimPart[] {
  const key = (contender: MemoryLevel) => ({ workload: WORKLOAD.id, contender });
  const parts: ClaimPart[] = [
    evidence.higherRate(key("l1"), key("l2"), "bandwidth"),
    evidence.higherRate(key("l2"), key("global"), "bandwidth"),
  ];
  const shared = evidence.find(key("shared"), "bandwidth");
  if (shared?.median !== undefined) {
    parts.push(evidence.equalRates(key("shared"), key("l1"), { rate: "bandwidth", margin: 1.2 }));
  } else {
    const reason = evidence.find(key("shared"), "time")?.reason ?? "shared memory was not measured";
    parts.push({ kind: "open", words: "shared memory: none", source: "measured", datasetKind: "", reason });
  }
  return parts;
}

/** Read bandwidth of each level of the device's memory. */
export const table3: Suite<Workload, Level, typeof METRICS> = {
  id: "fastgl/table-3",
  artifact: "Table 3",
  title: "Bandwidth of the memory levels",
  question: "By how much is each level of this device's memory faster than the next?",
  contenders: LEVELS,
  baseline: "global",
  workloads: () => [WORKLOAD],
  settings: {
    "CPU": "each thread reads its own working set: half of a cache, or far beyond the last one",
    "GPU": "4 KiB a workgroup for L1, 2 MiB for all for L2, 1 GiB read once for global memory",
  },
  measurement: {
    kind: "timed",
    decides: true,
    trial: (lab, _dataset, _workload, { id }) => trial(lab, id),
  },
  metrics: METRICS,
  plots: [{ metric: "bandwidth", x: "workload", logarithmic: true }],
  notes: [
    "A CPU has no memory that a program manages as a GPU's shared memory; its L3 cache has no line in the paper.",
  ],
  claims: [{ claimId: "fastgl.q.bandwidth-order", decide: order }],
};
