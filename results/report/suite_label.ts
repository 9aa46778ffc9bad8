/**
 * What a suite's contenders and metrics are called; ids that it does not name stand for themselves.
 *
 * @module
 */
import type { SuiteText } from "../session_document.ts";

/** Label of a contender. */
export function contenderLabel(suite: SuiteText, id: string): string {
  return suite.contenders.find((contender) => contender.id === id)?.label ?? id;
}

/** Label of a metric. */
export function metricLabel(suite: SuiteText, id: string): string {
  return suite.metrics.find((metric) => metric.id === id)?.label ?? id.replaceAll("_", " ");
}
