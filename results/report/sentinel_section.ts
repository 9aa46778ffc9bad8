/**
 * Section on the drift of the machine during the session, by its sentinel kernel.
 *
 * @module
 */
import { type SentinelDrift, sentinelReadings, statedDrift } from "../sentinel.ts";
import type { CalibrationRecord, SuiteText } from "../store/session_document.ts";
import { html, type Markup } from "./markup.ts";
import { formatInterval, formatNumber, formatShare } from "../../platform/text/number.ts";
import { renderTable } from "./tables/table.ts";

/**
 * Drift in words: `1.04 × (1.02 to 1.05), 12 comparisons`; the context says what it is a ratio of. Too few
 * samples have no interval: `1.04 ×, 12 comparisons`.
 */
export function driftText({ drift, lo, hi, readings }: SentinelDrift): string {
  if (readings.length < 2) return "one comparison only";
  const interval = Number.isFinite(lo) && Number.isFinite(hi) ? ` (${formatInterval(lo, hi)})` : "";
  return `${formatNumber(drift, 3)} \u00d7${interval}, ${readings.length} comparisons`;
}

/** Drift that a session without readings states, in words; few comparisons say nothing on it. */
export function statedDriftText(calibration: Pick<CalibrationRecord, "sentinelDrift">): string {
  const drift = statedDrift(calibration);
  return drift === undefined
    ? "not told: it ran in fewer than two comparisons"
    : `${formatNumber(drift, 3)} \u00d7`;
}

/**
 * Note on drift for a reader of a suite's times; nothing where the drift stayed below the session's
 * resolution.
 */
export function sentinelNote(
  drift: SentinelDrift | undefined,
  suite: string,
  smallestDifference: number,
): string | undefined {
  const own = sentinelReadings(drift, suite), moved = own.filter((reading) => reading.moved);
  if (moved.length === 0) return undefined;
  const [least, most] = [Math.min, Math.max].map((pick) => pick(...moved.map(({ ratio }) => ratio)));
  const range = moved.length === 1
    ? `${formatNumber(least, 3)} times`
    : `${formatNumber(least, 3)} to ${formatNumber(most, 3)} times`;
  return `While ${moved.length} of ${own.length} comparisons were timed, the sentinel kernel took ${range} its median over the session, more than the ${
    formatShare(smallestDifference)
  } that the session can see. Ratios are of paired rounds; times in ms of this suite carry that drift.`;
}

/** Renders the sentinel's readings for each suite as a table. */
export function renderSentinel(
  drift: SentinelDrift | undefined,
  suites: readonly SuiteText[],
  { smallestDifference, limit }: { readonly smallestDifference: number; readonly limit: number },
): Markup {
  if (drift === undefined) return html``;
  const rows = suites.flatMap(({ id, artifact }) => {
    const own = sentinelReadings(drift, id);
    if (own.length === 0) return [];
    const ratios = own.map(({ ratio }) => ratio);
    const moved = own.filter((reading) => reading.moved).length;
    return [[
      html`<span class="whole">${id}</span>`,
      artifact,
      own.length,
      formatNumber(Math.min(...ratios), 3),
      formatNumber(Math.max(...ratios), 3),
      moved === 0 ? "no" : `in ${moved} of ${own.length}`,
    ]];
  });
  return html`<h3 id="sentinel">How far the machine moved</h3>
<p>The sentinel kernel is timed in every round of every comparison, always on the same data; its median over the session is ${
    formatNumber(drift.ms)
  } ms. Slowest over fastest comparison: ${driftText(drift)}.</p>${
    renderTable({
      caption: "Sentinel kernel beside each suite, over its median of the session.",
      columns: [
        { heading: "Suite" },
        { heading: "Artifact" },
        { heading: "Comparisons", kind: "number" },
        { heading: "Least", kind: "number" },
        { heading: "Most", kind: "number" },
        { heading: `Moved by more than ${formatShare(smallestDifference)}` },
      ],
      rows,
      limit,
      file: "rows.csv",
    })
  }`;
}
