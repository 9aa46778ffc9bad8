/**
 * Loop of roc: partition, run one iteration, measure, refit, repartition; and the strategies that it is
 * compared with.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import { CostModel, type CostPoint, type PredictionError } from "../../graph/partitions/cost_model.ts";
import { type EqualCut, equalRanges, isEqualCut } from "../../graph/partitions/equal_cut.ts";
import { type RangeBlock, rangeBlock } from "../../graph/partitions/range_block.ts";
import {
  equalEdgeRanges,
  imbalance,
  learnedRanges,
  type RangeCut,
  rebalancedRanges,
} from "../../graph/partitions/ranges.ts";
import { type FeaturePrefixes, vertexFeatures } from "../../graph/partitions/vertex_costs.ts";
import { UsageError } from "../../platform/errors.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import { type Cluster, communicate, type Communication, ROC_CLUSTER } from "./communication.ts";
import type { PartitionClock } from "./partition_clock.ts";
import { plural } from "../../platform/text/plural.ts";

/**
 * Strategy by which a graph is cut into ranges for an iteration. `dynamic` uses the times of the previous
 * iteration, `learned` a cost model; both begin with equal edges. Given offsets stay fixed: a static
 * edge-cut, whose parts are ranges of a renumbered graph.
 */
export type PartitionStrategy =
  | EqualCut
  | "dynamic"
  | "learned"
  | { readonly offsets: Uint32Array };

/** Settings of a partitioned training. */
export interface PartitionedTrainingOptions {
  /** Aggregation matrix: the normalised adjacency, row v the in-neighbours of v. */
  readonly matrix: CsrMatrix;
  /** Number of devices, one a range. */
  readonly parts: number;
  /** Strategy that cuts the ranges. */
  readonly strategy: PartitionStrategy;
  /** Clock that runs and times the partitions. */
  readonly clock: PartitionClock;
  /**
   * Cost model to continue: of another graph, or shared by several graphs; a fresh one by default. Every
   * strategy feeds it, only `learned` cuts by it.
   */
  readonly model?: CostModel;
  /**
   * Whether iterations are added to the model; true by default. Set to false for graphs that only evaluate a
   * model.
   */
  readonly learns?: boolean;
  /** Cluster of the devices; roc's by default. */
  readonly cluster?: Cluster;
}

/** Record of one iteration. */
export interface PartitionedIteration {
  /** Number of the iteration, from 1. */
  readonly iteration: number;
  /** Basis of the cut: the strategy, or its substitute. */
  readonly cutBy: EqualCut | "shifted-edges" | "dynamic" | "learned" | "fixed";
  /** Offsets of the ranges; range i is `[offsets[i], offsets[i + 1])`. */
  readonly offsets: Uint32Array;
  /** Number of times that the cost of a prefix was read. */
  readonly probes: number;
  /** Measured milliseconds, `[partition][layer]`. */
  readonly layerMs: readonly (readonly number[])[];
  /**
   * Milliseconds predicted before the measurement, `[partition][layer]`; absent while the model was not
   * ready.
   */
  readonly predictedMs?: readonly (readonly number[])[];
  /** Errors of the predictions, one a layer; absent where there were none. */
  readonly predictionErrors?: readonly PredictionError[];
  /** Milliseconds of each partition: the sum of its layers. */
  readonly partitionMs: readonly number[];
  /** Slowest partition divided by the mean. */
  readonly imbalance: number;
  /** Number of points added to the model: one a layer and partition with vertices. */
  readonly points: number;
  /** Modelled communication of the devices. */
  readonly communication: Communication;
  /**
   * Milliseconds of an iteration with all devices at once: the slowest partition, measured, plus
   * communication, modelled.
   */
  readonly iterationMs: number;
}

/** Fractional part of the golden ratio: multiples of it spread evenly, so that no two shifts are close. */
const SHIFT_STEP = (Math.sqrt(5) - 1) / 2;

/**
 * Iterations on one graph by one strategy. Several trainings take turns on a device by calling
 * {@linkcode PartitionedTraining.next} in turn.
 *
 * @example
 * ```ts
 * import { gcn, gcnNormalise, loadDataset, openWasmDevice } from "gnn-repro";
 * import { DeviceClock, PartitionedTraining } from "gnn-repro/training";
 * const { graph } = await loadDataset("reddit@1/512", { seed: 1 });
 * const device = openWasmDevice({ threads: 2 });
 * const clock = new DeviceClock(device, {
 *   layers: gcn({ classes: 41, hidden: 16, order: "aggregate-first" }),
 *   featureWidth: 32,
 *   work: "training",
 *   seed: 1,
 * });
 * const training = new PartitionedTraining({
 *   matrix: gcnNormalise(graph),
 *   parts: 4,
 *   strategy: "learned",
 *   clock,
 * });
 * for (let i = 0; i < 3; i++) {
 *   const { imbalance } = await training.next();
 *   if (!(imbalance >= 1)) throw new Error("the slowest is no faster than the mean");
 * }
 * device.close();
 * ```
 */
export class PartitionedTraining {
  /** Cost model learned so far. */
  readonly model: CostModel;
  /** Features of the vertices, for the input widths of the layers. */
  readonly features: FeaturePrefixes;
  readonly #options: PartitionedTrainingOptions;
  #iterations = 0;
  #last: { readonly blocks: readonly RangeBlock[]; readonly iteration: PartitionedIteration } | undefined;

