/**
 * Training on a graph that devices share, by each strategy of cutting it: what Tables 1 and 2 and Figures 5 and 8 show from
 * different sides. Measured once a process, whichever suite asks first.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import type { CsrMatrix } from "../../graph/csr.ts";
import { gcnNormalise } from "../../graph/normalization.ts";
import type { CostModel } from "../../graph/partitions/cost_model.ts";
import { partitionGraph } from "../../graph/partitions/mod.ts";
import { partRanges } from "../../graph/partitions/part_ranges.ts";
import { rangeBlocks } from "../../graph/partitions/range_block.ts";
import { equalEdgeRanges, equalVertexRanges } from "../../graph/partitions/ranges.ts";
import type { FeaturePrefixes } from "../../graph/partitions/vertex_costs.ts";
import { permuteSymmetric } from "../../graph/permute.ts";
import type { Device } from "../../hardware/device.ts";
import { refuseEmulated } from "../../hardware/emulated.ts";
import {
  DeviceClock,
  type PartitionedIteration,
  type PartitionedLayer,
  PartitionedTraining,
} from "../../training/partitioned/mod.ts";
import type { Lab } from "../lab.ts";
import { CHECKED_WORK, partitionRounds, type TimedPartitions } from "./partition_rounds.ts";
import {
  gcnLayers,
  type PartitionedGraph,
  tableGpus,
  tableRounds,
  timedRounds,
} from "./partitioned_graphs.ts";
import type { TimedCut } from "./timed_cut.ts";

/** How a graph is cut: what Table 1 compares. */
export type StrategyId = "equal-vertices" | "equal-edges" | "static" | "dynamic" | "learned";

/** Strategies as contenders. */
export const STRATEGIES: readonly { readonly id: StrategyId; readonly label: string }[] = [
  { id: "equal-vertices", label: "equal vertices" },
  { id: "equal-edges", label: "equal edges" },
  { id: "static", label: "static edge-cut (METIS)" },
  { id: "dynamic", label: "dynamic repartitioning" },
  { id: "learned", label: "online learning (ROC)" },
];

/** Those of Figures 8 and 9. */
export const FIGURE_STRATEGIES: typeof STRATEGIES = STRATEGIES.filter(({ id }) =>
  id !== "static" && id !== "dynamic"
);

/** A graph and the devices that share it. */
export interface PartitionSetting {
  /** The graph at the scale of the profile. */
  readonly graph: PartitionedGraph;
  /** Devices. */
  readonly gpus: number;
}

/** What was measured. */
export interface PartitionRun {
  /** What layers aggregate with. */
  readonly matrix: CsrMatrix;
  /** Layers of the model. */
  readonly layers: readonly PartitionedLayer[];
  /** Features of the vertices. */
  readonly features: FeaturePrefixes;
  /** What was learned in the iterations. */
  readonly model: CostModel;
  /** Iterations of the learned strategy, from the first on. */
  readonly iterations: readonly PartitionedIteration[];
  /** The cut of each strategy: a fixed one, or that of the last iteration. */
  readonly cuts: ReadonlyMap<StrategyId, TimedCut>;
  /** The graph on one device, in the same rounds: what GPU counts are compared by, which are measured one after another. */
  readonly whole: TimedCut;
}

/** Iterations of Table 1. */
export function tableIterations({ profile: { id } }: Lab): number {
  return id === "smoke" ? FEWEST_ITERATIONS : 20;
}

/** Two devices give two points an iteration, and a model wants five. */
const FEWEST_ITERATIONS = 3;

/** Elsewhere as many as the model needs for its first cuts: one or two of them. */
function iterationsOf({ profile: { id } }: Lab, gpus: number): number {
  if (gpus === 1) return 0;
  if (id === "smoke") return FEWEST_ITERATIONS;
  return gpus < 4 ? 5 : gpus < 8 ? 4 : 2;
}

/** Of so many partitions all are timed; of more only as many, the slowest. */
const TIMED_PARTITIONS = 4;

const measured = new WeakMap<Device, Map<string, Promise<PartitionRun>>>();

/**
 * Learns and measures, once a process for each setting.
 *
 * @throws {MissingError} on an emulated GPU, whose times say nothing.
 */
export function partitionRun(
  lab: Lab,
  dataset: LoadedDataset,
  setting: PartitionSetting,
): Promise<PartitionRun> {
  const known = measured.getOrInsertComputed(lab.device, () => new Map());
  const key = JSON.stringify({ ...setting, dataset: dataset.hash, seed: lab.seed, profile: lab.profile.id });
  return known.getOrInsertComputed(key, () => measure(lab, dataset, setting));
}

/** Whether a setting is that of Tables 1 and 2, with all strategies and iterations. */
function isTable({ profile }: Lab, { graph, gpus }: PartitionSetting): boolean {
  return graph.id === "reddit" && gpus === tableGpus(profile);
}

/** Cuts as they stand when all iterations have run. */
interface FinalCut {
  readonly strategy: StrategyId;
  readonly matrix: CsrMatrix;
  readonly offsets: Uint32Array;
  /** What each partition took in an iteration, or would take by the model. */
  readonly expectedMs: readonly number[];
}

