/**
 * roc Table 2 and Section 4: the features of vertices, the cost model that learns from them, and the search for boundaries.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { csrFromEdges } from "../../graph/edges.ts";
import { CostModel } from "../../graph/partitions/cost_model.ts";
import { rangeBlock } from "../../graph/partitions/range_block.ts";
import { RandomStream } from "../../platform/random.ts";
import { mean, median } from "../../platform/statistics/mod.ts";
import type { ClaimPart } from "../../results/evidence.ts";
import { DeviceClock } from "../../training/partitioned/mod.ts";
import type { SuiteEvidence } from "../claims/suite_evidence.ts";
import type { Lab } from "../lab.ts";
import type { Fact } from "../metrics.ts";
import { boundaryCounts, costCounts, featureCounts, featuresOfVertex } from "./cost_model_counts.ts";
import { CHECKED_WORK } from "./partition_rounds.ts";
import { type PartitionRun, partitionRun, RUN_NOTES } from "./partition_runs.ts";
import {
  gcnLayers,
  gpusOf,
  gpuWorkload,
  PARTITION_NOTES,
  tableGpus,
  timedRounds,
  trainedGraph,
} from "./partitioned_graphs.ts";
import type { TextContender, TextSuite, TextWorkload } from "../text_suite.ts";
import { medianOf } from "../../results/row.ts";

const WORKLOAD = "reddit";
const FIRST = "first-fit", LAST = "last-fit";

/** How often a layer is timed on a range; the median is what the models are held against. */
const HELD_OUT_ROUNDS = 3;

/** Ranges of a random place and length that no model has seen; as many as a claim wants rounds. */
function heldOutRanges({ seed, profile }: Lab, vertices: number): readonly (readonly [number, number])[] {
  const stream = new RandomStream(seed, "held-out ranges");
  return Array.from({ length: timedRounds(profile) }, () => {
    const length = Math.round(vertices * (1 / 16 + stream.uniform() * 7 / 16));
    const begin = stream.below(vertices - length + 1);
    return [begin, begin + length] as const;
  });
}

/** The model as it was when it could cut for the first time. */
function firstFit({ iterations, features, model: { widths } }: PartitionRun): CostModel {
  const model = new CostModel(widths);
  for (const { offsets, layerMs } of iterations) {
    for (const [layer, width] of widths.entries()) {
      for (const [place, ms] of layerMs.entries()) {
        model.add(layer, {
          features: features.range(width, offsets[place], offsets[place + 1]),
          ms: ms[layer],
        });
      }
    }
    model.fit();
    if (model.ready) break;
  }
  return model;
}

/** Measured milliseconds of a layer on a held-out range, and what two models say. */
interface HeldOut {
  readonly layer: number;
  readonly ms: number;
  readonly predicted: Readonly<Record<typeof FIRST | typeof LAST, number>>;
}

const known = new WeakMap<PartitionRun, Promise<readonly HeldOut[]>>();

function heldOut(lab: Lab, run: PartitionRun): Promise<readonly HeldOut[]> {
  return known.getOrInsertComputed(run, async () => {
    const { device, seed, profile } = lab, { matrix, features, model } = run;
    const graph = trainedGraph(profile, "reddit");
    const clock = new DeviceClock(device, {
      ...{ layers: gcnLayers(graph), featureWidth: graph.featureWidth, work: "training", seed },
      ...{ rounds: profile.id === "smoke" ? 1 : HELD_OUT_ROUNDS, checkedWork: CHECKED_WORK },
    });
    const ranges = heldOutRanges(lab, matrix.rows);
    const times = await clock.time(ranges.map(([begin, end]) => rangeBlock(matrix, begin, end)));
    const first = firstFit(run);
    return ranges.flatMap(([begin, end], at) =>
      model.widths.map((width, layer) => {
        const own = features.range(width, begin, end);
        const predicted = { [FIRST]: first.predict(layer, own)!, [LAST]: model.predict(layer, own)! };
        return { layer, ms: times[at][layer], predicted };
      })
    );
  });
}

