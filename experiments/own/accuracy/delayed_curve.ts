/**
 * A training on several ranks that take the embeddings of their neighbours on other ranks from a cache, out
 * of earlier iterations, scored on the whole graph after every epoch.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { balancedPartition, rankPartitions } from "../../../distributed/partition/mod.ts";
import {
  LockStep,
  ParameterScorer,
  type RankData,
  rankData,
  type RankIteration,
  RankTrainer,
} from "../../../distributed/training/mod.ts";
import { uniformNeighbors } from "../../../graph/sampling/mod.ts";
import { hostClock } from "../../../hardware/measuring/waiting.ts";
import { type CheckReport, worstOf } from "../../../kernels/checks/check_report.ts";
import { WrongResultError } from "../../../platform/errors.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { miniBatchData } from "../../../training/mini_batch/mod.ts";
import type { VertexData } from "../../../training/vertex_data.ts";
import type { Lab } from "../../lab.ts";
import { type AccuracyCurve, type AccuracyRun, CurveRecorder } from "../../trials/accuracy_curves.ts";
import { exactCheck } from "../../trials/exact_check.ts";

/** A training on ranks. */
export interface DelayedRun extends AccuracyRun {
  /** Number of ranks. */
  readonly ranks: number;
  /** Seeds of a mini-batch of one rank. */
  readonly batch: number;
  /** Neighbours drawn a layer, the layer next to the input first. */
  readonly fanouts: readonly number[];
}

/** Vertices of a push and of a cache for each seed of a mini-batch (distgnn-mb, Sections 4.2 and 4.4). */
const PUSHED_A_SEED = 2, CACHED_A_SEED = 1000;

/**
 * Iterations from a push to its use (`d`, distgnn-mb, Section 4.4), and epochs that an embedding is kept: a
 * rank draws a vertex of these small graphs about once an epoch.
 */
const DELAY = 1, LIFE_SPAN = 1;

/** Bytes that an iteration of a rank gathers of its own features and sends to other ranks. */
function movedBytes({ layers }: RankIteration, width: number): number {
  return 4 * width * layers[0].solid + sumOf(layers, ({ traffic }) => traffic.sentBytes);
}

/**
 * Trains ranks that take turns on one device: an epoch takes the time of all of them together. The cut is a
 * part of the preparation. All replicas are compared bit by bit after every epoch.
 *
 * @throws {WrongResultError} where replicas differ.
 */
export async function delayedCurve(
  lab: Lab,
  { graph }: LoadedDataset,
  data: VertexData,
  run: DelayedRun,
): Promise<AccuracyCurve> {
  const { device } = lab, { ranks: count, epochs, layers } = run, aggregation = "gcn" as const;
  const batches = miniBatchData(data), { width } = batches.features;
  const opened = performance.now();
  const cut = balancedPartition(graph, batches.training, { ranks: count, seed: run.seed });
  const parts = rankPartitions(graph, cut, batches.training).map((part) => rankData(part, batches));
  const ranks = new LockStep(count), trainers: RankTrainer[] = [];
  try {
    await openTrainers(lab, ranks, { parts, run, trainers });
    const preparationSeconds = (performance.now() - opened) / 1000;
    const scorer = await ParameterScorer.open(device, { layers, aggregation, graph, data: batches });
    try {
      const recorder = new CurveRecorder(), checks: CheckReport[] = [];
      for (let epoch = 1; epoch <= epochs; epoch++) {
        const read = hostClock(device), bytes = await trainEpoch(ranks, trainers, width), time = read();
        checks.push(await replicaCheck(trainers));
        const scored = await scorer.scores(await trainers[0].parameters.read());
        recorder.mark(scored, data.split, { ...time, bytes });
      }
      return recorder.curve({ preparationSeconds, check: worstOf(checks) });
    } finally {
      scorer.close();
    }
  } finally {
    for (const trainer of trainers) trainer.close();
  }
}

/** Puts a trainer on every rank. */
async function openTrainers(
  { device }: Lab,
  ranks: LockStep,
  { parts, run, trainers }: {
    readonly parts: readonly RankData[];
    readonly run: DelayedRun;
    readonly trainers: RankTrainer[];
  },
): Promise<void> {
  const { layers, optimizer, batch: batchSize, seed, fanouts } = run;
  await ranks.run(async (transport) => {
    trainers[transport.rank] = await RankTrainer.open(device, transport, parts[transport.rank], {
      layers,
      aggregation: "gcn",
      optimizer,
      batchSize,
      seed,
      policy: "aep",
      push: {
        delay: DELAY,
        pushLimit: PUSHED_A_SEED * batchSize,
        cache: { capacity: CACHED_A_SEED * batchSize, lifeSpan: LIFE_SPAN, lifeSpanUnit: "epoch" },
      },
      neighbors: (part, of) => uniformNeighbors(part, { fanouts, seed: of }),
    });
  });
}

/** Trains all ranks for an epoch; returns the bytes that moved. */
async function trainEpoch(
  ranks: LockStep,
  trainers: readonly RankTrainer[],
  width: number,
): Promise<number> {
  const moved = await ranks.run(async ({ rank }) => {
    let bytes = 0;
    for (let i = 0; i < trainers[rank].epochLength; i++) {
      bytes += movedBytes(await trainers[rank].next(), width);
    }
    return bytes;
  });
  return sumOf(moved);
}

/** Compares the parameters of all ranks with those of the first. */
async function replicaCheck([first, ...others]: readonly RankTrainer[]): Promise<CheckReport> {
  const wanted = await first.parameters.read(), reports: CheckReport[] = [];
  for (const { parameters } of others) {
    for (const [label, numbers] of await parameters.read()) {
      const report = exactCheck(numbers, wanted.get(label)!);
      if (!report.ok) throw apart(label, report);
      reports.push(report);
    }
  }
  return worstOf(reports);
}

function apart(label: string, { worst }: CheckReport): WrongResultError {
  return new WrongResultError({
    action: "train on ranks",
    current: `${worst!.got} in place ${worst!.row} of "${label}"`,
    wanted: `${worst!.wanted}, as on rank 0`,
    next: "run the tests of distributed training on this device",
  });
}
