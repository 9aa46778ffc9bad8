/**
 * Partitioned programs measured side by side: checked, then timed rank by rank and step by step in rounds of random order.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import {
  OneProcess,
  PartitionedExecutor,
  type PartitionedProgram,
  productProgram,
  type RankStepTime,
} from "../../distributed/spmm/mod.ts";
import { gcnNormalise } from "../../graph/normalization.ts";
import { permuteFeatures, permuteSymmetric } from "../../graph/permute.ts";
import { refuseEmulated } from "../../hardware/emulated.ts";
import { takeTurns } from "../../hardware/turn_loop.ts";
import { checkOutput } from "../../kernels/check.ts";
import { spmm } from "../../kernels/spmm/mod.ts";
import { WrongResultError } from "../../platform/errors.ts";
import { checkSteps } from "../../training/executors/step_check.ts";
import type { Step } from "../../training/program/program.ts";
import type { Lab } from "../lab.ts";
import type { Operands } from "../trials/ordered_graph.ts";
import { randomFeatures } from "../trials/spmm_trial.ts";
import { CHECKED_WORK } from "../trials/training_trial.ts";
import { type PaperScheme, type ScopedOrdering, scopedPermutation } from "./schemes.ts";

/** One side of a comparison. */
export interface Contestant<T> {
  /** Unique within the comparison. */
  readonly id: string;
  /** Runs once and says how long it took. */
  time(): Promise<T>;
}

/** The own steps of all ranks, timed once. */
export type Round = readonly RankStepTime[];

/** A contestant that runs the own steps of all ranks, or some of them. */
export function ranksContestant(
  id: string,
  run: PartitionedExecutor,
  sequence: "train" | "evaluate",
  which?: (step: Step) => boolean,
): Contestant<Round> {
  return { id, time: () => run.timeSteps(sequence, which) };
}

/**
 * Times contestants: every one once a round, in random order, after a round that warms up.
 *
 * @param count Rounds; as many as claims need when absent, and few in a smoke run, whose times decide none.
 * @returns The rounds of each contestant; round i of all of them were taken together.
 * @throws {MissingError} on an emulated GPU, whose times say nothing.
 */
export async function timeRounds<T>(
  { device, seed, profile, say }: Lab,
  contestants: readonly Contestant<T>[],
  count: number = profile.id === "smoke" ? profile.contextRounds : profile.rounds,
): Promise<ReadonlyMap<string, readonly T[]>> {
  refuseEmulated(device, "time ranks");
  const taken = await takeTurns(contestants.map(({ id, time }) => ({ id, take: () => time() })), {
    rounds: count,
    warmUp: 1,
    seed,
    onRound: (round) => say(`round ${round} of ${count}`),
  });
  return new Map(contestants.map(({ id }) => [id, taken.of(id)]));
}

/** Milliseconds of each rank in a round. */
export function rankTimes(round: Round, which: (step: Step) => boolean = () => true): number[] {
  const byRank = Map.groupBy(round, ({ rank }) => rank);
  return Array.from(
    byRank.values(),
    (steps) => steps.reduce((sum, { step, ms }) => which(step) ? sum + ms : sum, 0),
  );
}

/** Milliseconds of the slowest rank in a round. */
export function slowestRank(round: Round, which?: (step: Step) => boolean): number {
  return Math.max(...rankTimes(round, which));
}

/** Whether a step is the product with a block of the adjacency: adding parts up is no part of the paper's product. */
export function isBlockProduct({ op }: Step): boolean {
  return op === "spmm";
}

/** Multiply-adds about which the rows of a large product's check cost: a figure opens a hundred of them. */
const PRODUCT_CHECK = CHECKED_WORK / 5;

/** Of the dataset that was asked for last: a scheme after the other wants the same. */
const latest = new WeakMap<LoadedDataset, { readonly key: string; readonly operands: Operands }>();

function naturalOperands(dataset: LoadedDataset, width: number, seed: number): Operands {
  const key = `${width} ${seed}`, known = latest.get(dataset);
  if (known?.key === key) return known.operands;
  const matrix = gcnNormalise(dataset.graph);
  const operands = { matrix, features: randomFeatures(matrix.rows, width, seed), width };
  latest.set(dataset, { key, operands });
  return operands;
}

/** A product that was run once and compared with the oracle. */
export interface OpenProduct {
  /** The ranks. */
  readonly run: PartitionedExecutor;
  /** Bytes that each rank received in the product that was checked. */
  readonly receivedBytes: readonly number[];
  /** Milliseconds of the ordering; 0 where there is none. */
  readonly orderingMs: number;
  /** Worst error of the check, of its bound: above 1 the product is wrong. */
  readonly errorShare: number;
}

