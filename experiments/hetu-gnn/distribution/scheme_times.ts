/**
 * Times of one product by a scheme under several orderings, rank by rank (hetu-gnn Figure 9).
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { nnz } from "../../../graph/csr.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import type { Lab } from "../../lab.ts";
import type { CheckedTimes } from "../../metrics.ts";
import { type CheckedTurns, takeCheckedTurns } from "../checked_turns.ts";
import type { Outcomes } from "../../trials/outcomes.ts";
import { WIDTH } from "../paper_graphs.ts";
import { openRightProduct } from "./scheme_product.ts";
import { isBlockProduct, rankRunner, rankTimes } from "./rank_runner.ts";
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
