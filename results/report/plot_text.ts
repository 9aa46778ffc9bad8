/**
 * The words around a plot: titles, captions and the reasons why something is not drawn.
 *
 * @module
 */
import type { Row } from "../row.ts";
import type { MetricText, SuiteText } from "../session_document.ts";
import type { PlotPoint } from "./figure.ts";
import { formatNumber } from "./number.ts";
import { contenderLabel } from "./suite_label.ts";

/** A label inside a sentence or title: `Training time` as `training time`, `SpMM time` as it is. */
export function labelWithin(label: string): string {
  return label.replace(/^[A-Z](?=[a-z]+\b)/, (letter) => letter.toLowerCase());
}

/** A title with the facet that it is of. */
export function facetTitle(title: string, facet: string): string {
  return facet === "" ? title : `${title}, ${facet}`;
}

/** What is true of every plot of a metric: against what, and which way is better. */
export function comparisonSentence(
  metric: MetricText,
  points: readonly PlotPoint[],
  suite: SuiteText,
): string | false {
  const bases = new Set(points.map((point) => point.row.vs).filter(Boolean));
  const sentence = [
    bases.size === 1 && `Over ${contenderLabel(suite, [...bases][0])}`,
    metric.better !== "neither" && `${metric.better} is better`,
  ].filter((part) => part !== false).join("; ");
  return sentence !== "" && `${sentence[0].toUpperCase()}${sentence.slice(1)}.`;
}

/** What whiskers are, where these rows have any. */
export function whiskersSentence(rows: readonly Row[]): string | false {
  return rows.some((row) => row.ci_lo !== undefined) && "Whiskers: 95\u00a0% intervals.";
}

/** What the band around 1 is. */
export function bandSentence(band: number | undefined): string | false {
  return band !== undefined &&
    `Grey band: within ${formatNumber(100 * band, 3)}\u00a0% of 1, which this session cannot tell from 1.`;
}

/** What the diamonds are. */
export function publishedSentence(points: readonly PlotPoint[]): string | false {
  return points.some((point) => point.published) && "Diamonds: published.";
}

/** A row's status with its reason. */
export function statusWords({ status, reason }: Row): string {
  return reason ? `${status}: ${reason}` : status;
}
