/**
 * The words around a plot: titles, captions and the reasons why something is not drawn.
 *
 * @module
 */
import type { Row } from "../row.ts";
import type { MetricText, PlotText, SuiteText } from "../session_document.ts";
import { type PlotPoint, tellsWhose } from "./figure.ts";
import { formatNumber } from "./number.ts";
import { contenderLabel } from "./suite_label.ts";
import { factorWords } from "./workload.ts";

/** A label inside a sentence or title: `Training time` as `training time`, `SpMM time` as it is. */
export function labelWithin(label: string): string {
  return label.replace(/^[A-Z](?=[a-z]+\b)/, (letter) => letter.toLowerCase());
}

/** A title with the facet that it is of: a dataset or a model by itself, a factor's value with the factor's name. */
export function facetTitle(
  title: string,
  facet: string,
  { facet: name = "dataset" }: Pick<PlotText, "facet">,
): string {
  if (facet === "") return title;
  return `${title}, ${name === "dataset" || name === "model" ? "" : `${factorWords(name)} `}${facet}`;
}

/** What is true of every plot of a metric: against what, and which way is better. */
export function comparisonSentence(
  metric: MetricText,
  points: readonly PlotPoint[],
  suite: SuiteText,
): string | false {
  const bases = new Set(points.map((point) => point.row.vs).filter(Boolean));
  const sentence = [
    // Many a label says it: "speed-up over METIS".
    bases.size === 1 && !/\bover\b/.test(metric.label) && `Over ${contenderLabel(suite, [...bases][0])}`,
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

/** What the diamonds are, and whose where they have the colour of a line. */
export function publishedSentence(points: readonly PlotPoint[], onLines: boolean): string | false {
  return points.some((point) => point.published) &&
    `Diamonds: published${onLines && tellsWhose(points) ? ", in the colour of their line" : ""}.`;
}

/** A row's status with its reason. */
export function statusWords({ status, reason }: Row): string {
  return reason ? `${status}: ${reason}` : status;
}
