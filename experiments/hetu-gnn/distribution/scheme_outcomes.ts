/**
 * Outcomes of hetu-gnn Figure 9: speed-ups of a product by scheme and ordering, and epochs modelled from
 * them.
 *
 * @module
 */
import { mean, median } from "../../../platform/statistics/mod.ts";
import { byChange } from "../../claims/model_changes.ts";
import type { JointOutcome } from "../../measurement.ts";
import { modelled, type ModelledValue } from "../../metrics.ts";
import { ratios } from "../../trials/ratios.ts";
import type { CardFacts } from "./card_product.ts";
import type { Outcomes } from "../../trials/outcomes.ts";
import { EPOCH_LINKS, type METRICS } from "./figure_9_metrics.ts";
import { PAPER_LINK } from "./links.ts";
import { epochMs, productBytes, productMessagesMs } from "./scheme_epochs.ts";
import type { ProductTimes } from "./scheme_times.ts";
import { printedCounts } from "../graph_regime.ts";
import { type GraphId, GRAPHS } from "../paper_graphs.ts";
import { ONE_DEVICE, type PaperScheme } from "./schemes.ts";
import { type ScopedOrdering, UNORDERED } from "./scoped_orderings.ts";
import type { DensePart } from "./dense_part.ts";

/** Products of one scheme on one graph, by ordering. */
export interface SchemeProducts {
  /** Partition scheme. */
  readonly scheme: PaperScheme;
  /** Products under every ordering, and one device's. */
  readonly products: Outcomes<ProductTimes>;
}

type Outcome = JointOutcome<typeof METRICS>;

const slowest = (ranks: readonly number[]) => Math.max(...ranks);

/** Speed-ups by round over the same scheme without reordering. */
function speedups({ products }: SchemeProducts, { id }: ScopedOrdering): number[] {
  const { ranks: unordered } = products.of(UNORDERED.id), { ranks: own } = products.of(id);
  return ratios(unordered.turns.map(slowest), own.turns.map(slowest));
}

/** Largest speed-up, by its median, of several schemes and orderings. */
export function bestSpeedup(
  schemes: readonly SchemeProducts[],
  orderings: readonly ScopedOrdering[],
): readonly number[] {
  return schemes.flatMap((scheme) => orderings.map((ordering) => speedups(scheme, ordering)))
    .reduce((a, b) => median(b) > median(a) ? b : a);
}

/** Epochs after which an ordering has saved the time that it took; absent where it saves none. */
function payoff(
  [once]: readonly number[],
  { own, unordered }: { readonly own: readonly number[]; readonly unordered: readonly number[] },
): Outcome["facts"] {
  const saved = median(unordered) - median(own);
  return saved > 0 ? { payoff_epochs: modelled(once / saved) } : {};
}

/**
 * Epoch on one device, without reordering, as long as it would be at the printed size, over the printed epoch
 * of the baseline (Table 4): a stand-in of V/s vertices has 1/s of the work.
 */
export function epochOverPrinted(
  { products }: SchemeProducts,
  { dense, graph }: { readonly dense: DensePart; readonly graph: GraphId },
): ModelledValue {
  const ms = median(epochMs(products.of(ONE_DEVICE.id), { scheme: ONE_DEVICE, dense, link: PAPER_LINK }));
  const scale = printedCounts(graph).vertices / dense.shape.vertices;
  return modelled(ms * scale / GRAPHS[graph].baselineMs);
}

/** Outcome of one ordering on one scheme. */
export function schemeOutcome(
  measured: SchemeProducts,
  ordering: ScopedOrdering,
  { dense, card, regime }: {
    readonly dense: DensePart;
    readonly card: CardFacts | undefined;
    /** Quantities of the graph that premises bound, in the rows without reordering. */
    readonly regime: Outcome["facts"] | undefined;
  },
): Outcome {
  const { scheme, products } = measured, { vertices } = dense.shape;
  const own = products.of(ordering.id), unordered = products.of(UNORDERED.id);
  const rounds = own.ranks.turns, isReordered = ordering !== UNORDERED;
  const epoch = (link: typeof PAPER_LINK) => ({
    own: epochMs(own, { scheme, dense, link }),
    unordered: epochMs(unordered, { scheme, dense, link }),
  });
  const epochGain = (link: typeof PAPER_LINK) => ratios(epoch(link).unordered, epoch(link).own);
  return {
    times: {
      spmm_time: own.ranks.times(slowest),
      spmm_time_all_ranks: own.ranks.times((ranks) => mean(ranks) * ranks.length),
      dense_time_one_device: dense.times,
      ...(own.ordering && { preprocess: own.ordering }),
    },
    facts: {
      rank_imbalance: rounds.map((ranks) => slowest(ranks) / mean(ranks)),
      one_device_speedup: ratios(products.of(ONE_DEVICE.id).ranks.turns.map(slowest), rounds.map(slowest)),
      most_rank_entries: slowest(own.entries),
      comm_bytes: productBytes(own, scheme, vertices),
      comm_time: modelled(productMessagesMs(scheme, vertices, PAPER_LINK)),
      ...byChange("epoch_time", EPOCH_LINKS, ({ link }) => modelled(epoch(link).own)),
      ...(isReordered && {
        spmm_speedup: speedups(measured, ordering),
        ...byChange("epoch_speedup", EPOCH_LINKS, ({ link }) => modelled(epochGain(link))),
        ...(own.ordering && payoff(own.ordering.ms, epoch(PAPER_LINK))),
        ...byChange(
          "spmm_over_epoch_speedup",
          EPOCH_LINKS,
          ({ link }) => modelled(ratios(speedups(measured, ordering), epochGain(link))),
        ),
      }),
      ...card,
      ...(isReordered ? {} : regime),
    },
  };
}
