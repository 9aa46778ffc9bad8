/**
 * Labels of a suite's contenders and metrics; ids without a label stand for themselves.
 *
 * @module
 */
import type { SuiteText } from "../store/session_document.ts";

/** Label of a contender. */
export function contenderLabel(suite: SuiteText, id: string): string {
  return suite.contenders.find((contender) => contender.id === id)?.label ?? id;
}

/**
 * Label as a sentence quotes it: in quotation marks where the sentence would take a mark of the label for one
 * of its own.
 *
 * @example
 * ```ts
 * const quoted = labelInSentence("scalar loop, as DGL's");
 * if (quoted !== "\u201cscalar loop, as DGL's\u201d") throw new Error(quoted);
 * ```
 */
export function labelInSentence(label: string): string {
  return /[,;:()]/.test(label) ? `\u201c${label}\u201d` : label;
}

/** Label of a metric. */
export function metricLabel(suite: SuiteText, id: string): string {
  return suite.metrics.find((metric) => metric.id === id)?.label ?? id.replaceAll("_", " ");
}
