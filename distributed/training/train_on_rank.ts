/**
 * Training on one rank over whole epochs.
 *
 * @module
 */
import type { Device } from "../../hardware/device.ts";
import { UsageError } from "../../platform/errors.ts";
import type { EmbeddingCacheCounts } from "../embedding_cache/historical_embedding_cache.ts";
import type { RankData } from "./rank_data.ts";
import type { RankIteration } from "./rank_iteration.ts";
import { RankTrainer, type RankTrainingOptions } from "./rank_trainer.ts";
import type { RankTransport } from "./rank_transport.ts";
import { plural } from "../../platform/text/plural.ts";

/** Settings of {@linkcode trainOnRank}. */
export interface RankLoopOptions extends RankTrainingOptions {
  /** Number of epochs. */
  readonly epochs: number;
  /** Greatest number of iterations, which may end within an epoch; unlimited by default. */
  readonly iterations?: number;
  /** Callback after each epoch, outside of all times, with the parameters learned so far. */
  readonly onEpoch?: (epoch: number, trainer: RankTrainer) => void | Promise<void>;
}

/** Result of training on a rank. It survives a structured clone. */
export interface RankResult {
  /** Records of all iterations, in order. */
  readonly iterations: readonly RankIteration[];
  /** Iterations of an epoch, the same number on all ranks. */
  readonly epochLength: number;
  /** Mini-batches of an epoch of this rank. */
  readonly miniBatches: number;
  /** Learned parameters, by label, row-major; the same on all ranks. */
  readonly parameters: ReadonlyMap<string, Float32Array>;
  /** Counts of each layer's cache; empty but with `aep`. */
  readonly cacheCounts: readonly EmbeddingCacheCounts[];
}

/**
 * Trains a rank. Collective; with a simulated rank ({@linkcode runInLockStep}) or one of a job
 * (`communicatorTransport`).
 *
 * @throws {DivergenceError} on all ranks where the loss of any rank is NaN or infinite; otherwise the errors
 * of {@linkcode RankTrainer}.
 * @example
 * ```ts
 * import { adamOptimizer, loadDataset, openWasmDevice, vertexData } from "gnn-repro";
 * import {
 *   balancedPartition,
 *   rankData,
 *   rankPartitions,
 *   runInLockStep,
 *   trainOnRank,
 * } from "gnn-repro/distributed";
 * import { uniformNeighbors } from "gnn-repro/graph";
 * import { graphSage, miniBatchData } from "gnn-repro/training";
 * const dataset = await loadDataset("reddit@1/512", { seed: 1 });
 * const { graph } = dataset;
 * const data = await vertexData(dataset, { seed: 1, randomWidth: 8 });
 * const { train } = data.split;
 * const parts = rankPartitions(graph, balancedPartition(graph, train, { ranks: 2, seed: 1 }), train);
 * const device = openWasmDevice({ threads: 2 });
 * const results = await runInLockStep(
 *   2,
 *   (transport) =>
 *     trainOnRank(device, transport, rankData(parts[transport.rank], miniBatchData(data)), {
 *       layers: graphSage({ classes: data.classes, hidden: 16 }),
 *       aggregation: "mean",
 *       optimizer: adamOptimizer(),
 *       batchSize: 32,
 *       seed: 1,
 *       policy: "aep",
 *       epochs: 1,
 *       neighbors: (graph, seed) => uniformNeighbors(graph, { fanouts: [5, 10], seed }),
 *     }),
 * );
 * if (results.length !== 2) throw new Error("one a rank");
 * device.close();
 * ```
 */
export async function trainOnRank(
  device: Device,
  transport: RankTransport,
  data: RankData,
  options: RankLoopOptions,
): Promise<RankResult> {
  const { epochs, iterations: most = Infinity, onEpoch } = options;
  if (!(Number.isInteger(epochs) && epochs >= 1 && most >= 1)) {
    throw new UsageError({
      action: "train on ranks",
      current: `${plural(epochs, "epoch")} of at most ${plural(most, "iteration")} together`,
      wanted: "whole numbers from 1",
      next: "correct the options of the training loop",
    });
  }
  const trainer = await RankTrainer.open(device, transport, data, options);
  try {
    const { epochLength, miniBatches } = trainer;
    const iterations: RankIteration[] = [];
    for (let i = 0; i < Math.min(most, epochs * epochLength); i++) {
      const record = await trainer.next();
      iterations.push(record);
      if (record.position + 1 === epochLength) await onEpoch?.(record.epoch, trainer);
    }
    await trainer.finish();
    const parameters = await trainer.parameters.read();
    return { iterations, epochLength, miniBatches, parameters, cacheCounts: trainer.cacheCounts };
  } finally {
    trainer.close();
  }
}
