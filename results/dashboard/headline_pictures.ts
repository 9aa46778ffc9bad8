/**
 * Pictures of headlines, small and beside each other: each suite's best ratio over the sessions.
 *
 * @module
 */
import { elementOf } from "../../platform/lists/element_of.ts";
import { lastOf } from "../../platform/lists/non_empty.ts";
import type { HistorySeries } from "../history/series.ts";
import {
  type HistoryLine,
  type HistoryPoint,
  historySvg,
  ratioText,
  symbolSvg,
} from "../pictures/history_svg.ts";
import { counted } from "../../platform/text/plural.ts";
import { styleColor, symbol } from "../report/plots/figures/series_style.ts";
import { type Content, html, type Markup } from "../report/markup.ts";
import { contenderLabel } from "../report/suite_label.ts";
import type { SuiteText } from "../store/session_document.ts";
import { pointLink } from "./address.ts";
import type { Headline, ProfileHeadlines } from "./headline.ts";

/** Greatest number of sessions in a picture. */
const MOST_PLACES = 60;

type Devices = Pick<ProfileHeadlines, "tracks" | "devices">;

/** Colour and symbol of a track: those of its device, the same on all pages. */
function styleOf(track: string, { tracks, devices }: Devices): Pick<HistoryLine, "color" | "symbol"> {
  const style = Math.max(0, devices.indexOf(tracks.get(track) ?? ""));
  return { color: styleColor(style), symbol: symbol(style) };
}

function pointsOf({ sessions, numbers, texts }: HistorySeries, places: readonly number[]): HistoryPoint[] {
  return sessions.flatMap((session, i): HistoryPoint[] => {
    const [value = NaN, lo = NaN, hi = NaN] = [numbers.median[i], numbers.ci_lo[i], numbers.ci_hi[i]];
    const at = places.indexOf(session);
    if (at < 0 || texts.status[i] !== "ok" || !Number.isFinite(value)) return [];
    return [{ at, value, ...(Number.isFinite(lo) && Number.isFinite(hi) && { interval: [lo, hi] }) }];
  });
}

function lineOf(
  series: HistorySeries,
  { history: { changes } }: Headline,
  { places, devices }: { readonly places: readonly number[]; readonly devices: Devices },
): HistoryLine {
  const steps = changes.filter((change) => change.series === series && places.includes(change.session))
    .map(({ session, step, confirmed }) => ({
      at: places.indexOf(session),
      value: step.after,
      rose: step.after > step.before,
      confirmed: confirmed !== undefined,
    }));
  return { ...styleOf(series.track, devices), points: pointsOf(series, places), steps };
}

/** Contender and workload, whose name often repeats that of the dataset. */
function cellText(suite: SuiteText, { head, workload }: HistorySeries): string {
  const [plain] = head.dataset.split("@");
  const rest = workload === plain ? "" : workload;
  return [...new Set([contenderLabel(suite, head.contender), head.dataset, rest])].filter(Boolean)
    .join(" \u00b7 ");
}

/** Picture of one headline, with its suite, cell and latest value. */
function renderHeadline(headline: Headline, devices: Devices): Markup {
  const { history: { suite }, metric, series } = headline;
  const places = [...new Set(series.flatMap((each) => each.sessions))].sort((a, b) => a - b)
    .slice(-MOST_PLACES);
  const lines = series.map((each) => lineOf(each, headline, { places, devices }));
  const [shown] = series, { id, track, sessions: own } = shown;
  const latest = elementOf(lines, 0).points.at(-1)!;
  const cell = cellText(suite, shown);
  const title = `${suite.artifact}, ${metric.label}, ${cell}: ${ratioText(latest)} in the latest of ${
    counted(places.length, "session")
  }`;
  return html`
    <figure class="card">
      <figcaption><a href="${pointLink(suite.id, id, lastOf(own))}">${suite.artifact}: ${suite
        .title}</a><br>${symbolSvg(styleOf(track, devices))} <strong>${ratioText(
          latest,
        )}&nbsp;&times;</strong> <span
    class="quiet">${metric.label} &middot; ${cell}</span></figcaption>
      ${historySvg({ title, lines, places: places.length, reference: 1 })}
    </figure>
  `;
}

/** Renders the headlines of one profile beside each other, under a key of the devices that they show. */
export function renderHeadlines(profile: ProfileHeadlines): Markup {
  const drawn = new Set(profile.headlines.flatMap(({ series }) => series.map(({ track }) => track)));
  const key = [...profile.tracks].filter(([track]) => drawn.has(track));
  return html`
    <ul class="key">${key.map(([track, label]): Content =>
      html`<li>${symbolSvg(styleOf(track, profile))} ${label}</li>`
    )}</ul>
    <div class="cards">${profile.headlines.map((headline) => renderHeadline(headline, profile))}</div>
  `;
}
