/**
 * fastgl Table 8: time to number the vertices of an epoch's mini-batches, in three steps and fused.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { Lab } from "../../lab.ts";
import type { Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import { firstEpoch, firstProblems } from "../sampled_epoch.ts";
import { sampledRegime } from "../sampled_premises.ts";
import { type EpochSetting, type SampledWorkload, sampledWorkloads } from "../sampled_workloads.ts";
import { FOUR_GRAPHS, PAPER_NAMES, SAMPLING_NOTES, SAMPLING_SETTINGS } from "../sampling_graphs.ts";
import { ID_MAP_METRICS, idMapTrial, type IdMapTrialOptions } from "./id_map_trial.ts";
import { FUSED, ID_MAPS, type IdMapContender, THREE_STEP } from "./id_maps.ts";
import { TABLE_8_CLAIMS } from "./table_8_claims.ts";

/** Neighbours whose maps a sample is: some 10 ms on two threads. */
const SAMPLE_IDS = 3e5;

/** Ids that all contenders of a workload number, and the mini-batches that they come from. */
async function epochProblems(
  lab: Lab,
  dataset: LoadedDataset,
  setting: EpochSetting,
): Promise<Omit<IdMapTrialOptions, "map">> {
  const { batches: { length: epochBatches, 0: { seeds } } } = firstEpoch(lab, dataset, setting);
  const { problems, batches } = await firstProblems(lab, dataset, { ...setting, ids: SAMPLE_IDS });
  const regime = sampledRegime({
    graph: setting.graph.id,
    vertices: dataset.graph.rows,
    seeds: seeds.length,
    distinct: batches,
  });
  return { problems, batches, epochBatches, regime };
}

const METRICS = {
  time: { label: "ID map, an epoch", unit: "ms", better: "lower" },
  speedup: { label: "speed-up", unit: "x", better: "higher" },
  ...ID_MAP_METRICS,
} as const satisfies Metrics;

/** ID maps of an epoch, timed. */
export const table8: Suite<SampledWorkload, IdMapContender, typeof METRICS> = {
  id: "fastgl/table-8",
  artifact: "Table 8",
  title: "Time of the ID map",
  question:
    "How much faster does Fused-Map number the vertices of an epoch's mini-batches than three steps do?",
  contenders: ID_MAPS,
  baseline: THREE_STEP.id,
  workloads: (profile) => sampledWorkloads(profile, { graphs: FOUR_GRAPHS }),
  settings: {
    ...SAMPLING_SETTINGS,
    "sample":
      "the maps of the first mini-batches that draw 300,000 neighbours, ten at least, scaled to an epoch",
    "table": "twice as many slots as there may be ids, a power of two; linear probing",
  },
  measurement: {
    kind: "timed",
    decides: true,
    trial: async (lab, dataset, { epoch }, { id: map }) =>
      idMapTrial(lab, { ...await lab.once(epochProblems, dataset, epoch), map }),
  },
  metrics: METRICS,
  plots: [{ metric: "speedup", x: "workload" }],
  notes: [
    ...SAMPLING_NOTES,
    "Neither map is DGL's or FastGL's own code: both designs are written for this device, over the same table.",
    "The destinations of a layer keep their places among its sources, which costs Fused-Map a launch and a wait that " +
    "Algorithm 2 does not have.",
    "A CPU's threads would pass the line of the one counter from core to core, once for each new id; a GPU adds where the counter lies. " +
    "What the counter costs is the third contender against the second. The claim is about Fused-Map, and is decided by it as " +
    "Algorithm 2 prints it, with one counter; the grouped one is ours.",
  ],
  publishedAs: ({ id, model }, contender, metric) => {
    const { system } = contender;
    if (system === undefined) return undefined;
    const shared = { dataset: PAPER_NAMES[id], model };
    if (metric === "time") return { ...shared, metric: "id_map_time", system };
    return metric === "speedup" && contender === FUSED
      ? { ...shared, metric: "id_map_time_ratio", system: "DGL vs Fused-Map" }
      : undefined;
  },
  claims: TABLE_8_CLAIMS,
};
