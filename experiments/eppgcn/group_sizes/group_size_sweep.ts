/**
 * Times of a backward aggregation over the group size, on a whole graph and on its paths.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { degrees } from "../../../graph/degrees.ts";
import { groupCounts } from "../../../hardware/models/grouping_model.ts";
import { graphFeatures } from "../../../kernels/spmm/group_size/mod.ts";
import type { Contender } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import {
  type GroupTime,
  groupTimes,
  measuredTimes,
  modelledFacts,
  ratioFacts,
  ratioOfTimes,
  typicalMs,
} from "./group_times.ts";
import {
  type GroupedProduct,
  type GroupedProductKernel,
  INTEGER_ATOMICS,
  measuresGroups,
} from "../grouped_product.ts";
import { fittedRates, P100_SLOTS } from "./grouping_rates.ts";
import type { GraphWorkload } from "../paper_graphs.ts";
import { underRates } from "./rate_changes.ts";
import { aggregationMatrix, pathsOf } from "../drawn_paths.ts";
import { scaledSlots } from "../scaled_slots.ts";

/**
 * Group sizes that are swept: those on the axis of the figure, up to 128, and two beyond, since the best of
 * the axis can be its last.
 */
export const SIZES = [2, 4, 8, 16, 32, 64, 128, 256, 512] as const;
/** Columns of the features. */
export const WIDTH = 128;
/** Size that the slowdown in the paper is relative to. */
export const PRINTED_BEST = 64;
/** Graphs that are swept. */
export const DATASETS = ["blog", "twitter"] as const;

/** A matrix that is multiplied. */
export interface SweptMatrix extends Contender {
  /** Layer whose path it is; absent for the whole graph. */
  readonly layer?: number;
  /** Kernel in place of the paper's float atomics. */
  readonly kernel?: GroupedProductKernel;
}

/** Matrices that claims compare, all by float atomics. */
export const CONTENDERS: readonly SweptMatrix[] = [
  { id: "graph", label: "whole graph (GNNAdvisor)" },
  { id: "path", label: "path of layer 0 (EPPGCN)", layer: 0 },
  { id: "path-1", label: "path of layer 1 (EPPGCN)", layer: 1 },
];

/** The matrices of the figure by integer atomics, beside those of {@linkcode CONTENDERS}. */
export const INTEGER_CONTENDERS: readonly SweptMatrix[] = CONTENDERS.slice(0, 2).map((contender) => ({
  ...contender,
  id: `${contender.id}-integer`,
  label: `${contender.label}, integer atomics`,
  kernel: INTEGER_ATOMICS,
  factors: { kernel: INTEGER_ATOMICS },
}));

/** One group size on a graph, or what all sizes together tell. */
export interface SweepWorkload extends GraphWorkload {
  /** Group size; absent for all of them together. */
  readonly groupSize?: typeof SIZES[number];
}

/** Metrics of a sweep, in the order of the tables. */
export const METRICS = {
  ...underRates({
    time_over_best: { label: "time over the best size's", unit: "x", better: "lower" },
    time_over_64: { label: "time over that of size 64", unit: "x", better: "lower" },
    time: { label: "time of the aggregation", unit: "ms", better: "lower" },
  }),
  optimal_group_size: { label: "best group size", unit: "neighbours" },
  worst_group_size: { label: "worst group size", unit: "neighbours" },
  groups: { label: "groups", unit: "groups" },
  atomics: { label: "atomic additions", unit: "ops", better: "lower" },
  imbalance: { label: "largest group over the mean one", unit: "x", better: "lower" },
  largest_group: { label: "largest group", unit: "neighbours", shown: false },
  average_degree: { label: "average degree", unit: "edges/vertex", shown: false },
  slots: { label: "slots of the model", unit: "slots", shown: false },
  model_error: { label: "median error of the model", unit: "%", better: "lower", shown: false },
} as const satisfies Metrics;

/** Times of all sizes on one matrix. */
interface Sweep extends Pick<SweptMatrix, "kernel"> {
  readonly matrix: GroupedProduct["matrix"];
  readonly times: readonly GroupTime[];
  readonly slots: number;
}

async function sweep(
  lab: Lab,
  dataset: LoadedDataset,
  { layer, kernel }: Pick<SweptMatrix, "layer" | "kernel">,
): Promise<Sweep> {
  const path = (await pathsOf(lab, dataset)).find((each) => each.layer === layer);
  const { matrix } = path ?? { matrix: await aggregationMatrix(lab, dataset) };
  const by = kernel === undefined ? {} : { kernel };
  const products = SIZES.map((groupSize) => ({ matrix, width: WIDTH, groupSize, ...by }));
  const slots = scaledSlots(dataset, P100_SLOTS);
  return { matrix, slots, times: await groupTimes(lab, products, { slots }), ...by };
}

/** Best and worst size of a sweep, and what they depend on. */
async function extremes(
  lab: Lab,
  { matrix, times, slots, kernel }: Sweep,
): Promise<JointOutcome<typeof METRICS>> {
  const typical = times.map(typicalMs), [{ source }] = times;
  const sizeOf = (ms: number) => ({ value: SIZES[typical.indexOf(ms)], source });
  return {
    times: {},
    facts: {
      optimal_group_size: sizeOf(Math.min(...typical)),
      worst_group_size: sizeOf(Math.max(...typical)),
      average_degree: graphFeatures(matrix, WIDTH).averageDegree,
      ...(!measuresGroups(lab.device) && {
        slots,
        model_error: 100 * (await fittedRates(lab, kernel)).medianError,
      }),
    },
  };
}

/** Time and counts of one size of a sweep. */
function atSize(
  { matrix, times, slots }: Sweep,
  groupSize: typeof SIZES[number],
): JointOutcome<typeof METRICS> {
  const typical = times.map(typicalMs);
  const time = times[SIZES.indexOf(groupSize)];
  const best = times[typical.indexOf(Math.min(...typical))];
  const work = { rowLengths: degrees(matrix), groupSize, width: WIDTH, slots };
  const { groups, atomics, largest, mean } = groupCounts(work);
  return {
    times: measuredTimes({ time }),
    facts: {
      ...modelledFacts({ time }),
      ...ratioFacts({
        time_over_best: ratioOfTimes(time, best),
        time_over_64: ratioOfTimes(time, times[SIZES.indexOf(PRINTED_BEST)]),
      }),
      groups,
      atomics,
      largest_group: largest,
      imbalance: largest / mean,
    },
  };
}

/** Measures or models the matrices that were asked for; the workloads of a graph share one sweep of each. */
export async function measureSweep(
  lab: Lab,
  dataset: LoadedDataset,
  { groupSize }: SweepWorkload,
  contenders: readonly SweptMatrix[],
): Promise<(id: string) => JointOutcome<typeof METRICS>> {
  const outcomes = new Map<string, JointOutcome<typeof METRICS>>();
  for (const { id, layer, kernel } of contenders) {
    const setting = { ...(layer !== undefined && { layer }), ...(kernel !== undefined && { kernel }) };
    const swept = await lab.once(sweep, dataset, setting);
    outcomes.set(id, groupSize === undefined ? await extremes(lab, swept) : atSize(swept, groupSize));
  }
  return (id) => outcomes.get(id)!;
}
