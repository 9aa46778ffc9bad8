/**
 * fastgl Algorithm 2: is Fused-Map a bijection, is it the three-step map up to relabelling, and what does
 * either wait for? Exact counts on sampled mini-batches, as the algorithm is printed: no id keeps a place.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { checkIdMap, type IdMapProblem } from "../../../kernels/id_map/mod.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf, type Row } from "../../../results/row.ts";
import type { Contender } from "../../cell.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { Lab } from "../../lab.ts";
import type { Facts, Metrics } from "../../metrics.ts";
import type { Suite } from "../../suite.ts";
import { jointCounts } from "../../trials/joint_counts.ts";
import { findIdMap, runIdMap } from "./id_map_trial.ts";
import { distinctBatches, firstEpoch, idMapProblems, LEAST_BATCHES } from "../sampled_epoch.ts";
import { type SampledWorkload, sampledWorkloads } from "../sampled_workloads.ts";
import { FOUR_GRAPHS, SAMPLING_NOTES, SAMPLING_SETTINGS } from "../sampling_graphs.ts";

const REFERENCE = "three-step";
const FUSED: readonly Contender[] = [
  { id: "fused-map", label: "Fused-Map" },
  { id: "fused-map-grouped", label: "Fused-Map, counter moved once a group" },
];

/** Destinations and their neighbours in one list, as Algorithm 2 takes them. */
function asPrinted({ ids, kept = new Uint32Array() }: IdMapProblem): IdMapProblem {
  const all = new Uint32Array(kept.length + ids.length);
  all.set(kept);
  all.set(ids, kept.length);
  return { ids: all };
}

const METRICS = {
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
  atomics: { label: "atomic operations", unit: "count", better: "lower" },
  probes: { label: "slots looked at", unit: "count", better: "lower" },
} as const satisfies Metrics;

/** Counts of one map, whose every result is held against the three-step map's. */
async function count(
  lab: Lab,
  dataset: LoadedDataset,
  { epoch }: SampledWorkload,
  { id }: Contender,
): Promise<Facts<typeof METRICS>> {
  const { device } = lab;
  const { draw } = firstEpoch(lab, dataset, epoch);
  const kernel = findIdMap(device, id), reference = findIdMap(device, REFERENCE);
  const sums = { ids: 0, distinct: 0, wrong_maps: 0, other_ends: 0, atomics: 0, probes: 0 };
  const ofPlan = { steps: 0, launches: 0, barriers: 0 };
  for (const batch of distinctBatches(lab, dataset, { ...epoch, least: LEAST_BATCHES })) {
    for (const problem of (await idMapProblems(draw, batch)).map(asPrinted)) {
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
  }
  return { ...sums, ...ofPlan };
}

/** The rows of a metric of both Fused-Maps on all graphs. */
function fusedRows(evidence: SuiteEvidence, metric: string, contenders = FUSED.map(({ id }) => id)) {
  return FOUR_GRAPHS.flatMap((workload) =>
    contenders.map((contender) => evidence.row({ workload, contender }, metric))
  );
}

const total = (rows: readonly Row[]) => rows.reduce((sum, row) => sum + medianOf(row), 0);

/** `set(local ids) == {0..k-1}`, and equal global ids get equal local ids. */
function bijection(evidence: SuiteEvidence): ClaimPart[] {
  const wrong = fusedRows(evidence, "wrong_maps"), ids = fusedRows(evidence, "ids");
  const words = `${total(wrong)} maps are no bijections, of ${total(ids)} ids in all`;
  return [evidence.exact(total(wrong) === 0 && total(ids) > 0, words, wrong, total(wrong))];
}

/** `invert(fused)[edges] == invert(three-step)[edges]`. */
function equivalent(evidence: SuiteEvidence): ClaimPart[] {
  const other = fusedRows(evidence, "other_ends"), ids = fusedRows(evidence, "ids");
  const words = `${total(other)} of ${total(ids)} ends of edges are other vertices than with three steps`;
  return [evidence.exact(total(other) === 0 && total(ids) > 0, words, other, total(other))];
}

/** `sync_count(fused) == 0 < sync_count(three-step)` and two steps in place of three. */
function fewerSyncs(evidence: SuiteEvidence): ClaimPart[] {
  return (["barriers", "steps"] as const).map((metric) => {
    const fused = fusedRows(evidence, metric, ["fused-map"]);
    const three = fusedRows(evidence, metric, [REFERENCE]);
    const most = Math.max(...fused.map(medianOf));
    const least = Math.min(...three.map(medianOf));
    const holds = metric === "barriers" ? most === 0 && least > 0 : most === 2 && least === 3;
    return evidence.exact(
      holds,
      `${metric}: ${most} fused, ${least} in three steps`,
      [...fused, ...three],
      most,
    );
  });
}

/** Maps of some mini-batches, counted on the device. */
export const algorithm2: Suite<SampledWorkload, Contender, typeof METRICS> = {
  id: "fastgl/algorithm-2",
  artifact: "Algorithm 2",
  title: "Fused-Map: bijection and synchronisation",
  question: "Does Fused-Map number what the three-step map numbers, and what does each wait for?",
  contenders: [{ id: REFERENCE, label: "three steps (DGL's design)" }, ...FUSED],
  baseline: REFERENCE,
  workloads: (profile) => sampledWorkloads(profile, { graphs: FOUR_GRAPHS }),
  settings: {
    ...SAMPLING_SETTINGS,
    "maps": `those of ${LEAST_BATCHES} mini-batches, each with one a layer, ids in one list`,
  },
  measurement: { kind: "joint", measure: jointCounts(count) },
  metrics: METRICS,
  plots: [{ metric: "probes", x: "workload" }],
  notes: [
    ...SAMPLING_NOTES,
    "Synchronisations are the ends of launches before the last id has its number, and on a GPU barriers within workgroups. " +
    "The middle one of the three steps is three launches, since a prefix sum has to wait for all of its parts.",
    "Probes and atomics of threads that meet differ from run to run by a few in a million.",
  ],
  claims: [
    { claimId: "fastgl.q.fused-bijection", decide: bijection },
    { claimId: "fastgl.q.fused-equivalent", decide: equivalent },
    { claimId: "fastgl.q.fused-fewer-sync", decide: fewerSyncs },
  ],
};
