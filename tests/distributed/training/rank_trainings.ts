/**
 * Trainings of one small task on ranks, for tests: simulated, and as a rank function for any engine.
 *
 * @module
 */
import assert from "node:assert/strict";
import type { Communicator } from "../../../distributed/communicator/communicator.ts";
import { balancedPartition } from "../../../distributed/partition/balanced_partition.ts";
import type { RankPartition } from "../../../distributed/partition/rank_partition.ts";
import { rankPartitions } from "../../../distributed/partition/rank_partitions.ts";
import { runInLockStep } from "../../../distributed/training/lock_step.ts";
import { type RankData, rankData } from "../../../distributed/training/rank_data.ts";
import { communicatorTransport, type RankTransport } from "../../../distributed/training/rank_transport.ts";
import {
  type RankLoopOptions,
  type RankResult,
  trainOnRank,
} from "../../../distributed/training/train_on_rank.ts";
import type { Partition } from "../../../graph/partitions/partition.ts";
import { uniformNeighbors } from "../../../graph/sampling/uniform.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import type { MiniBatchData } from "../../../training/mini_batch/mini_batch_data.ts";
import { graphSage } from "../../../training/models/graph_sage.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import { communityData, plantedGraph } from "../../training/mini_batch/community_task.ts";

/** Sizes of the planted graph. */
export const COMMUNITY = { vertices: 600, classes: 5, isolated: 590 };
/** Planted graph to sample from. */
export const GRAPH = plantedGraph(COMMUNITY);
/** Features and truth of the planted graph. */
export const DATA: MiniBatchData = communityData(COMMUNITY);
/** Sampled neighbours of each layer. */
export const FANOUTS = [4, 5, 6];

/** Options of a GraphSAGE of three layers with dropout; `options` overrides them. */
export function optionsWith(options: Partial<RankLoopOptions> = {}): RankLoopOptions {
  return {
    layers: graphSage({ classes: COMMUNITY.classes, hidden: 12, layers: 3, dropout: 0.2 }),
    aggregation: "mean",
    optimizer: adam(),
    batchSize: 20,
    seed: 1,
    epochs: 2,
    neighbors: (graph, seed) => uniformNeighbors(graph, { fanouts: FANOUTS, seed }),
    ...options,
  };
}

/** Partition for a number of ranks. */
export function cut(ranks: number): Pick<Partition, "parts" | "count"> {
  return balancedPartition(GRAPH, DATA.training, { ranks, seed: 1 });
}

/** Data of all ranks of a partition. */
export function dataOf(partition: Pick<Partition, "parts" | "count">, data = DATA): RankData[] {
  return rankPartitions(GRAPH, partition, data.training).map((part: RankPartition) => rankData(part, data));
}

/** Trains simulated ranks on one thread and checks that their memory is freed at the end. */
export async function simulate(
  data: readonly RankData[],
  options: Partial<RankLoopOptions> = {},
  wrap: (transport: RankTransport) => RankTransport = (transport) => transport,
): Promise<RankResult[]> {
  const device = openWasmDevice({ threads: 1, memoryBytes: 2 ** 27 });
  try {
    return await runInLockStep(
      data.length,
      (transport) => trainOnRank(device, wrap(transport), data[transport.rank], optionsWith(options)),
    );
  } finally {
    const { live } = device.ledger;
    device.close();
    assert.equal(live, 0, "memory that a training kept");
  }
}

/** Input of a rank of a job. */
export interface RankInput {
  readonly partition: Pick<Partition, "parts" | "count">;
  /** Options of the trainings, one after the other. */
  readonly trainings: readonly Omit<
    Partial<RankLoopOptions>,
    "layers" | "optimizer" | "neighbors" | "onEpoch"
  >[];
}

/** Trains on one rank of a job. */
export async function trainRank(
  communicator: Communicator,
  { partition, trainings }: RankInput,
): Promise<RankResult[]> {
  const device = openWasmDevice({ threads: 1, memoryBytes: 2 ** 26 });
  const transport = communicatorTransport(communicator), data = dataOf(partition)[communicator.rank];
  try {
    const results: RankResult[] = [];
    for (const options of trainings) {
      results.push(await trainOnRank(device, transport, data, optionsWith(options)));
    }
    return results;
  } finally {
    device.close();
  }
}
