/**
 * Measurements of hetu-gnn Figure 9: the outcome of each reordering on one scheme, or its best speed-up over
 * several schemes and graphs.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { Contender, Workload } from "../../cell.ts";
import { type Lab, NO_DATASET } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import { byContender } from "../../trials/by_contender.ts";
import { orderingRegime } from "../orderings/ordering_premises.ts";
import { type GraphId, GRAPHS, PARTITIONED_DATASETS, WIDTH } from "../paper_graphs.ts";
import { cardProductFacts } from "./card_product.ts";
import { LARGE_GRAPHS, REGIME_SCHEME } from "./figure_9_claims.ts";
import type { METRICS } from "./figure_9_metrics.ts";
import { bestSpeedup, epochOverPrinted, schemeOutcome, type SchemeProducts } from "./scheme_outcomes.ts";
import { measureScheme } from "./scheme_times.ts";
import { ONE_D_4, type PaperScheme } from "./schemes.ts";
import { BLOCK_METIS, ORDERINGS, type ScopedOrdering, UNORDERED } from "./scoped_orderings.ts";
import { measureDensePart } from "./dense_part.ts";

/** One ordering, or the better of several. */
export interface Reordering extends Contender {
  /** Orderings among which the best speed-up is taken. */
  readonly orderings: readonly ScopedOrdering[];
}

/** A graph under a scheme, or the best of several. */
export interface SchemeWorkload extends Workload {
  /** Graphs among which the best speed-up is taken. */
  readonly graphs: readonly GraphId[];
  /** Schemes among which the best speed-up is taken. */
  readonly schemes: readonly PaperScheme[];
}

/** Times the schemes of a workload under the orderings that were asked for, each once a session. */
export async function measureReorderings(
  lab: Lab,
  dataset: LoadedDataset,
  { graphs, schemes }: SchemeWorkload,
  contenders: readonly Reordering[],
): Promise<(id: string) => JointOutcome<typeof METRICS>> {
  const asked = new Set(contenders.flatMap(({ orderings }) => orderings.map(({ id }) => id)));
  const orderings = ORDERINGS.filter(({ id }) => id === UNORDERED.id || asked.has(id));
  const measured: SchemeProducts[] = [];
  for (const graph of graphs) {
    const name = PARTITIONED_DATASETS[graph][lab.profile.id];
    for (const scheme of schemes) {
      const products = await lab.once(
        measureScheme,
        NO_DATASET,
        { dataset: name, scheme, orderings },
        lab.profile,
      );
      measured.push({ scheme, products });
    }
  }
  const [graph] = graphs, [scheme] = schemes, [own] = measured;
  if (graphs.length * schemes.length > 1) {
    return byContender(contenders, ({ id, orderings }) => ({
      times: {},
      facts: id === UNORDERED.id ? {} : { spmm_speedup: bestSpeedup(measured, orderings) },
    }));
  }
  const dense = await lab.once(measureDensePart, NO_DATASET, {
    dataset: PARTITIONED_DATASETS[graph][lab.profile.id],
    hidden: GRAPHS[graph].hidden,
  });
  const onCard = scheme === ONE_D_4 && LARGE_GRAPHS.includes(graph) && asked.has(BLOCK_METIS.id);
  const card = onCard ? await cardProductFacts(lab, dataset, { scheme, ordering: BLOCK_METIS }) : undefined;
  const regime = scheme === REGIME_SCHEME
    ? {
      ...await lab.once(orderingRegime, dataset, { graph, width: WIDTH }),
      epoch_over_printed: epochOverPrinted(own, { dense, graph }),
    }
    : undefined;
  return byContender(
    contenders,
    ({ orderings: [ordering, ...others] }) =>
      others.length > 0
        ? { times: {}, facts: { spmm_speedup: bestSpeedup(measured, [ordering, ...others]) } }
        : schemeOutcome(own, ordering, {
          dense,
          card: ordering.id === BLOCK_METIS.id ? card : undefined,
          regime,
        }),
  );
}
