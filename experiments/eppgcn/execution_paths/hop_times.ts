/**
 * Times of backward aggregations by the number of hops from the training set: a model of any depth is a sum
 * of them.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { worstOf } from "../../../kernels/checks/check_report.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import type { Lab } from "../../lab.ts";
import type { CheckedTimes } from "../../metrics.ts";
import { measureSideBySide, type SideBySide } from "../../trials/side_by_side.ts";
import { randomFeatures } from "../../../kernels/random_features.ts";
import { type AggregationProduct, aggregationTrial, groupedAggregation } from "../aggregation_trial.ts";
import { aggregatedWidth, pathProducts, wholeGraphProducts } from "../backward_products.ts";
import { measuresGroups } from "../grouped_product.ts";
import { ownRegressionRule } from "../group_sizes/labelled_matrices.ts";
import { aggregationMatrix, pathsOf } from "../drawn_paths.ts";

/** Times of the backward aggregations of a model of some depth. */
export interface DepthTimes {
  /** All layers on the whole graph. */
  readonly whole: CheckedTimes;
  /** All layers on their paths. */
  readonly active: CheckedTimes;
  /** Shortest of the products on paths. */
  readonly shortest: CheckedTimes;
}

/**
 * Products of a model, those on the whole graph first, each by hops. A card multiplies by neighbour groups,
 * of GNNAdvisor's size and of the regression's; CPU threads have nothing to balance, and multiply by rows.
 */
async function products(lab: Lab, dataset: LoadedDataset, layers: number): Promise<AggregationProduct[]> {
  const paths = await pathsOf(lab, dataset, { layers });
  if (measuresGroups(lab.device)) {
    const onPaths = await pathProducts(dataset, paths, await ownRegressionRule(lab, dataset));
    const onGraph = (await wholeGraphProducts(lab, dataset, layers)).slice(0, 2);
    return [...onGraph, ...onPaths].map((product) => groupedAggregation(lab, product));
  }
  const matrix = await aggregationMatrix(lab, dataset);
  const onPaths = paths.map((path): AggregationProduct => {
    const width = aggregatedWidth(dataset, path.layer, layers);
    const features = randomFeatures(path.sources.length, width, lab.seed);
    return { operation: "path-spmm", problem: { matrix, path, features, width }, kernel: "execution-path" };
  });
  return [...onPaths.slice(0, 2).map((each) => ({ ...each, kernel: "all-active" })), ...onPaths];
}

/**
 * Times every product of the deepest model once, all of them side by side: those of a shallower one are the
 * first of them.
 */
async function timeHops(lab: Lab, dataset: LoadedDataset, layers: number): Promise<SideBySide> {
  const trials = (await products(lab, dataset, layers)).map((product, i) =>
    [String(i), () => aggregationTrial(lab, [product])] as const
  );
  return await measureSideBySide(lab, new Map(trials), { preparations: 1 });
}

/** Adds times round by round. */
function sum(times: readonly CheckedTimes[]): CheckedTimes {
  const [first] = times;
  return {
    ...first,
    ms: first.ms.map((_, round) => sumOf(times, ({ ms }) => ms[round])),
    check: worstOf(times.map(({ check }) => check)),
  };
}

/** Times of a model of `layers` layers, at most `deepest`, on a graph. */
export async function depthTimes(
  lab: Lab,
  dataset: LoadedDataset,
  { layers, deepest }: { readonly layers: number; readonly deepest: number },
): Promise<DepthTimes> {
  const sides = await lab.once(timeHops, dataset, deepest);
  // The last layer has the width of the classes, all others that of the hidden units.
  const [classes, hidden] = [0, 1].map((i) => sides.times(String(i)));
  const hops = Array.from({ length: layers }, (_, hop) => sides.times(String(2 + hop)));
  const shortest = hops.reduce((least, each) => Math.min(...each.ms) < Math.min(...least.ms) ? each : least);
  return {
    whole: sum([classes, ...Array.from({ length: layers - 1 }, () => hidden)]),
    active: sum(hops),
    shortest,
  };
}
