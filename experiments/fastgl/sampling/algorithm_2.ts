/**
 * fastgl Algorithm 2: is Fused-Map a bijection, is it the three-step map up to relabelling, and what does
 * either wait for? Exact counts on sampled mini-batches, as the algorithm is printed: no id keeps a place.
 *
 * @module
 */
import type { Contender } from "../../cell.ts";
import type { Suite } from "../../suite.ts";
import { jointCounts } from "../../trials/joint_counts.ts";
import { LEAST_BATCHES } from "../sampled_epoch.ts";
import { type SampledWorkload, sampledWorkloads } from "../sampled_workloads.ts";
import { FOUR_GRAPHS, SAMPLING_NOTES, SAMPLING_SETTINGS } from "../sampling_graphs.ts";
import { ALGORITHM_2_CLAIMS } from "./algorithm_2_claims.ts";
import { ID_MAPS, THREE_STEP } from "./id_maps.ts";
import { MAP_COUNTS, mapCounts } from "./map_counts.ts";

/** Maps of some mini-batches, counted on the device. */
export const algorithm2: Suite<SampledWorkload, Contender, typeof MAP_COUNTS> = {
  id: "fastgl/algorithm-2",
  artifact: "Algorithm 2",
  title: "Fused-Map: bijection and synchronisation",
  question: "Does Fused-Map number what the three-step map numbers, and what does each wait for?",
  contenders: ID_MAPS,
  baseline: THREE_STEP.id,
  workloads: (profile) => sampledWorkloads(profile, { graphs: FOUR_GRAPHS }),
  settings: {
    ...SAMPLING_SETTINGS,
    "maps": `those of ${LEAST_BATCHES} mini-batches, each with one a layer, ids in one list`,
  },
  measurement: { kind: "joint", measure: jointCounts(mapCounts) },
  metrics: MAP_COUNTS,
  plots: [{ metric: "probes", x: "workload" }],
  notes: [
    ...SAMPLING_NOTES,
    "Synchronisations are the ends of launches before the last id has its number, and on a GPU barriers within workgroups. " +
    "The middle one of the three steps is three launches on a CPU and two on a GPU, since a prefix sum has to wait for " +
    "all of its parts.",
    "Probes and atomics of threads that meet differ from run to run by a few in a million.",
  ],
  claims: ALGORITHM_2_CLAIMS,
};
