/**
 * Outcomes of products and epochs on real ranks: times, speed-ups, and what the ranks received and hold.
 *
 * @module
 */
import { MissingError } from "../../../platform/errors.ts";
import type { Workload } from "../../cell.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import { RANK_MEMORY_METRICS, rankMemoryFacts } from "../../trials/ranks/rank_memory.ts";
import { ratios } from "../../trials/ratios.ts";
import type { GraphId } from "../paper_graphs.ts";
import { BROADCAST, ONE_RANK, type RankContender, type RankLink } from "./rank_contenders.ts";
import type { RealProducts } from "./real_rank_products.ts";
import { plural } from "../../../platform/text/plural.ts";

/** A product or an epoch on a graph, over a link. */
export interface RankedWorkload extends Workload {
  /** Graph that is multiplied or trained on. */
  readonly graph: GraphId;
  /** Settings of its rows. */
  readonly factors: { readonly part: "product" | "epoch"; readonly link: RankLink };
}

/** Metrics of a product or an epoch on real ranks. */
export const RANK_METRICS = {
  product_time: { label: "product, slowest rank, with its messages", unit: "ms", better: "lower" },
  epoch_time: { label: "epoch, slowest rank, with its messages", unit: "ms", better: "lower" },
  rank_speedup: { label: "speed-up over one rank", unit: "x", better: "higher" },
  broadcast_speedup: { label: "speed-up over 1D broadcasts", unit: "x", better: "higher" },
  received_bytes: { label: "received by all ranks", unit: "bytes", better: "lower" },
  received_share: { label: "received, of what 1D broadcasts bring", unit: "1", better: "lower" },
  ...RANK_MEMORY_METRICS,
} as const satisfies Metrics;

type Outcome = JointOutcome<typeof RANK_METRICS>;

/**
 * Outcome of a contender over a link, beside one rank and 1D broadcasts over the same.
 *
 * @throws {MissingError} where the ranks do not divide into its groups.
 */
export function rankOutcome(
  products: RealProducts,
  contender: RankContender,
  { part, link }: RankedWorkload["factors"],
): Outcome {
  const own = products(contender, link), broadcast = products(BROADCAST, link)!;
  if (!own) throw tooFew(contender, broadcast.ranks);
  const { ms, calls, check, ranks } = own;
  const times = { ms, calls, check, timer: "wall", ranks } as const;
  const gain = (over: RankContender) => ({ value: ratios(products(over, link)!.ms, ms), ranks });
  return {
    ranOn: own.ranOn,
    times: part === "product" ? { product_time: times } : { epoch_time: times },
    facts: contender === ONE_RANK ? rankMemoryFacts(own) : {
      ...rankMemoryFacts(own),
      rank_speedup: gain(ONE_RANK),
      ...(contender !== BROADCAST && { broadcast_speedup: gain(BROADCAST) }),
      received_bytes: { value: own.receivedBytes, ranks },
      received_share: { value: own.receivedBytes / broadcast.receivedBytes, ranks },
    },
  };
}

function tooFew({ label, replication }: RankContender, ranks: number): MissingError {
  const least = replication ** 2;
  return new MissingError({
    action: `time ranks by ${label}`,
    current: `${ranks} ranks that have a core each`,
    wanted: `${least}, or a multiple of it: each row on ${plural(replication, "rank")}`,
    next: `pass --ranks ${least} on a machine of ${least} cores, or start under mpirun -n ${least}`,
  });
}
