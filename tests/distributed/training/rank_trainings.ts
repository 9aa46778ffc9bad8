/**
 * Trainings of one small task on ranks, for tests: simulated, and as the function of a rank of any engine.
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
import { openWasmDevice } from "../../../hardware/wasm/device.ts";
import { hostSampler } from "../../../training/mini_batch/host_sampler.ts";
import type { MiniBatchData } from "../../../training/mini_batch/mini_batch_data.ts";
import { graphSage } from "../../../training/models/graph_sage.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import { communityData, plantedGraph } from "../../training/mini_batch/community_task.ts";

/** What is planted. */
export const COMMUNITY = { vertices: 600, classes: 5, isolated: 590 };
/** What is sampled. */
export const GRAPH = plantedGraph(COMMUNITY);
/** What is learned from it. */
export const DATA: MiniBatchData = communityData(COMMUNITY);
/** Neighbours of each layer. */
export const FANOUTS = [4, 5, 6];

/** A GraphSAGE of three layers with dropout, unless told otherwise. */
export function optionsWith(options: Partial<RankLoopOptions> = {}): RankLoopOptions {
  return {
    layers: graphSage({ classes: COMMUNITY.classes, hidden: 12, layers: 3, dropout: 0.2 }),
    ...{ aggregation: "mean", optimizer: adam(), batchSize: 20, seed: 1, epochs: 2 },
    sampler: (graph, seed) => hostSampler(uniformNeighbors(graph, { fanouts: FANOUTS, seed })),
    ...options,
  };
}

/** The cut for some ranks. */
export function cut(ranks: number): Pick<Partition, "parts" | "count"> {
  return balancedPartition(GRAPH, DATA.training, { ranks, seed: 1 });
}

/** The data of all ranks of a cut, with the whole graph at hand. */
export function dataOf(partition: Pick<Partition, "parts" | "count">, data = DATA): RankData[] {
  return rankPartitions(GRAPH, partition, data.training).map((part: RankPartition) =>
    rankData(part, data, { graph: GRAPH, parts: partition.parts })
  );
}

/** Trains simulated ranks on one thread; its memory must be free at the end. */
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

/** What a rank of a job is told. */
export interface RankInput {
  readonly partition: Pick<Partition, "parts" | "count">;
  /** One training after the other. */
  readonly trainings: readonly Omit<
    Partial<RankLoopOptions>,
    "layers" | "optimizer" | "sampler" | "onEpoch"
  >[];
}

/** The function of a rank of a job. */
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
