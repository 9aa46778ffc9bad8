/**
 * Access times of naive and Memory-Aware aggregation by equations 3 and 4, with the printed bandwidths.
 *
 * @module
 */
import { accessTimeRatioLimit, accessTimes } from "../../../hardware/models/access_time.ts";
import { FASTGL_TABLE_3 } from "../../../hardware/models/published_cards.ts";
import { type Facts, type Metrics, modelled } from "../../metrics.ts";

/** Times of a target of one size, and bounds of their ratio over all sizes. */
export const ACCESS_METRICS = {
  access_time_ratio: { label: "naive time over Memory-Aware's, t_n/t_m", unit: "x", better: "higher" },
  naive_time: { label: "naive access time a target", unit: "ns", better: "lower" },
  memory_aware_time: { label: "Memory-Aware access time a target", unit: "ns", better: "lower" },
  least_ratio: { label: "least ratio of all sizes", unit: "x", shown: false },
  largest_ratio: { label: "largest ratio of all sizes", unit: "x", shown: false },
  ratio_limit: { label: "limit of the ratio", unit: "x", shown: false },
} as const satisfies Metrics;

/** Size of a target. */
export interface AccessTarget {
  /** Neighbours that it aggregates. */
  readonly neighbors: number;
  /** Features of each. */
  readonly width: number;
}

/** Targets of the paper's models: fan-outs by widths. */
export const TARGETS: readonly AccessTarget[] = [5, 10, 15].flatMap((neighbors) =>
  [64, 256, 512].map((width) => ({ neighbors, width }))
);

/** The largest of all sizes: the text says "for every neighbour count and width". */
export const LARGEST: AccessTarget = { neighbors: 512, width: 1024 };

/** Access times of a target. */
export function ofTarget(target: AccessTarget): Facts<typeof ACCESS_METRICS> {
  const { naiveSeconds, memoryAwareSeconds, ratio } = accessTimes({ ...target, ...FASTGL_TABLE_3 });
  return {
    naive_time: modelled(naiveSeconds * 1e9),
    memory_aware_time: modelled(memoryAwareSeconds * 1e9),
    access_time_ratio: modelled(ratio),
  };
}

/** Least and largest ratio over all neighbour counts and widths, and the limit that it tends to. */
export function ofAllSizes(): Facts<typeof ACCESS_METRICS> {
  let least = Infinity, largest = 0;
  for (let neighbors = 1; neighbors <= LARGEST.neighbors; neighbors++) {
    for (let width = 2; width <= LARGEST.width; width++) {
      const { ratio } = accessTimes({ neighbors, width, ...FASTGL_TABLE_3 });
      least = Math.min(least, ratio);
      largest = Math.max(largest, ratio);
    }
  }
  return {
    least_ratio: modelled(least),
    largest_ratio: modelled(largest),
    ratio_limit: modelled(accessTimeRatioLimit(FASTGL_TABLE_3)),
  };
}
