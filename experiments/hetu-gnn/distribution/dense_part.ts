/**
 * Dense part of an epoch: all steps but the products with the adjacency, and the sizes of its messages.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import type { Program } from "../../../training/program/program.ts";
import type { Lab } from "../../lab.ts";
import type { CheckedTimes } from "../../metrics.ts";
import { takeCheckedTurns } from "../checked_turns.ts";
import { openTraining } from "./scheme_training.ts";
import { isBlockProduct, rankRunner, slowestRank } from "./rank_runner.ts";
import { ONE_DEVICE } from "./schemes.ts";
import { UNORDERED } from "./scoped_orderings.ts";

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
