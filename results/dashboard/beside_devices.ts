/**
 * Tables of the suites' best ratios with a column for each device.
 *
 * @module
 */
import type { HistorySeries } from "../history/series.ts";
import type { SessionHistory } from "../history/session_history.ts";
import { type Content, html, type Markup } from "../report/markup.ts";
import { intervalText } from "../report/interval_text.ts";
import { formatEstimate } from "../../platform/text/number.ts";
import { contenderLabel } from "../report/suite_label.ts";
import { renderTable } from "../report/tables/table.ts";
import { workloadOf } from "../store/journal.ts";
import { suitePage } from "./address.ts";
import { headlinesOf } from "./headline.ts";

/** Greatest number of suites in a table. */
const MOST_LISTED = 500;

/**
 * Tables of the suites' best ratios on a device, with a column for each other device, one table a profile;
 * none where no other device ran the suites.
 */
export function renderBeside(device: string, { sessions, suites }: SessionHistory): readonly Markup[] {
  return headlinesOf(suites, sessions).flatMap(({ profile, tracks, headlines }) => {
    const rows = headlines.flatMap(({ history, metric, series }) => {
      // The latest track of a device replaces earlier ones.
      const byDevice = new Map(series.toReversed().map((each) => [tracks.get(each.track)!, each]));
      const own = byDevice.get(device);
      return own === undefined ? [] : [{ history, metric, head: own.head, byDevice }];
    });
    const names = new Set(rows.flatMap(({ byDevice }) => [...byDevice.keys()]));
    const devices = [device, ...[...names].filter((each) => each !== device)];
    if (devices.length === 1) return [];
    return [renderTable({
      caption: [
        `Best ratio of each suite, profile ${profile}: the same cell on every device`,
        intervalText(rows.flatMap(({ byDevice }) => [...byDevice.values()].map(({ head }) => head))),
      ].filter(Boolean).join(", ") + ".",
      columns: [
        { heading: "Suite" },
        { heading: "Ratio", kind: "wide" },
        ...devices.map((heading) => ({ heading, kind: "number" as const })),
      ],
      rows: rows.map(({ history: { suite }, metric, head, byDevice }): Content[] => [
        html`<a href="${
          suitePage(suite.id)
        }">${suite.artifact}: ${suite.title}</a> <span class="quiet">${suite.paper}</span>`,
        html`${metric.label} <span class="quiet">${contenderLabel(suite, head.contender)} &middot; ${
          head.dataset || workloadOf(head)
        }</span>`,
        ...devices.map((each) => ratioText(byDevice.get(each))),
      ]),
      limit: MOST_LISTED,
      file: "the pages of the suites",
    })];
  });
}

function ratioText(series: HistorySeries | undefined): string {
  if (series === undefined) return "";
  const { numbers: { median, ci_lo, ci_hi } } = series;
  const [value, lo, hi] = [median, ci_lo, ci_hi].map((each) => finite(each.at(-1)));
  return formatEstimate({ value, lo, hi }, [1]);
}

function finite(value = NaN): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}