/**
 * How far off each range's share in the time of all is, layer by layer: a machine that has become faster since the model learned
 * moves all times, and no boundary.
 */
function shareErrors(points: readonly HeldOut[], id: typeof FIRST | typeof LAST): number[] {
  return [...Map.groupBy(points, ({ layer }) => layer).values()].flatMap((own) => {
    const total = (of: (point: HeldOut) => number) => own.reduce((sum, point) => sum + of(point), 0);
    const factor = total(({ ms }) => ms) / total(({ predicted }) => predicted[id]);
    return own.map(({ ms, predicted }) => Math.abs(factor * predicted[id] - ms) / ms);
  });
}

async function count(
  lab: Lab,
  dataset: LoadedDataset,
  workload: TextWorkload,
  { id }: TextContender,
): Promise<readonly Fact[]> {
  const graph = trainedGraph(lab.profile, "reddit"), gpus = gpusOf(workload);
  const run = await partitionRun(lab, dataset, { graph, gpus });
  const points = await heldOut(lab, run);
  const model = id === FIRST ? firstFit(run) : run.model;
  const off = points.map(({ ms, predicted }) => predicted[id as typeof FIRST] - ms);
  const { features, matrix, iterations, layers } = run;
  const exact = {
    ...featureCounts(matrix, features),
    ...costCounts(model, features),
    ...boundaryCounts(model, features),
    wrong_samples: iterations.filter(({ points }) => points !== layers.length * gpus).length,
  };
  return [
    { metric: "share_error", unit: "1", value: shareErrors(points, id as typeof FIRST) },
    { metric: "relative_error", unit: "1", value: off.map((each, at) => Math.abs(each) / points[at].ms) },
    { metric: "mean_square_error", unit: "ms^2", value: mean(off.map((each) => each * each)) },
    { metric: "iterations", unit: "iterations", value: iterations.length },
    { metric: "samples_an_iteration", unit: "1", value: median(iterations.map(({ points }) => points)) },
    { metric: "example_runs", unit: "blocks", value: exampleRuns() },
    ...Object.entries(exact).map(([metric, value]): Fact => ({ metric, unit: "1", value })),
    ...model.widths.flatMap((_, layer) =>
      model.weights(layer)!.map((weight, i): Fact => ({
        ...{ metric: `w${i + 1}_of_layer_${layer + 1}`, unit: "ns", value: 1e6 * weight },
      }))
    ),
  ];
}

/** x3 of the paper's example: neighbours 3, 4, 6 and 8. */
function exampleRuns(): number {
  const graph = csrFromEdges({
    ...{ vertices: 9, source: Uint32Array.of(3, 4, 6, 8), target: new Uint32Array(4).fill(1) },
  });
  return featuresOfVertex(graph, 1, 1)[2];
}

/** Counts of what contradicts a claim are 0, over something that was looked at. */
function noneOf(evidence: SuiteEvidence, wrong: string, looked: string): ClaimPart {
  const [bad, all] = [wrong, looked].map((metric) =>
    evidence.row({ workload: WORKLOAD, contender: LAST }, metric)
  );
  const words = `${wrong.replaceAll("_", " ")}: ${bad.median} (${
    looked.replaceAll("_", " ")
  }: ${all.median})`;
  return evidence.exact(bad.median === 0 && medianOf(all) > 0, words, [bad, all], bad.median);
}

/** A number of the last fit, by a predicate. */
function number(
  evidence: SuiteEvidence,
  metric: string,
  { holds, claimed }: { readonly holds: (value: number) => boolean; readonly claimed: string },
): ClaimPart {
  const row = evidence.row({ workload: WORKLOAD, contender: LAST }, metric), value = medianOf(row);
  return evidence.exact(holds(value), `${metric.replaceAll("_", " ")} ${value}, ${claimed}`, [row], value);
}