/** Which product. */
export interface ProductSetting {
  /** On which ranks. */
  readonly scheme: PaperScheme;
  /** Of which matrix. */
  readonly ordering: ScopedOrdering;
  /** Columns of the features. */
  readonly width: number;
}

/**
 * A product ready to be timed.
 *
 * @throws {WrongResultError} where it is wrong.
 */
export async function openRightProduct(
  lab: Lab,
  dataset: LoadedDataset,
  setting: ProductSetting,
): Promise<OpenProduct> {
  const product = await openProduct(lab, dataset, setting);
  if (product.errorShare <= 1) return product;
  product.run.close();
  const { scheme, ordering } = setting;
  throw wrong(`${scheme.label}, ${ordering.label}`, "another product than the oracle has");
}

/** The product of a dataset's normalised adjacency under an ordering, on the ranks of a scheme, compared with the oracle. */
export async function openProduct(
  lab: Lab,
  dataset: LoadedDataset,
  { scheme, ordering, width }: ProductSetting,
): Promise<OpenProduct> {
  const { device, seed } = lab;
  const { perm, ms: orderingMs } = await scopedPermutation(lab, dataset, { ...ordering, scheme });
  const natural = naturalOperands(dataset, width, seed);
  const matrix = perm ? permuteSymmetric(natural.matrix, perm) : natural.matrix;
  const features = perm ? permuteFeatures(natural.features, width, perm) : natural.features;
  const whole = productProgram({ matrix, features, width });
  const set = new OneProcess(scheme.ranks);
  const kernels = { spmm: { id: "row-split" } };
  const run = await PartitionedExecutor.create(device, { ...whole, scheme, kernels }, set);
  try {
    await run.evaluate();
    const product = await run.read(whole.program.scores);
    const check = checkOutput(spmm, { matrix, features, width }, product, {
      ...{ seed, exhaustiveWork: CHECKED_WORK, sampledWork: PRODUCT_CHECK },
    });
    const errorShare = check.relErr / check.tolerance;
    return { run, receivedBytes: [...set.receivedBytes], orderingMs, errorShare };
  } catch (error) {
    run.close();
    throw error;
  }
}

/** Largest relative difference of a training loss over ranks from that on one: by the order of sums alone. */
export const LOSS_TOLERANCE = 1e-4;

/** Full-batch training ready to be timed. */
export interface OpenTraining {
  /** The ranks, after their first epochs. */
  readonly run: PartitionedExecutor;
  /** Largest relative difference from the wanted losses; 0 where none are. */
  readonly lossDifference: number;
}

/**
 * Full-batch training on the ranks of a scheme. On one device every step is checked against its oracle; several are held to the
 * losses of one.
 *
 * @param wanted Losses of the first epochs on one device; absent for that device itself.
 * @throws {WrongResultError} where a step or a loss is wrong.
 */
export async function openTraining(
  { device, seed }: Lab,
  whole: PartitionedProgram & { readonly scheme: PaperScheme },
  wanted?: readonly number[],
): Promise<OpenTraining> {
  const { label, ranks } = whole.scheme;
  const run = await PartitionedExecutor.create(device, whole, new OneProcess(ranks));
  try {
    run.initialise(seed);
    if (wanted === undefined) {
      await run.train(1);
      for (const { executor } of run.ranks) {
        const report = await checkSteps(executor, {
          ...{ seed, exhaustiveWork: CHECKED_WORK, sampledWork: CHECKED_WORK },
        });
        if (!report.ok) throw wrong(label, `another ${report.tensor} than the oracle has`);
      }
      return { run, lossDifference: 0 };
    }
    let lossDifference = 0;
    for (const [i, loss] of wanted.entries()) {
      await run.train(i + 1);
      const [own] = await run.read(whole.program.loss);
      lossDifference = Math.max(lossDifference, Math.abs(own / loss - 1));
    }
    if (lossDifference <= LOSS_TOLERANCE) return { run, lossDifference };
    throw wrong(label, `losses ${lossDifference.toExponential(1)} apart from those of one rank`);
  } catch (error) {
    run.close();
    throw error;
  }
}

function wrong(what: string, current: string): WrongResultError {
  return new WrongResultError({
    action: `time ranks: ${what}`,
    current,
    wanted: "equal numbers within the tolerance",
    next: "run the kernels' tests on this device",
  });
}