  /**
   * Counts the features of all vertices.
   *
   * @throws {UsageError} for a model of other layers than the clock's, or offsets that do not cover the
   * graph.
   */
  constructor(options: PartitionedTrainingOptions) {
    const { matrix, clock, strategy, parts } = options;
    const widths = clock.layers.map(({ inputWidth }) => inputWidth);
    this.model = options.model ?? new CostModel(widths);
    if (this.model.widths.join() !== widths.join()) {
      throw new UsageError({
        action: "partition by a cost model",
        current: `a model of layers with inputs of ${this.model.widths.join(", ")} columns`,
        wanted: widths.join(", "),
        next: "pass a model that was learned with the same layers",
      });
    }
    if (typeof strategy === "object") assertOffsets(strategy.offsets, parts, matrix.rows);
    this.#options = options;
    this.features = vertexFeatures(matrix, widths);
  }

  /**
   * Runs one iteration: cuts, measures, and updates the model.
   *
   * @throws {UsageError} unless the number of parts is an integer from 1.
   * @throws any error of the clock; the iteration does not count then.
   */
  async next(): Promise<PartitionedIteration> {
    const { clock, learns = true, cluster = ROC_CLUSTER } = this.#options;
    const { cutBy, cut: { offsets, probes } } = this.#cut();
    const blocks = this.#blocks(offsets);
    const predictedMs = this.#predict(offsets);

    const layerMs = await clock.time(blocks);
    const points = this.#points(offsets, layerMs);
    const errors = points.map((own, layer) => this.model.errorOn(layer, own));
    if (learns) {
      for (const [layer, own] of points.entries()) for (const point of own) this.model.add(layer, point);
      this.model.fit();
    }

    const partitionMs = layerMs.map((own) => sumOf(own));
    const communication = communicate(blocks, { layers: clock.layers, work: clock.work, cluster });
    const iteration: PartitionedIteration = {
      iteration: ++this.#iterations,
      cutBy,
      offsets,
      probes,
      layerMs,
      partitionMs,
      ...(predictedMs && { predictedMs }),
      ...(errors.every((error) => error !== undefined) && { predictionErrors: errors }),
      imbalance: imbalance(partitionMs),
      points: learns ? sumOf(points, ({ length }) => length) : 0,
      communication,
      iterationMs: Math.max(...partitionMs) + 1e3 * communication.seconds,
    };
    this.#last = { blocks, iteration };
    return iteration;
  }

  #cut(): { readonly cutBy: PartitionedIteration["cutBy"]; readonly cut: RangeCut } {
    const { matrix, parts, strategy } = this.#options;
    if (typeof strategy === "object") {
      return { cutBy: "fixed", cut: { offsets: strategy.offsets, probes: 0 } };
    }
    const last = this.#last?.iteration;
    if (isEqualCut(strategy)) return { cutBy: strategy, cut: equalRanges(strategy, matrix, parts) };
    switch (strategy) {
      case "dynamic": {
        if (last === undefined) return { cutBy: "equal-edges", cut: equalEdgeRanges(matrix, parts) };
        const before = { offsets: last.offsets, times: last.partitionMs };
        return { cutBy: strategy, cut: rebalancedRanges(matrix, before) };
      }
      case "learned": {
        if (this.model.ready) {
          return { cutBy: strategy, cut: learnedRanges(this.model, this.features, parts) };
        }
        if (last === undefined) return { cutBy: "equal-edges", cut: equalEdgeRanges(matrix, parts) };
        // Measurements of the same few ranges could not separate the effects of the features.
        const shift = (this.#iterations * SHIFT_STEP) % 1 - 0.5;
        return { cutBy: "shifted-edges", cut: equalEdgeRanges(matrix, parts, shift) };
      }
      default:
        throw strategy satisfies never;
    }
  }

  /** Blocks of the ranges; a block whose range equals that of the previous iteration is reused. */
  #blocks(offsets: Uint32Array): readonly RangeBlock[] {
    const { matrix } = this.#options;
    return Array.from(offsets.subarray(1), (end, i) => {
      const begin = offsets[i], known = this.#last?.blocks[i];
      return known?.begin === begin && known.end === end ? known : rangeBlock(matrix, begin, end);
    });
  }

  #predict(offsets: Uint32Array): readonly (readonly number[])[] | undefined {
    if (!this.model.ready) return undefined;
    const { widths } = this.model;
    return Array.from(
      offsets.subarray(1),
      (end, i) =>
        widths.map((width, layer) => this.model.predict(layer, this.features.range(width, offsets[i], end))!),
    );
  }

  /** Points for the cost model, one a layer and partition with vertices, by layer. */
  #points(offsets: Uint32Array, layerMs: readonly (readonly number[])[]): readonly (readonly CostPoint[])[] {
    return this.model.widths.map((width, layer) =>
      layerMs.flatMap((own, i) =>
        offsets[i] === offsets[i + 1]
          ? []
          : [{ features: this.features.range(width, offsets[i], offsets[i + 1]), ms: own[layer] }]
      )
    );
  }
}

function assertOffsets(offsets: Uint32Array, parts: number, vertices: number): void {
  const ascending = offsets.every((offset, i) => i === 0 ? offset === 0 : offset >= offsets[i - 1]);
  if (offsets.length === parts + 1 && ascending && offsets[parts] === vertices) return;
  throw new UsageError({
    action: "run on fixed ranges",
    current: `${plural(offsets.length, "offset")} from ${offsets[0]} to ${offsets[offsets.length - 1]}`,
    wanted: `${parts + 1} ascending ones from 0 to ${vertices}`,
    next: "take them from partRanges, and renumber the graph by its perm",
  });
}
