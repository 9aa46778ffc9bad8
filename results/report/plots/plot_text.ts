/**
 * Texts around a plot: titles, captions and reasons for missing values.
 *
 * @module
 */
import type { Row } from "../../row.ts";
import type { MetricText, PlotSpec, SuiteText } from "../../store/session_document.ts";
import { tellsWhose } from "./figures/published_trace.ts";
import type { PlotPoint } from "./figures/series.ts";
import { intervalText } from "../interval_text.ts";
import { formatNumber } from "../../../platform/text/number.ts";
import { contenderLabel, labelInSentence } from "../suite_label.ts";
import { factorText } from "../workload.ts";

/** Label within a sentence or title: `Training time` becomes `training time`, `SpMM time` is unchanged. */
export function labelWithin(label: string): string {
  return label.replace(/^[A-Z](?=[a-z]+\b)/, (letter) => letter.toLowerCase());
}

/** Title with its facet: a dataset or a model alone, a factor's value with the factor's name. */
export function facetTitle(
  title: string,
  facet: string,
  { facet: name = "dataset" }: Pick<PlotSpec, "facet">,
): string {
  if (facet === "") return title;
  return `${title}, ${name === "dataset" || name === "model" ? facet : factorText(name, facet)}`;
}

/** Sentence that applies to every plot of a metric: the baseline, and the better direction. */
export function comparisonText(
  metric: MetricText,
  points: readonly PlotPoint[],
  suite: SuiteText,
): string | false {
  const [base, ...others] = new Set(points.map((point) => point.row.vs).filter(Boolean));
  const sentence = [
    // Many labels include the baseline: "speed-up over METIS".
    base !== undefined && others.length === 0 && !/\bover\b/.test(metric.label) &&
    `Over ${labelInSentence(contenderLabel(suite, base))}`,
    metric.better !== "neither" && `${metric.better} is better`,
  ].filter((part) => part !== false).join("; ");
  return sentence !== "" && `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

/** Explanation of whiskers, where these rows have any. */
export function whiskersText(rows: readonly Row[]): string | false {
  const text = intervalText(rows);
  return text !== "" && `Whiskers: ${text}.`;
}

/** Explanation of the band around 1. */
export function bandText(band: number | undefined): string | false {
  return band !== undefined &&
    `Grey band: within ${formatNumber(100 * band, 3)}\u00a0% of 1, which this session cannot tell from 1.`;
}

/** Explanation of the diamonds, with their series where they have the colour of a line. */
export function publishedPointsText(points: readonly PlotPoint[], onLines: boolean): string | false {
  return points.some((point) => point.published) &&
    `Diamonds: published${onLines && tellsWhose(points) ? ", in the colour of their line" : ""}.`;
}

/** Status of a row with its reason. */
export function statusText({ status, reason }: Row): string {
  return reason ? `${status}: ${reason}` : status;
}
