/**
 * Ranges that no cost model has seen, timed, beside what models predict of them.
 *
 * @module
 */
import type { CostModel } from "../../../graph/partitions/cost_model.ts";
import { rangeBlock } from "../../../graph/partitions/range_block.ts";
import type { RangeFeatures } from "../../../graph/partitions/vertex_costs.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { RandomStream } from "../../../platform/random.ts";
import { mean, median } from "../../../platform/statistics/mod.ts";
import { DeviceClock } from "../../../training/partitioned/mod.ts";
import type { Lab } from "../../lab.ts";
import type { CheckedTimes } from "../../metrics.ts";
import type { PartitionLearning } from "../partitioning/partition_learning.ts";
import { CHECKED_WORK } from "../partitioning/partition_rounds.ts";
import { gcnLayers, type PartitionedGraph } from "../partitioning/partitioned_graphs.ts";
import { timedRounds } from "../partitioning/deciding_rounds.ts";

/** Number of times that a layer is timed on a range; the median is what models are held against. */
const HELD_OUT_ROUNDS = 3;

/** A layer on a range that no model has seen. */
export interface HeldOut {
  /** Layer, from 0. */
  readonly layer: number;
  /** Features of the range, for the input width of the layer. */
  readonly features: RangeFeatures;
  /** Measured milliseconds. */
  readonly ms: number;
}

/** Ranges of a random place and length, as many as a claim wants rounds. */
function randomRanges({ seed, profile }: Lab, vertices: number): readonly (readonly [number, number])[] {
  const stream = new RandomStream(seed, "held-out ranges");
  return Array.from({ length: timedRounds(profile) }, () => {
    const length = Math.round(vertices * (1 / 16 + stream.uniform() * 7 / 16));
    const begin = stream.below(vertices - length + 1);
    return [begin, begin + length] as const;
  });
}

/** Times every layer on ranges of a graph; the check is that of the layers before they were timed. */
export async function timeHeldOut(
  lab: Lab,
  { matrix, features, model }: PartitionLearning,
  graph: PartitionedGraph,
): Promise<{ readonly points: readonly HeldOut[]; readonly times: CheckedTimes }> {
  const { device, seed, profile } = lab;
  const clock = new DeviceClock(device, {
    layers: gcnLayers(graph),
    featureWidth: graph.featureWidth,
    work: "training",
    seed,
    rounds: profile.id === "smoke" ? 1 : HELD_OUT_ROUNDS,
    checkedWork: CHECKED_WORK,
    ...(profile.sampleMs !== undefined && { sampleMs: profile.sampleMs }),
  });
  const ranges = randomRanges(lab, matrix.rows);
  const times = await clock.time(ranges.map(([begin, end]) => rangeBlock(matrix, begin, end)));
  const points = ranges.flatMap(([begin, end], at) =>
    model.widths.map((width, layer) => ({
      layer,
      features: features.range(width, begin, end),
      ms: times[at][layer],
    }))
  );
  const check = clock.check!;
  return { points, times: { ms: points.map(({ ms }) => ms), check, timer: device.timer } };
}

/** Errors of a model on ranges that it has not seen. */
export interface HeldOutErrors {
  /**
   * Median relative error of each range's predicted share in the time of all, layer by layer: a machine that
   * has become faster since the model learned moves all times, and no boundary.
   */
  readonly share: number;
  /** Median of |predicted - measured| / measured. */
  readonly relative: number;
  /** Mean of (predicted - measured)^2, in square milliseconds. */
  readonly meanSquare: number;
}

/** Holds what a model predicts against measured ranges. */
export function heldOutErrors(points: readonly HeldOut[], model: CostModel): HeldOutErrors {
  const predicted = ({ layer, features }: HeldOut) => model.predict(layer, features)!;
  const shares = [...Map.groupBy(points, ({ layer }) => layer).values()].flatMap((own) => {
    const total = (of: (point: HeldOut) => number) => sumOf(own, of);
    const factor = total(({ ms }) => ms) / total(predicted);
    return own.map((point) => Math.abs(factor * predicted(point) - point.ms) / point.ms);
  });
  return {
    share: median(shares),
    relative: median(points.map((point) => Math.abs(predicted(point) - point.ms) / point.ms)),
    meanSquare: mean(points.map((point) => (predicted(point) - point.ms) ** 2)),
  };
}
