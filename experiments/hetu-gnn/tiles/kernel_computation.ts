/**
 * Computation of an epoch by the kernel of its sparse products, in a partition whose blocks are reordered.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { Contender } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import { byContender } from "../../trials/by_contender.ts";
import { takeCheckedTurns } from "../checked_turns.ts";
import { openTraining } from "../distribution/scheme_training.ts";
import { isBlockProduct, rankRunner, slowestRank } from "../distribution/rank_runner.ts";
import { ONE_DEVICE, type PaperScheme } from "../distribution/schemes.ts";
import { BLOCK_METIS } from "../distribution/scoped_orderings.ts";
import { kernelChoices } from "../epochs/epochs.ts";
import { TILE_REGIME_METRICS, tileRegime } from "../epochs/tile_premises.ts";
import { GRAPHS, type GraphWorkload } from "../paper_graphs.ts";

/** A kernel of the sparse products. */
export interface SparseKernel extends Contender {
  /** Id of the kernel. */
  readonly kernel: "row-split" | "block-sparse";
}

/** Kernel that the tile-adaptive one is held against. */
export const PLAIN = "row-split";

/** Training on a graph by a scheme. */
export interface SchemeWorkload extends GraphWorkload {
  /** Partition scheme. */
  readonly scheme: PaperScheme;
}

/** Metrics of computation, and of premises where it is on one device. */
export const COMPUTATION_METRICS = {
  compute_time: { label: "computation of an epoch, slowest rank", unit: "ms", better: "lower" },
  compute_speedup: { label: "speed-up of computation", unit: "x", better: "higher" },
  spmm_time: { label: "products with the adjacency, slowest rank", unit: "ms", better: "lower" },
  ...TILE_REGIME_METRICS,
} as const satisfies Metrics;

/** Times the own steps of all ranks under the kernels that were asked for, in turns. */
export async function measureComputation(
  lab: Lab,
  dataset: LoadedDataset,
  { graph, scheme }: SchemeWorkload,
  contenders: readonly SparseKernel[],
): Promise<(id: string) => JointOutcome<typeof COMPUTATION_METRICS>> {
  const { hidden } = GRAPHS[graph];
  const open = async ({ kernel }: SparseKernel) => {
    const setting = { scheme, ordering: BLOCK_METIS, hidden, kernels: kernelChoices({ kernel }) };
    return rankRunner(lab, await openTraining(lab, dataset, setting), { sequence: "train" });
  };
  const outcomes = await takeCheckedTurns(
    lab,
    new Map(contenders.map((contender) => [contender.id, () => open(contender)])),
    (_training, turns) => ({
      all: turns.times((round) => slowestRank(round)),
      sparse: turns.times((round) => slowestRank(round, isBlockProduct)),
    }),
  );
  const regime = scheme === ONE_DEVICE ? await lab.once(tileRegime, dataset, { graph }) : {};
  return byContender(contenders, ({ id }) => {
    const { all, sparse } = outcomes.of(id);
    const plain = outcomes.of(PLAIN).all;
    return {
      times: { compute_time: all, spmm_time: sparse },
      facts: id === PLAIN ? regime : { compute_speedup: all.ms.map((ms, round) => plain.ms[round] / ms) },
    };
  });
}
