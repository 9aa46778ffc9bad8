/**
 * Metrics of hetu-gnn Figure 9. Modelled ones are declared for every link.
 *
 * @module
 */
import { changedMetrics } from "../../claims/model_changes.ts";
import type { Metrics } from "../../metrics.ts";
import { ORDERING_REGIME_METRICS } from "../orderings/ordering_premises.ts";
import { FASTER_LINKS, VARIED_LINKS } from "./links.ts";

/** Links that epochs are modelled with. */
export const EPOCH_LINKS = [...VARIED_LINKS, ...FASTER_LINKS];

/** Metrics of every cell. */
export const METRICS = {
  spmm_speedup: { label: "SpMM speed-up over the same scheme, not reordered", unit: "x", better: "higher" },
  spmm_time: { label: "SpMM time of the slowest rank", unit: "ms", better: "lower" },
  ...changedMetrics("epoch_speedup", { label: "epoch speed-up", unit: "x", better: "higher" }, EPOCH_LINKS),
  ...changedMetrics("epoch_time", { label: "epoch time", unit: "ms", better: "lower" }, EPOCH_LINKS),
  ...changedMetrics(
    "spmm_over_epoch_speedup",
    { label: "SpMM speed-up over the epoch's", unit: "1", shown: false },
    EPOCH_LINKS,
  ),
  comm_time: { label: "messages of the product", unit: "ms", better: "lower" },
  comm_bytes: { label: "bytes received, all ranks", unit: "bytes", better: "lower" },
  one_device_speedup: { label: "SpMM speed-up over one device, not reordered", unit: "x", better: "higher" },
  most_rank_entries: {
    label: "entries that the busiest rank multiplies",
    unit: "edges",
    better: "lower",
    shown: false,
  },
  rank_imbalance: { label: "slowest over mean rank", unit: "1", better: "lower" },
  spmm_time_all_ranks: { label: "SpMM time of all ranks together", unit: "ms", better: "lower" },
  ...ORDERING_REGIME_METRICS,
  epoch_over_printed: { label: "epoch on one device, at full size, over the printed", unit: "1" },
  payoff_epochs: { label: "epochs after which reordering pays off", unit: "epochs", better: "lower" },
  preprocess: { label: "reordering", unit: "ms", better: "lower" },
  dense_time_one_device: {
    label: "dense part of an epoch on one device",
    unit: "ms",
    better: "lower",
    shown: false,
  },
  card_spmm_time: { label: "slowest rank on the paper's card", unit: "ms", better: "lower", shown: false },
  ...changedMetrics(
    "card_messages_time",
    { label: "messages at the published size", unit: "ms", better: "lower", shown: false },
    VARIED_LINKS,
  ),
} as const satisfies Metrics;
