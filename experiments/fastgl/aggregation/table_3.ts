/**
 * fastgl Table 3: order of the levels of a device's memory by bandwidth.
 *
 * @module
 */
import type { MemoryLevel } from "../../../hardware/memory_sweep.ts";
import type { Contender, Workload } from "../../cell.ts";
import type { Suite } from "../../suite.ts";
import { BANDWIDTH_METRICS, sweepTrial } from "./level_bandwidth.ts";
import { SWEEP, TABLE_3_CLAIMS } from "./table_3_claims.ts";

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

/** Read bandwidth of each level of the device's memory. */
export const table3: Suite<Workload, Level, typeof BANDWIDTH_METRICS> = {
  id: "fastgl/table-3",
  artifact: "Table 3",
  title: "Bandwidth of the memory levels",
  question: "By how much is each level of this device's memory faster than the next?",
  contenders: LEVELS,
  baseline: "global",
  workloads: () => [{ id: SWEEP, factors: {} }],
  settings: {
    "CPU": "each thread reads its own working set: half of a cache, or far beyond the last one",
    "GPU": "4 KiB a workgroup for L1, 2 MiB for all for L2, 1 GiB read once for global memory",
  },
  measurement: {
    kind: "timed",
    decides: true,
    trial: (lab, _dataset, _workload, { id }) => sweepTrial(lab, id),
  },
  metrics: BANDWIDTH_METRICS,
  plots: [{ metric: "bandwidth", x: "workload", logarithmic: true }],
  notes: [
    "A CPU has no memory that a program manages as a GPU's shared memory; its L3 cache has no line in the paper.",
  ],
  claims: TABLE_3_CLAIMS,
};
