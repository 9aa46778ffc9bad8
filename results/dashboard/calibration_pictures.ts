/**
 * Pictures of a device's calibrations over the sessions.
 *
 * @module
 */
import { zip } from "../../platform/lists/zip.ts";
import type { SessionEntry } from "../history/session_history.ts";
import { type HistoryLine, historySvg, symbolSvg } from "../pictures/history_svg.ts";
import { type Content, html } from "../report/markup.ts";
import { counted } from "../../platform/text/plural.ts";
import { formatNumber } from "../../platform/text/number.ts";
import { styleColor, symbol } from "../report/plots/figures/series_style.ts";
import { statedDrift } from "../sentinel.ts";
import type { CalibrationRecord } from "../store/session_document.ts";

/** Greatest number of sessions in a picture. */
const MOST_DRAWN = 200;

/** A number of the device's calibration. */
interface Fact {
  /** Name of the number with its unit. */
  readonly title: string;
  /** Value in one session; undefined where it was not told. */
  readonly of: (calibration: CalibrationRecord) => number | undefined;
}

const FACTS: readonly Fact[] = [
  { title: "Smallest difference an A/A run can see (%)", of: (own) => 100 * own.smallestDifference },
  { title: "Sentinel kernel, slowest over fastest (\u00d7)", of: statedDrift },
  { title: "Memory bandwidth, probed (GB/s)", of: (own) => own.bandwidthGBs },
  { title: "Arithmetic, probed (GFLOP/s)", of: (own) => own.gflops },
];

/** Picture of a number over the sessions, one line a profile; none where no session tells it. */
function renderFact(
  { title, of }: Fact,
  sessions: readonly SessionEntry[],
  profiles: readonly string[],
): Content {
  const values = sessions.map(({ document }) => of(document.calibration!));
  const latest = values.findLast((value) => value !== undefined);
  if (latest === undefined) return "";
  const known = values.filter((value) => value !== undefined).length;
  const lines = profiles.map((profile, style): HistoryLine => ({
    color: styleColor(style),
    symbol: symbol(style),
    points: zip(sessions, values).flatMap(([{ document }, value], at) =>
      document.profile === profile && value !== undefined ? [{ at, value }] : []
    ),
    steps: [],
  }));
  const text = `${title}: ${formatNumber(latest, 3)} in the latest of ${counted(known, "session")}`;
  return html`
    <figure class="card"><figcaption>${title}<br><strong>${formatNumber(latest, 3)}</strong></figcaption>
      ${historySvg({ title: text, lines, places: sessions.length })}</figure>
  `;
}

/** Pictures of the calibrations, with a key where the device ran several profiles. */
export function renderCalibrations(sessions: readonly SessionEntry[]): Content {
  const calibrated = sessions.filter(({ document }) => document.calibration !== null).slice(-MOST_DRAWN);
  if (calibrated.length === 0) return html`<p>No session of it was calibrated.</p>`;
  const profiles = [...new Set(calibrated.map(({ document }) => document.profile))];
  return html`${
    profiles.length > 1 && html`<ul class="key">${
      profiles.map((profile, style) =>
        html`<li>${symbolSvg({ color: styleColor(style), symbol: symbol(style) })} ${profile}</li>`
      )
    }</ul>`
  }<div class="cards">${FACTS.map((fact) => renderFact(fact, calibrated, profiles))}</div>`;
}