async function measure(lab: Lab, dataset: LoadedDataset, setting: PartitionSetting): Promise<PartitionRun> {
  refuseEmulated(lab.device, "time partitions");
  const { graph, gpus } = setting, { device, seed } = lab;
  const matrix = gcnNormalise(dataset.graph);
  const clock = new DeviceClock(device, {
    ...{ layers: gcnLayers(graph), featureWidth: graph.featureWidth, work: "training", seed },
    ...{ rounds: 1, checkedWork: CHECKED_WORK },
  });
  const shared = { matrix, parts: gpus, clock };
  const learned = new PartitionedTraining({ ...shared, strategy: "learned" });
  const table = isTable(lab, setting);
  const dynamic = table ? [new PartitionedTraining({ ...shared, strategy: "dynamic" })] : [];
  const iterations: PartitionedIteration[] = [];
  let dynamicLast: PartitionedIteration | undefined;
  const count = table ? tableIterations(lab) : iterationsOf(lab, gpus);
  for (let i = 0; i < count; i++) {
    lab.say(`iteration ${i + 1} of ${count} on ${gpus} GPUs`);
    iterations.push(await learned.next());
    for (const training of dynamic) dynamicLast = await training.next();
  }
  const { layers } = clock, { model, features } = learned;
  const expected = (offsets: Uint32Array) =>
    Array.from(offsets.subarray(1), (end, i) => model.ready ? predictedMs(learned, offsets[i], end) : 0);
  const fixed = (strategy: StrategyId, offsets: Uint32Array): FinalCut => ({
    ...{ strategy, matrix, offsets, expectedMs: expected(offsets) },
  });
  const ranAs = (strategy: StrategyId, last: PartitionedIteration | undefined): FinalCut =>
    last === undefined
      ? fixed(strategy, equalVertexRanges(matrix.rows, gpus).offsets)
      : { strategy, matrix, offsets: last.offsets, expectedMs: last.partitionMs };
  const cuts = [
    fixed("equal-vertices", equalVertexRanges(matrix.rows, gpus).offsets),
    fixed("equal-edges", equalEdgeRanges(matrix, gpus).offsets),
    ranAs("learned", iterations.at(-1)),
    ...(table ? [staticCut(matrix, gpus, seed), ranAs("dynamic", dynamicLast)] : []),
  ];
  return {
    ...{ matrix, layers, features, model, iterations },
    ...await timeCuts(lab, cuts, {
      ...{ layers, rounds: table ? tableRounds(lab.profile) : timedRounds(lab.profile) },
    }),
  };
}

function predictedMs({ model, features }: PartitionedTraining, begin: number, end: number): number {
  return model.widths.reduce(
    (sum, width, layer) => sum + model.predict(layer, features.range(width, begin, end))!,
    0,
  );
}

/** The parts of an edge-cut as ranges of a renumbered graph. */
function staticCut(matrix: CsrMatrix, gpus: number, seed: number): FinalCut {
  const { perm, offsets } = partRanges(partitionGraph(matrix, gpus, { seed }));
  return {
    ...{ strategy: "static", matrix: permuteSymmetric(matrix, perm), offsets },
    expectedMs: new Array<number>(gpus).fill(0),
  };
}

/** Times the partitions of some cuts, and the graph as a whole, in turns. */
async function timeCuts(
  lab: Lab,
  cuts: readonly FinalCut[],
  { layers, rounds }: { readonly layers: readonly PartitionedLayer[]; readonly rounds: number },
): Promise<Pick<PartitionRun, "cuts" | "whole">> {
  const blocks = new Map(
    cuts.map(({ strategy, matrix, offsets }) => [strategy, rangeBlocks(matrix, offsets)] as const),
  );
  const places = new Map(
    cuts.map(({ strategy, expectedMs }) => [strategy, slowestPlaces(expectedMs, TIMED_PARTITIONS)] as const),
  );
  const timed = cuts.flatMap(({ strategy }) =>
    places.get(strategy)!.map((place): TimedPartitions => ({
      ...{ id: `${strategy}/${place}`, blocks: [blocks.get(strategy)![place]] },
    }))
  );
  const { matrix } = cuts[0], whole = rangeBlocks(matrix, Uint32Array.of(0, matrix.rows));
  const times = await partitionRounds(lab, [{ id: "whole", blocks: whole }, ...timed], {
    ...{ layers, work: "training", rounds },
  });
  return {
    whole: { blocks: whole, times: new Map([[0, times.get("whole")!]]) },
    cuts: new Map(cuts.map(({ strategy }) => [strategy, {
      blocks: blocks.get(strategy)!,
      times: new Map(places.get(strategy)!.map((place) => [place, times.get(`${strategy}/${place}`)!])),
    }])),
  };
}

/** Places of the `count` largest, or all. */
function slowestPlaces(ms: readonly number[], count: number): readonly number[] {
  return ms.map((_, place) => place).sort((a, b) => ms[b] - ms[a]).slice(0, count);
}

/** What is the same for all suites that train. */
export const RUN_NOTES: readonly string[] = [
  "A cost model is fresh for each GPU count and learns from single iterations. Cuts are then timed in turns, as often as a claim " +
  `wants, those of Table 1 twice as often; of more than ${TIMED_PARTITIONS} partitions only the ${TIMED_PARTITIONS} slowest, by the iteration before or by the model. ` +
  "The one that is slowest by its median stands for all. GPU counts follow one another; what is claimed across them rests on speed-ups " +
  "over one GPU, which is timed in the rounds of each. " +
  "Intervals are over rounds, or ranges, of what was learned once in a session: another session learns other cuts and models, and how " +
  "far those differ is in no interval.",
];
