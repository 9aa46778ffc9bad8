/**
 * Runs of the experiment on products: a product under an ordering by a kernel, whose parameter is tuned.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { blockWise } from "../../../graph/orderings/block_wise.ts";
import { findOrdering } from "../../../graph/orderings/mod.ts";
import { permuteFeatures, permuteSymmetric } from "../../../graph/permute.ts";
import type { Workload } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { Trial } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import { keptOrdering, naturalOperands, type Operands } from "../../trials/ordered_graph.ts";
import { ROUNDING_METRICS } from "../../trials/product_trial.ts";
import { spmmTrial } from "../../trials/spmm_trial.ts";
import { ALL, type Combination, NATURAL, type OrderingId, runOf } from "./combined_products.ts";
import { COMPOSITION_METRICS } from "./composition_suite.ts";
import { GROUP_SIZES, TILE_THRESHOLDS, type TriedParameter, tunedParameter } from "./tuned_parameter.ts";

/** Columns of the features. */
export const WIDTH = 64;
/** Diagonal blocks within which block-wise METIS orders. */
export const BLOCKS = 4;

/** Metrics of runs and effects. */
export const PRODUCT_METRICS = {
  time: { ...COMPOSITION_METRICS.time, label: "product time" },
  speedup: { ...COMPOSITION_METRICS.speedup, label: "speed-up over row-split on the natural order" },
  alone: COMPOSITION_METRICS.alone,
  interaction: COMPOSITION_METRICS.interaction,
  p_holm: COMPOSITION_METRICS.p_holm,
  predicted: COMPOSITION_METRICS.predicted,
  came_true: COMPOSITION_METRICS.came_true,
  tuned: { label: "group size or threshold", unit: "1", shown: false },
  ...ROUNDING_METRICS,
} as const satisfies Metrics;

/** Operands under an ordering: one copy a session. */
async function orderedOperands(lab: Lab, dataset: LoadedDataset, ordering: OrderingId): Promise<Operands> {
  const natural = await naturalOperands(lab, dataset, WIDTH);
  if (ordering === NATURAL) return natural;
  const { perm } = await keptOrdering(
    lab,
    dataset,
    ordering === "block-metis" ? blockWise(findOrdering("metis"), BLOCKS) : findOrdering(ordering),
  );
  return {
    matrix: permuteSymmetric(natural.matrix, perm),
    features: permuteFeatures(natural.features, WIDTH, perm),
    width: WIDTH,
  };
}

/** Parameters of kernels that are tuned for each ordering. */
const TRIED: readonly TriedParameter[] = [GROUP_SIZES, TILE_THRESHOLDS];

async function tuned(
  lab: Lab,
  dataset: LoadedDataset,
  { ordering, kernel }: Combination,
): Promise<Readonly<Record<string, number>>> {
  const tried = TRIED.find((each) => each.kernel === kernel);
  if (tried === undefined) return {};
  const { matrix, width } = await lab.once(orderedOperands, dataset, ordering);
  return { [tried.name]: await tunedParameter(lab, { matrix, width, tried }) };
}

/** Builds the trial of a run. */
export async function productRunTrial(
  lab: Lab,
  dataset: LoadedDataset,
  _workload: Workload,
  run: string,
): Promise<Trial<typeof PRODUCT_METRICS>> {
  const { ordering, kernel } = ALL.find((each) => runOf(each.ordering, each.kernel) === run)!;
  const operands = await lab.once(orderedOperands, dataset, ordering);
  const parameters = await lab.once(tuned, dataset, { ordering, kernel });
  const [value] = Object.values(parameters);
  const facts = value === undefined ? {} : { tuned: value };
  return spmmTrial<typeof PRODUCT_METRICS>(lab, { ...operands, kernel, parameters, facts });
}
