/**
 * The four blocks of a product partitioned in 1.5D on four ranks: edges, how clustered they are, and times.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { spmmSchedule } from "../../../distributed/spmm/mod.ts";
import { nnz } from "../../../graph/csr.ts";
import type { Lab } from "../../lab.ts";
import type { CheckedTimes } from "../../metrics.ts";
import { takeCheckedTurns } from "../checked_turns.ts";
import type { Outcomes } from "../../trials/outcomes.ts";
import { meanColumnGap, tileDensityVariance } from "../orderings/entry_clustering.ts";
import { WIDTH } from "../paper_graphs.ts";
import { openRightProduct } from "./scheme_product.ts";
import { isBlockProduct, rankRunner, type Round } from "./rank_runner.ts";
import { TWO_GROUPS } from "./schemes.ts";
import type { ScopedOrdering } from "./scoped_orderings.ts";

/** A block of the adjacency and the rank that multiplies it. Each of the four ranks has one. */
export interface Block {
  /** `b01`: row and column of the block. */
  readonly id: string;
  /** Rank that multiplies it. */
  readonly rank: number;
  /** Row of blocks. */
  readonly row: number;
  /** Column of blocks. */
  readonly column: number;
}

/** The four blocks, by rank. */
export const BLOCKS: readonly Block[] = spmmSchedule(TWO_GROUPS).steps[0].products.map((
  { rank, row, column },
) => ({ id: `b${row}${column}`, rank, row, column }));

/** Measurements of one block. */
export interface BlockMeasurements {
  /** Stored entries. */
  readonly edges: number;
  /** Mean distance between neighbouring columns of a row. */
  readonly columnGap: number;
  /** Variance of the fill of 32 x 32 tiles. */
  readonly densityVariance: number;
  /** Times of its product, by round. */
  readonly times: CheckedTimes;
}

/** Measures the blocks under each ordering, in turns; lists are in the order of {@link BLOCKS}. */
export async function measureBlocks(
  lab: Lab,
  dataset: LoadedDataset,
  { orderings }: { readonly orderings: readonly ScopedOrdering[] },
): Promise<Outcomes<readonly BlockMeasurements[]>> {
  const open = async (ordering: ScopedOrdering) => {
    const product = await openRightProduct(lab, dataset, { scheme: TWO_GROUPS, ordering, width: WIDTH });
    return rankRunner(lab, product, { sequence: "evaluate", which: isBlockProduct });
  };
  return await takeCheckedTurns(
    lab,
    new Map(orderings.map((ordering) => [ordering.id, () => open(ordering)])),
    ({ run }, turns) =>
      BLOCKS.map(({ rank }): BlockMeasurements => {
        const { executor: { bindings } } = run.ranks.find(({ part }) => part.rank === rank)!;
        const [block] = bindings.sparse.values();
        const msOf = (round: Round) => round.find((time) => time.rank === rank)!.ms;
        return {
          edges: nnz(block),
          columnGap: meanColumnGap(block),
          densityVariance: tileDensityVariance(block),
          times: turns.times(msOf),
        };
      }),
  );
}
