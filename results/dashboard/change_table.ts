/**
 * Table of steps: the series, the size of the step and its first session.
 *
 * @module
 */
import { elementOf } from "../../platform/lists/element_of.ts";
import type { Change, ChangeKind } from "../history/changes.ts";
import type { SessionEntry, SuiteHistory } from "../history/session_history.ts";
import { WARM_UP } from "../history/step_detection.ts";
import { trackLabel } from "../history/track.ts";
import { type Content, html, type Markup } from "../report/markup.ts";
import { formatNumber } from "../../platform/text/number.ts";
import { formatUnit } from "../../platform/text/unit.ts";
import { contenderLabel, metricLabel } from "../report/suite_label.ts";
import { renderTable } from "../report/tables/table.ts";
import { pointLink } from "./address.ts";

const STYLES: Readonly<Record<ChangeKind, string>> = {
  regression: "bad",
  improvement: "good",
  change: "open",
};

/** A step with its suite. */
export interface SuiteChange {
  /** Suite. */
  readonly history: SuiteHistory;
  /** The step. */
  readonly change: Change;
}

/** Size of a step in words, such as `1.12 times as long`; a percentage would leave its base open. */
export function stepSize({ step: { before, after } }: Change): string {
  const ratio = after / before;
  return ratio > 0 && Number.isFinite(ratio) ? `\u00d7 ${formatNumber(ratio, 3)}` : "";
}

/** Badge of a step: its meaning, and whether it is confirmed. */
function changeBadge({ kind, confirmed }: Change): Markup {
  return html`<span class="verdict ${STYLES[kind]}${confirmed === undefined && " analogue"}">${kind}${
    confirmed === undefined && ", unconfirmed"
  }</span>`;
}

/** Renders steps as a table, or a sentence where there are none. */
export function renderChanges(
  changes: readonly SuiteChange[],
  sessions: readonly SessionEntry[],
  limit: number,
): Markup {
  if (changes.length === 0) {
    return html`<p>No step in any history. One is confirmed when it has persisted for two sessions, and told from
noise only where ${WARM_UP} sessions on one device and profile came before it.</p>`;
  }
  return renderTable({
    caption: "Steps, the latest first. One that awaits another session is unconfirmed.",
    columns: [
      { heading: "What changed" },
      { heading: "Kind" },
      { heading: "Size", kind: "number" },
      { heading: "Before", kind: "number" },
      { heading: "After", kind: "number" },
      { heading: "Since session" },
      { heading: "Device" },
    ],
    rows: changes.map(({ history: { suite }, change }): Content[] => {
      const { series: { id, head, workload }, step, session } = change;
      const { document } = elementOf(sessions, session);
      const value = (level: number) => `${formatNumber(level)} ${formatUnit(head.unit)}`.trim();
      return [
        html`
          <a href="${pointLink(suite.id, id, session)}">${metricLabel(suite, head.metric)}, ${contenderLabel(
            suite,
            head.contender,
          )}</a> <span
            class="quiet">${suite.id} &middot; ${head.dataset || workload}${head.dataset !== workload &&
              head.dataset !== "" && ` \u00b7 ${workload}`}</span>
        `,
        changeBadge(change),
        stepSize(change),
        value(step.before),
        value(step.after),
        html`<span class="whole">${document.session}</span>`,
        trackLabel(document),
      ];
    }),
    limit,
    file: "the pages of the suites",
  });
}
