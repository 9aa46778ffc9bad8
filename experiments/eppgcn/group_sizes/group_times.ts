/**
 * Times of grouped products, measured where there is a GPU and modelled elsewhere (model M6), and the values
 * that cells have of them.
 *
 * @module
 */
import { worstOf } from "../../../kernels/checks/check_report.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { median } from "../../../platform/statistics/mod.ts";
import type { Lab } from "../../lab.ts";
import type { CheckedTimes, ModelledValue, StatedValue } from "../../metrics.ts";
import { type GroupedProduct, measuresGroups, timeProducts } from "../grouped_product.ts";
import { fittedRates, modelledTimes } from "./grouping_rates.ts";
import { changedMetric, RATE_CHANGES } from "./rate_changes.ts";

/** Modelled milliseconds, one for each of {@linkcode RATE_CHANGES}. */
interface ModelledTime {
  readonly source: "modelled";
  readonly ms: readonly number[];
}

/**
 * Measured milliseconds, one a round, with their check; rounds of products that are timed together are
 * paired.
 */
interface MeasuredTime extends CheckedTimes {
  readonly source: "measured";
}

/** Time of a product. */
export type GroupTime = ModelledTime | MeasuredTime;

/** One time over another, round by round or rate by rate. */
export interface GroupRatio {
  /** Source of both times. */
  readonly source: GroupTime["source"];
  /** Quotients, one for each entry of the times. */
  readonly values: readonly number[];
}

/** Times of products on this device: measured side by side on a GPU, modelled for `slots` slots elsewhere. */
export async function groupTimes(
  lab: Lab,
  products: readonly GroupedProduct[],
  { slots, decides = true }: { readonly slots: number; readonly decides?: boolean },
): Promise<readonly GroupTime[]> {
  if (!measuresGroups(lab.device)) return await modelledGroupTimes(lab, products, slots);
  const { rounds, contextRounds } = lab.profile;
  const times = await timeProducts(lab, products, decides ? rounds : contextRounds);
  return times.map((time) => ({ ...time, source: "measured" }));
}

/** Times of products on a card with so many slots, modelled on any device by the rates of their kernels. */
export async function modelledGroupTimes(
  lab: Lab,
  products: readonly GroupedProduct[],
  slots: number,
): Promise<readonly GroupTime[]> {
  const modelled: GroupTime[] = [];
  for (const product of products) {
    const { rates } = await fittedRates(lab, product.kernel);
    modelled.push({ source: "modelled", ms: modelledTimes(product, { rates, slots }) });
  }
  return modelled;
}

/** Milliseconds that stand for a time: the median of its rounds, or the model's at the fitted rates. */
export function typicalMs({ source, ms }: GroupTime): number {
  return source === "measured" ? median(ms) : ms[0];
}

/** Times one after another, added round by round or rate by rate. */
export function sumOfTimes(times: readonly GroupTime[]): GroupTime {
  const [first] = times;
  const ms = first.ms.map((_, i) => sumOf(times, ({ ms }) => ms[i]));
  if (first.source === "modelled") return { source: "modelled", ms };
  const checks = times.flatMap((time) => time.source === "measured" ? [time.check] : []);
  return { ...first, ms, check: worstOf(checks) };
}

/** Divides one time by another, round by round or rate by rate. */
export function ratioOfTimes(above: GroupTime, below: GroupTime): GroupRatio {
  return { source: above.source, values: above.ms.map((ms, i) => ms / below.ms[i]) };
}

/** Measured times of a cell under their metrics; modelled ones are left out. */
export function measuredTimes(
  times: Readonly<Record<string, GroupTime>>,
): Readonly<Record<string, CheckedTimes>> {
  return Object.fromEntries(
    Object.entries(times).flatMap(([metric, { source, ...time }]) =>
      source === "measured" ? [[metric, time as CheckedTimes]] : []
    ),
  );
}

/** Modelled times of a cell, a metric for each change of the rates; measured ones are left out. */
export function modelledFacts(
  times: Readonly<Record<string, GroupTime>>,
): Readonly<Record<string, ModelledValue>> {
  return Object.fromEntries(
    Object.entries(times).flatMap(([metric, { source, ms }]) =>
      source === "measured"
        ? []
        : RATE_CHANGES.map(({ id }, i) => [changedMetric(metric, id), { value: ms[i], source }])
    ),
  );
}

/** Ratios of a cell: all rounds of one under its metric, or a metric for each change of the rates. */
export function ratioFacts(
  ratios: Readonly<Record<string, GroupRatio>>,
): Readonly<Record<string, StatedValue>> {
  return Object.fromEntries(
    Object.entries(ratios).flatMap(([metric, { source, values }]): [string, StatedValue][] =>
      source === "measured"
        ? [[metric, { value: values, source }]]
        : RATE_CHANGES.map(({ id }, i) => [changedMetric(metric, id), { value: values[i], source }])
    ),
  );
}
