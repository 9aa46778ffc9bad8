/**
 * Changes of the rates of model M6: a modelled answer counts only where it is the same under all of them.
 * Each change has a metric of its own beside the one at the fitted rates.
 *
 * @module
 */
import type { GroupingRates } from "../../../hardware/models/grouping_model.ts";
import type { Metrics } from "../../metrics.ts";

/** Factors of the rates. */
export type RateFactors = Readonly<Record<keyof GroupingRates, number>>;

/** The rates as fitted, and each of them doubled and halved. */
export const RATE_CHANGES = [
  { id: "fitted", group: 1, neighbor: 1, atomic: 1 },
  { id: "group_x2", group: 2, neighbor: 1, atomic: 1 },
  { id: "group_half", group: 0.5, neighbor: 1, atomic: 1 },
  { id: "neighbor_x2", group: 1, neighbor: 2, atomic: 1 },
  { id: "neighbor_half", group: 1, neighbor: 0.5, atomic: 1 },
  { id: "atomic_x2", group: 1, neighbor: 1, atomic: 2 },
  { id: "atomic_half", group: 1, neighbor: 1, atomic: 0.5 },
] as const satisfies readonly (RateFactors & { readonly id: string })[];

/** Id of one of {@linkcode RATE_CHANGES}. */
export type RateChange = typeof RATE_CHANGES[number]["id"];

/** `time_atomic_x2`: a metric under a change of the rates; the metric itself at the fitted ones. */
export function changedMetric(metric: string, change: RateChange): string {
  return change === "fitted" ? metric : `${metric}_${change}`;
}

/** Metrics with those of them under every change, which claims read and no table shows. */
export type UnderRates<M extends Metrics> =
  & M
  & {
    readonly [K in keyof M & string as `${K}_${Exclude<RateChange, "fitted">}`]: M[K] & {
      readonly shown: false;
    };
  };

/** Declares metrics together with those of them under every change of the rates. */
export function underRates<const M extends Metrics>(metrics: M): UnderRates<M> {
  const changed = Object.entries(metrics).flatMap(([id, metric]) =>
    RATE_CHANGES.slice(1).map((change) => [changedMetric(id, change.id), { ...metric, shown: false }])
  );
  return { ...metrics, ...Object.fromEntries(changed) };
}
