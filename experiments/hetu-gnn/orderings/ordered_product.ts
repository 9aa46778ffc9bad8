/**
 * Trials of hetu-gnn Figure 8: the sparse product of a graph under an ordering, with its simulated hit rates
 * and how its entries lie.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { nnz } from "../../../graph/csr.ts";
import { isPermutation } from "../../../graph/permutation.ts";
import { lastLevelCacheBytes } from "../../../hardware/cpu/cpu_facts.ts";
import type { Workload } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { Trial } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import { orderGraph } from "../../trials/ordered_graph.ts";
import { spmmTrial } from "../../trials/spmm_trial.ts";
import { withRegime } from "../graph_regime.ts";
import { WIDTH } from "../paper_graphs.ts";
import { diagonalShare, meanColumnGap } from "./entry_clustering.ts";
import { HIT_RATE_METRICS, hitRateFacts, hitRateGains, hitRates } from "./hit_rates.ts";
import type { OrderedGraphId } from "./id_orders.ts";
import { ORDERING_REGIME_METRICS, orderingRegime } from "./ordering_premises.ts";
import { relabelError } from "./relabelling.ts";
import { NATURAL, type VertexOrdering } from "./vertex_orderings.ts";

/** One of the two graphs. */
export interface OrderedWorkload extends Workload {
  /** Graph that is ordered. */
  readonly graph: OrderedGraphId;
}

/** Metrics of a product, of its matrix and of the ordering. */
export const ORDERED_PRODUCT_METRICS = {
  time: { label: "SpMM time", unit: "ms", better: "lower" },
  speedup: { label: "speed-up over the natural order", unit: "x", better: "higher" },
  ...HIT_RATE_METRICS,
  features_over_cache: { label: "feature bytes over last-level cache bytes", unit: "1" },
  mean_column_gap: { label: "mean column gap within a row", unit: "columns", better: "lower" },
  ...ORDERING_REGIME_METRICS,
  diagonal_share: { label: "entries within two diagonal blocks", unit: "%", shown: false },
  is_permutation: { label: "whether new ids are a permutation", unit: "1", better: "higher", shown: false },
  relabel_error: { label: "largest relabelling error", unit: "1", better: "lower", shown: false },
  multiply_adds: { label: "multiply-adds", unit: "1", shown: false },
} as const satisfies Metrics;

/** Trial of the product under an ordering; that of the natural order also measures what premises bound. */
export async function orderedProduct(
  lab: Lab,
  dataset: LoadedDataset,
  { graph: name }: OrderedWorkload,
  { id, isStrong }: VertexOrdering,
): Promise<Trial<typeof ORDERED_PRODUCT_METRICS>> {
  const graph = await orderGraph(lab, dataset, { ordering: id, width: WIDTH });
  const { natural, ordered, perm, identity, factors } = graph;
  const rates = await hitRates(lab, dataset, { matrix: ordered.matrix, identity });
  const product = spmmTrial<typeof ORDERED_PRODUCT_METRICS>(lab, {
    ...ordered,
    kernel: "row-split",
    preprocessMs: graph.orderingMs,
    facts: {
      is_permutation: isPermutation(perm) ? 1 : 0,
      relabel_error: relabelError(graph, lab.seed),
      multiply_adds: nnz(ordered.matrix) * WIDTH,
      ...hitRateFacts(rates),
      ...(isStrong && await hitRateGains(lab, dataset, { natural: natural.matrix, ordered: rates })),
      mean_column_gap: meanColumnGap(ordered.matrix),
      diagonal_share: 100 * diagonalShare(ordered.matrix),
      // An ordering can gain more, the further the features exceed the cache that they are fetched through.
      ...(lab.device.backend !== "webgpu" &&
        { features_over_cache: 4 * natural.features.length / lastLevelCacheBytes() }),
    },
    factors,
    identity,
  });
  const setting = { graph: name, width: WIDTH };
  return id === NATURAL ? withRegime(product, () => lab.once(orderingRegime, dataset, setting)) : product;
}
