/**
 * Suites as a session has them.
 *
 * @module
 */
import type { SuiteText } from "../results/store/session_document.ts";
import { metricTexts } from "./metrics.ts";
import { paperOf, type Suite } from "./suite.ts";

/** A suite as a reader sees it, with the command that repeats it. */
export function suiteText(suite: Suite, command: string): SuiteText {
  const { id, artifact, title, question, contenders, baseline, metrics, plots, settings, notes } = suite;
  return {
    id,
    paper: paperOf(suite),
    artifact,
    title,
    question,
    contenders: contenders.map(({ id, label }) => ({ id, label })),
    baseline,
    metrics: metricTexts(metrics),
    plots,
    settings,
    notes,
    command,
  };
}
