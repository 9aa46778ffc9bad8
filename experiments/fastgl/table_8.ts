/**
 * fastgl Table 8: what numbering the vertices of an epoch's mini-batches takes, in three steps and fused.
 *
 * @module
 */
import type { IdMapProblem } from "../../kernels/id_map/mod.ts";
import type { ClaimPart } from "../../results/evidence.ts";
import { intervalOf, liesWithin, spellInterval } from "../claims/interval.ts";
import type { SuiteEvidence } from "../claims/suite_evidence.ts";
import { idMapTrial } from "./id_map_trial.ts";
import { onceAWorkload } from "./once_a_workload.ts";
import { firstProblems, sampledEpoch } from "./sampled_epoch.ts";
import {
  FOUR_GRAPHS,
  LEAST_BATCH_NOTE,
  LEAST_TIMED_BATCH,
  PAPER_NAMES,
  SAMPLING_NOTES,
  SAMPLING_SETTINGS,
  samplingWorkloads,
} from "./sampling_graphs.ts";
import type { TextSuite } from "../text_suite.ts";

/** Neighbours whose maps a sample is: some 10 ms on two threads. */
const SAMPLE_IDS = 3e5;

/** The paper's columns. */
const SYSTEMS: Readonly<Record<string, string>> = { "three-step": "DGL", "fused-map": "Fused-Map" };

/** "By roughly the same factor" on all graphs: 1.5 to 4. */
const FACTOR = [1.5, 4] as const;

interface EpochProblems {
  readonly problems: readonly IdMapProblem[];
  readonly batches: number;
  readonly epochBatches: number;
}

/** The same arrays for all contenders of a workload. */
const problemsOf = onceAWorkload(async (lab, dataset, workload): Promise<EpochProblems> => {
  const epoch = sampledEpoch(lab, dataset, workload);
  return { ...await firstProblems(epoch, SAMPLE_IDS), epochBatches: epoch.batches.length };
});

/** `id_map_time(fused) < id_map_time(dgl)` on every graph, and the ratio lies between 1.5 and 4. */
function fusedIsFaster(evidence: SuiteEvidence): ClaimPart[] {
  return FOUR_GRAPHS.flatMap((workload) => {
    const fused = { workload, contender: "fused-map" };
    const row = evidence.row(fused, "speedup"), found = intervalOf(row);
    return [
      evidence.faster(fused, { workload, contender: "three-step" }),
      evidence.decide(liesWithin(found, FACTOR), {
        words: `ratio on ${row.dataset} = ${spellInterval(found)}`,
        rows: [row],
        value: found.value,
        open: `the interval meets a bound of ${FACTOR.join(" to ")}`,
      }),
    ];
  });
}

/** The suite. */
export const table8: TextSuite = {
  id: "fastgl/table-8",
  paper: "fastgl",
  artifact: "Table 8",
  title: "Time of the ID map",
  question:
    "How much faster does Fused-Map number the vertices of an epoch's mini-batches than three steps do?",
  contenders: [
    { id: "three-step", label: "three steps (DGL's design)" },
    { id: "fused-map", label: "Fused-Map" },
    { id: "fused-map-grouped", label: "Fused-Map, counter moved once a group" },
  ],
  baseline: "three-step",
  workloads: (profile) => samplingWorkloads(profile, { graphs: FOUR_GRAPHS, leastBatch: LEAST_TIMED_BATCH }),
  settings: {
    ...SAMPLING_SETTINGS,
    "sample": "the maps of the first mini-batches that draw 300,000 neighbours, scaled to an epoch",
    "table": "twice as many slots as there may be ids, a power of two; linear probing",
  },
  measurement: {
    kind: "timed",
    decides: true,
    trial: async (lab, dataset, workload, contender) =>
      idMapTrial(lab, { ...await problemsOf(lab, dataset, workload), map: contender.id }),
  },
  metrics: [
    { id: "time", label: "ID map, an epoch", unit: "ms", better: "lower" },
    { id: "speedup", label: "speed-up", unit: "x", better: "higher" },
    { id: "launches", label: "launches a mini-batch", unit: "1", better: "lower" },
    {
      id: "barriers",
      label: "waits for all threads while numbering, a mini-batch",
      unit: "1",
      better: "lower",
    },
    { id: "atomics", label: "atomic operations, an epoch", unit: "count", better: "lower" },
    { id: "probes", label: "slots looked at, an epoch", unit: "count", better: "lower" },
    { id: "ids", label: "ids, an epoch", unit: "count", better: "neither" },
  ],
  plots: [{ metric: "speedup", x: "workload" }],
  notes: [
    ...SAMPLING_NOTES,
    "Neither map is DGL's or FastGL's own code: both designs are written for this device, over the same table.",
    "The destinations of a layer keep their places among its sources, which costs Fused-Map a launch and a wait that " +
    "Algorithm 2 does not have.",
    LEAST_BATCH_NOTE,
    "A CPU's threads would pass the line of the one counter from core to core, once for each new id; a GPU adds where the counter lies. " +
    "What the counter costs is the third contender against the second.",
  ],
  publishedAs: ({ id }, contender, metric) => {
    const system = SYSTEMS[contender.id];
    if (system === undefined) return undefined;
    const shared = { dataset: PAPER_NAMES[id], model: "GCN" };
    if (metric === "time") return { ...shared, metric: "id_map_time", system };
    return metric === "speedup" && contender.id === "fused-map"
      ? { ...shared, metric: "id_map_time_ratio", system: "DGL vs Fused-Map" }
      : undefined;
  },
  claims: [{ claimId: "fastgl.q.idmap", decide: fusedIsFaster }],
};
