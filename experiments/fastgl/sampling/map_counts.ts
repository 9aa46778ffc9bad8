/**
 * Counts of an ID map on sampled mini-batches, as Algorithm 2 is printed: no id keeps a place.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { checkIdMap, type IdMapProblem } from "../../../kernels/id_map/mod.ts";
import type { Contender } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { Facts, Metrics } from "../../metrics.ts";
import { firstProblems } from "../sampled_epoch.ts";
import type { EpochSetting, SampledWorkload } from "../sampled_workloads.ts";
import { findIdMap, runIdMap } from "./id_map_trial.ts";
import { THREE_STEP } from "./id_maps.ts";

/** Counts of a map: faults, steps, launches and accesses. */
export const MAP_COUNTS = {
  ids: { label: "ids", unit: "count" },
  distinct: { label: "distinct ids", unit: "count" },
  wrong_maps: { label: "maps that are not bijections", unit: "count", better: "lower" },
  other_ends: {
    label: "ends of edges that are other vertices than with three steps",
    unit: "count",
    better: "lower",
  },
  steps: { label: "steps, as the paper counts", unit: "count", better: "lower" },
  launches: { label: "launches of a map", unit: "count", better: "lower" },
  barriers: { label: "synchronisations while a map numbers", unit: "count", better: "lower" },
  atomics: { label: "atomic operations", unit: "count", better: "lower", varies: true },
  probes: { label: "slots looked at", unit: "count", better: "lower", varies: true },
} as const satisfies Metrics;

/** Destinations and their neighbours in one list, as Algorithm 2 takes them. */
function asPrinted({ ids, kept = new Uint32Array(), ...counted }: IdMapProblem): IdMapProblem {
  const all = new Uint32Array(kept.length + ids.length);
  all.set(kept);
  all.set(ids, kept.length);
  return { ...counted, ids: all };
}

/** Problems of the first mini-batches, sampled once for all maps. */
async function printedProblems(
  lab: Pick<Lab, "seed">,
  dataset: LoadedDataset,
  epoch: EpochSetting,
): Promise<IdMapProblem[]> {
  const { problems } = await firstProblems(lab, dataset, { ...epoch, ids: 0 });
  return problems.map(asPrinted);
}

/** Counts of one map, whose every result is held against the three-step map's. */
export async function mapCounts(
  lab: Lab,
  dataset: LoadedDataset,
  { epoch }: SampledWorkload,
  { id }: Contender,
): Promise<Facts<typeof MAP_COUNTS>> {
  const { device } = lab;
  const kernel = findIdMap(device, id), reference = findIdMap(device, THREE_STEP.id);
  const sums = { ids: 0, distinct: 0, wrong_maps: 0, other_ends: 0, atomics: 0, probes: 0 };
  const ofPlan = { steps: 0, launches: 0, barriers: 0 };
  for (const problem of await lab.once(printedProblems, dataset, epoch)) {
    const { result, facts } = await runIdMap(device, kernel, { problem });
    const { result: wanted } = await runIdMap(device, reference, { problem });
    sums.ids += problem.ids.length;
    sums.distinct += result.unique.length;
    sums.wrong_maps += checkIdMap(problem, result).ok ? 0 : 1;
    sums.atomics += result.atomics;
    sums.probes += result.probes;
    for (let i = 0; i < problem.ids.length; i++) {
      if (result.unique[result.local[i]] !== wanted.unique[wanted.local[i]]) sums.other_ends++;
    }
    ofPlan.steps = facts.steps;
    ofPlan.launches = facts.launches;
    ofPlan.barriers = facts.barriers + facts.groupBarriers;
  }
  return { ...sums, ...ofPlan };
}
