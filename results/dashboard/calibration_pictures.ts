/**
 * Pictures of a device's calibrations over the sessions.
 *
 * @module
 */
import type { SessionEntry } from "../history/session_history.ts";
import { type HistoryLine, historySvg, symbolSvg } from "../pictures/history_svg.ts";
import { type Content, html, type Markup } from "../report/markup.ts";
import { formatNumber } from "../report/number.ts";
import { styleColor, symbol } from "../report/plots/figure.ts";
import type { CalibrationText } from "../store/session_document.ts";

/** Greatest number of sessions in a picture. */
const MOST_DRAWN = 200;

/** A number of the device's calibration. */
interface Fact {
  /** Name of the number with its unit. */
  readonly title: string;
  /** Value in one session. */
  readonly of: (calibration: CalibrationText) => number;
}

const FACTS: readonly Fact[] = [
  { title: "Smallest difference an A/A run can see (%)", of: (own) => 100 * own.smallestDifference },
  { title: "Sentinel kernel, slowest over fastest (\u00d7)", of: (own) => own.sentinelDrift },
  { title: "Memory bandwidth, probed (GB/s)", of: (own) => own.bandwidthGBs },
  { title: "Arithmetic, probed (GFLOP/s)", of: (own) => own.gflops },
];

/** Picture of a number over the sessions, one line a profile. */
function renderFact(
  { title, of }: Fact,
  sessions: readonly SessionEntry[],
  profiles: readonly string[],
): Markup {
  const lines = profiles.map((profile, style): HistoryLine => ({
    color: styleColor(style),
    symbol: symbol(style),
    points: sessions.flatMap(({ document }, at) =>
      document.profile === profile && document.calibration !== null
        ? [{ at, value: of(document.calibration) }]
        : []
    ),
    steps: [],
  }));
  const latest = sessions.at(-1)!.document.calibration!;
  const words = `${title}: ${formatNumber(of(latest), 3)} in the latest of ${sessions.length} sessions`;
  return html`
    <figure class="card"><figcaption>${title}<br><strong>${formatNumber(of(latest), 3)}</strong></figcaption>
      ${historySvg({ title: words, lines, places: sessions.length })}</figure>
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