/** The suite. */
export const table2: TextSuite = {
  id: "roc/table-2",
  paper: "roc",
  artifact: "Table 2",
  title: "Vertex features and cost model",
  question:
    "Do five features of a vertex predict what a partition costs, and do their sums cut a graph evenly?",
  contenders: [
    { id: FIRST, label: "as soon as it can cut" },
    { id: LAST, label: "after all iterations" },
  ],
  baseline: FIRST,
  workloads: (profile) => {
    const { dataset } = trainedGraph(profile, "reddit");
    return [gpuWorkload(tableGpus(profile), { id: WORKLOAD, dataset, model: "GCN" })];
  },
  settings: {
    "held-out ranges": "of a random place, 1/16 to 1/2 of the vertices, each layer by itself",
    "cuts": "into 2 to 64 ranges",
  },
  measurement: { kind: "counted", count },
  metrics: [
    { id: "share_error", label: "error of shares of time, held-out ranges", unit: "1", better: "lower" },
    {
      id: "relative_error",
      label: "|predicted - measured| / measured, held-out ranges",
      unit: "1",
      better: "lower",
    },
    { id: "mean_square_error", label: "mean square error, held-out ranges", unit: "ms^2", better: "lower" },
    { id: "samples_an_iteration", label: "data points an iteration", unit: "1", better: "neither" },
    { id: "most_probes", label: "probes of a cut over the claimed bound, most", unit: "1", better: "lower" },
    {
      id: "most_excess",
      label: "costliest range above the mean over a vertex's largest cost",
      unit: "1",
      better: "lower",
    },
    { id: "additivity_error", label: "sum over vertices against all at once", unit: "1", better: "lower" },
  ],
  plots: [{ metric: "share_error", x: "workload" }],
  notes: [
    ...PARTITION_NOTES,
    ...RUN_NOTES,
    "That the model improves is decided on held-out ranges, point by point: the last fit against the first, by the relative error of " +
    "a range's share in the time of all. A machine whose speed has changed since the model learned moves all times alike, and no " +
    "boundary; errors of times as they are stand beside. Weights are fitted by non-negative least squares with a tiny ridge.",
  ],
  publishedAs: () => undefined,
  claims: [
    {
      claimId: "roc.q.features",
      decide: (evidence) => [
        noneOf(evidence, "wrong_features", "vertices_counted"),
        number(evidence, "example_runs", { holds: (runs) => runs === 3, claimed: "3 printed" }),
      ],
    },
    {
      claimId: "roc.q.feature-bounds",
      decide: (evidence) => [noneOf(evidence, "wrong_bounds", "vertices_counted")],
    },
    {
      claimId: "roc.q.additive",
      decide: (evidence) => [
        number(evidence, "additivity_error", {
          ...{ holds: (error) => error < 1e-9, claimed: "below 1e-9 of the whole" },
        }),
      ],
    },
    {
      claimId: "roc.q.per-layer-samples",
      decide: (evidence) => [noneOf(evidence, "wrong_samples", "iterations")],
    },
    {
      claimId: "roc.q.model-improves",
      decide: (evidence) => [
        evidence.faster(
          { workload: WORKLOAD, contender: LAST },
          { workload: WORKLOAD, contender: FIRST },
          "share_error",
        ),
      ],
    },
    { claimId: "roc.q.contiguous", decide: (evidence) => [noneOf(evidence, "wrong_cuts", "cuts")] },
    {
      claimId: "roc.q.balanced",
      decide: (evidence) => [
        number(evidence, "most_excess", { holds: (most) => most <= 1 + 1e-9, claimed: "at most 1" }),
      ],
    },
    {
      claimId: "roc.q.complexity",
      decide: (evidence) => [
        number(evidence, "most_probes", { holds: (most) => most <= 1, claimed: "at most 1" }),
      ],
    },
  ],
};
