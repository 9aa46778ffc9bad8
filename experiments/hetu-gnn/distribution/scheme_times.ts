/**
 * Measurements that hetu-gnn Figure 9 rests on: one product by a scheme under several orderings, rank by
 * rank, and the dense part of an epoch.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { nnz } from "../../../graph/csr.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import type { Program } from "../../../training/program/program.ts";
import type { Lab } from "../../lab.ts";
import type { CheckedTimes } from "../../metrics.ts";
import { type CheckedTurns, takeCheckedTurns } from "../checked_turns.ts";
import type { Outcomes } from "../../trials/outcomes.ts";
import { WIDTH } from "../paper_graphs.ts";
import { openRightProduct } from "./scheme_product.ts";
import { openTraining } from "./scheme_training.ts";
import { isBlockProduct, rankRunner, rankTimes, slowestRank } from "./rank_runner.ts";
import { ONE_DEVICE, type PaperScheme } from "./schemes.ts";
import { type ScopedOrdering, UNORDERED } from "./scoped_orderings.ts";

/** A product by one scheme under one ordering. */
export interface ProductTimes {
  /** Milliseconds of each rank, by round: all of its blocks, one after another. */
  readonly ranks: CheckedTurns<readonly number[]>;
  /** Stored entries that each rank multiplies, ascending by rank. */
  readonly entries: readonly number[];
  /** Time of the ordering; absent where nothing is reordered. */
  readonly ordering?: CheckedTimes;
  /** Bytes that all ranks together received by broadcasts. */
  readonly receivedBytes: number;
}

/**
 * Times a scheme's product under each ordering, and one device on the graph as it comes, in turns.
 *
 * @param settings `dataset` as it is asked for, which is loaded here: the times of one graph outlive its
 * numbers.
 */
export async function measureScheme(
  lab: Lab,
  _dataset: LoadedDataset,
  { dataset: asked, scheme, orderings }: {
    readonly dataset: string;
    readonly scheme: PaperScheme;
    readonly orderings: readonly ScopedOrdering[];
  },
): Promise<Outcomes<ProductTimes>> {
  const dataset = await lab.load({ dataset: asked });
  const opener = (of: PaperScheme, ordering: ScopedOrdering) => async () => {
    const product = await openRightProduct(lab, dataset, { scheme: of, ordering, width: WIDTH });
    return rankRunner(lab, product, { sequence: "evaluate", which: isBlockProduct });
  };
  return await takeCheckedTurns(
    lab,
    new Map([
      [ONE_DEVICE.id, opener(ONE_DEVICE, UNORDERED)],
      ...orderings.map((ordering) => [ordering.id, opener(scheme, ordering)] as const),
    ]),
    ({ ordering, receivedBytes, run }, turns): ProductTimes => ({
      ranks: turns.map((round) => rankTimes(round)),
      entries: run.ranks.map(({ executor: { bindings } }) => sumOf(bindings.sparse.values(), nnz)),
      receivedBytes: sumOf(receivedBytes),
      ...(ordering && { ordering }),
    }),
  );
}

/** Sizes of an epoch's messages. */
export interface EpochShape {
  /** Vertices. */
  readonly vertices: number;
  /** Columns of each product with the adjacency in an epoch. */
  readonly widths: readonly number[];
  /** Bytes of the parameters' gradients, which all ranks add up. */
  readonly gradientBytes: number;
}

/** Shape of an epoch of `program` on so many vertices. */
export function epochShape({ train, parameters }: Program, vertices: number): EpochShape {
  return {
    vertices,
    widths: train.flatMap((step) => step.op === "spmm" ? [step.x.cols] : []),
    gradientBytes: sumOf(parameters, ({ tensor: { rows, cols } }) => 4 * rows * cols),
  };
}

/** An epoch without its products with the adjacency. */
export interface DensePart {
  /** Sizes of its messages. */
  readonly shape: EpochShape;
  /** Time of all other steps on one device. */
  readonly times: CheckedTimes;
}

/** Times everything in an epoch on one device but the products with the adjacency. */
export async function measureDensePart(
  lab: Lab,
  _dataset: LoadedDataset,
  { dataset: asked, hidden }: { readonly dataset: string; readonly hidden: number },
): Promise<DensePart> {
  const dataset = await lab.load({ dataset: asked });
  const setting = { scheme: ONE_DEVICE, ordering: UNORDERED, hidden };
  const open = async () =>
    rankRunner(lab, await openTraining(lab, dataset, setting), {
      sequence: "train",
      which: (step) => !isBlockProduct(step),
    });
  const outcomes = await takeCheckedTurns(
    lab,
    new Map([[ONE_DEVICE.id, open]]),
    ({ run, data }, turns): DensePart => ({
      shape: epochShape(run.program, data.adjacency.rows),
      times: turns.times((round) => slowestRank(round)),
    }),
    { rounds: lab.profile.contextRounds },
  );
  return outcomes.of(ONE_DEVICE.id);
}
