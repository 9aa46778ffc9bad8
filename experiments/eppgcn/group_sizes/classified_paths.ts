/**
 * The group sizes that the SAGPool classifier chooses for execution paths, and how long it took to choose
 * them.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { ExecutionPath } from "../../../graph/execution_paths.ts";
import trained from "../../../training/group_size/classifier.json" with { type: "json" };
import { sagPoolRule } from "../../../training/group_size/mod.ts";
import type { Lab } from "../../lab.ts";
import { aggregatedWidth, pathProducts } from "../backward_products.ts";
import type { GroupedProduct } from "../grouped_product.ts";

/** Digest of the weights of the classifier. */
export const CLASSIFIER_WEIGHTS: string = trained.digest;

/** Products with the sizes that a rule has chosen. */
export interface ChosenProducts {
  /** One a path, in the order of the paths. */
  readonly products: readonly GroupedProduct[];
  /** Time of choosing on the host, in milliseconds. */
  readonly chooseMs: number;
}

/**
 * Classifies every path once: sizes and time come from the cache where an earlier run has left them for the
 * same paths, widths, slots and weights.
 */
export async function classifiedProducts(
  lab: Pick<Lab, "cachedWithCost">,
  dataset: LoadedDataset,
  { paths, slots, drawn }: {
    readonly paths: readonly ExecutionPath[];
    /** Groups that the card works on at once. */
    readonly slots: number;
    /** Seed and share of the training set, which tell these paths from others of the dataset. */
    readonly drawn: Readonly<Record<string, number>>;
  },
): Promise<ChosenProducts> {
  const widths = paths.map(({ layer }) => aggregatedWidth(dataset, layer, paths.length));
  const rule = sagPoolRule({ slots });
  const { value: sizes, ms } = await lab.cachedWithCost(
    { rule: rule.id, weights: CLASSIFIER_WEIGHTS, graph: dataset.hash, ...drawn, widths, slots },
    async () => {
      const products = await pathProducts(dataset, paths, rule);
      return Uint32Array.from(products, ({ groupSize }) => groupSize);
    },
  );
  const products = paths.map(({ matrix }, i) => ({ matrix, width: widths[i], groupSize: sizes[i] }));
  return { products, chooseMs: ms };
}
