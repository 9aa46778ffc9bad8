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

/** Label of a metric. */
export function metricLabel(suite: SuiteText, id: string): string {
  return suite.metrics.find((metric) => metric.id === id)?.label ?? id.replaceAll("_", " ");
}
