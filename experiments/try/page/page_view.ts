/**
 * Results of the page as HTML: how far the clock can be trusted, and the ladder on each graph beside recorded
 * devices.
 *
 * @module
 */
import type { Row } from "../../../results/row.ts";
import { aaText } from "../../../results/report/aa_text.ts";
import { type Content, html, type Markup } from "../../../results/report/markup.ts";
import { counted } from "../../../platform/text/plural.ts";
import { formatInterval, formatNumber } from "../../../platform/text/number.ts";
import type { DatasetSummary } from "../../../results/store/session_document.ts";
import type { RecordedTime } from "../recorded_time.ts";
import type { PageSession } from "./page_session.ts";

/** Clock of the device, as far as the page trusts it. */
export interface ClockFacts {
  /** Timestamp milliseconds in one of the browser's; absent without timestamps. */
  readonly ratio?: number;
  /** Step of the timestamps in nanoseconds. */
  readonly quantumNs?: number;
  /** Milliseconds of one wait for the card. */
  readonly waitMs: number;
}

/** A short time in words. */
const stepText = (ns: number): string =>
  ns < 1000 ? `${formatNumber(ns, 3)} ns` : `${formatNumber(ns / 1000, 3)} \u00b5s`;

const percent = (share: number): string => `${formatNumber(100 * share, 2)} %`;

/** Sentences on the clock. */
function clockSentences({ document, clockMs }: PageSession, clock: ClockFacts): readonly Content[] {
  const { timer, ratio, quantumNs = 0, waitMs } = { timer: document.environment["device timer"], ...clock };
  const stamps = ratio === undefined
    ? "The browser gives no timestamps of the card."
    : timer === "gpu-timestamp"
    ? `Times are the card's own timestamps, in steps of ${
      stepText(quantumNs)
    }. Over a long batch they differ from the browser's clock by ${percent(Math.abs(ratio - 1))}.`
    : `The card's timestamps differ from the browser's clock by ${percent(Math.abs(ratio - 1))}: not used.`;
  const wall = timer === "gpu-timestamp"
    ? ""
    : ` Times are those of the browser's clock, between a batch and one of twice its length. A wait for the card takes ${
      formatNumber(waitMs, 2)
    } ms.`;
  return [
    `${stamps}${wall}`,
    `The browser's own clock moves in steps of ${formatNumber(clockMs, 2)} ms.`,
  ];
}

/** Doubts about the times, which a reader has to know first. */
function renderTrust(session: PageSession, clock: ClockFacts): Markup {
  const { device, calibration } = session.document;
  const sentences: Content[] = [
    ...device.adapterKind === "software"
      ? ["This adapter emulates a card on the CPU: its checks count, its times say nothing about a card."]
      : [],
    ...clockSentences(session, clock),
    ...calibration === null ? [] : [
      html`The same kernel against itself (${aaText(calibration)}): <strong>a difference below ${
        percent(calibration.smallestDifference)
      } cannot be seen</strong> in this session.`,
      `Memory of the card, by a probe: ${formatNumber(calibration.bandwidthGBs, 3)} GB/s; arithmetic: ${
        formatNumber(calibration.gflops, 3)
      } GFLOP/s.`,
      ...calibration.sentinelDrift > 1
        ? [`A kernel that runs in every round drifted by ${percent(calibration.sentinelDrift - 1)}.`]
        : [],
    ],
  ];
  return html`
    <h2>How far to trust the times</h2>
    <ul>${sentences.map((each) => html`<li>${each}</li>`)}</ul>
  `;
}

/** One line of a ladder. */
interface Line {
  readonly name: Content;
  readonly kind: "own" | "recorded";
  /** Milliseconds with their interval; absent where nothing was timed. */
  readonly time?: { readonly ms: number; readonly lo: number; readonly hi: number };
  readonly note: string;
}

/** Word on a kernel's check. */
function checkText({ status, reason, checked_rows: rows, rel_err: error, tolerance }: Row): string {
  if (status === "wrong") return `WRONG: ${reason}`;
  const checked = rows === undefined
    ? "not checked"
    : `right in ${counted(rows, "row")}, error ${formatNumber(error, 2)} of ${
      formatNumber(tolerance, 2)
    } allowed`;
  if (status === "ok") return checked;
  // Behind a semicolon stands a flag of the command line that would help.
  return `${checked}; ${status}: ${status === "skipped" ? reason.split(";")[0] : reason}`;
}

function ownLine(row: Row): Line {
  const { median: ms, ci_lo: lo = ms, ci_hi: hi = ms, contender: name } = row;
  const note = checkText(row);
  return ms === undefined || lo === undefined || hi === undefined
    ? { name, kind: "own", note }
    : { name, kind: "own", time: { ms, lo, hi }, note };
}

function recordedLine(
  { device, backend, isa, contender, ms, interval: [lo, hi], session }: RecordedTime,
): Line {
  const name = html`${device} <span class="quiet">${contender}, ${isa === "" ? backend : isa}</span>`;
  return { name, kind: "recorded", time: { ms, lo, hi }, note: `recorded in ${session}` };
}

/** Bar of a rate, with its interval as a line, among rates up to `most`. */
function bar({ kind, time }: Line, amount: number, most: number): Markup | undefined {
  if (time === undefined) return undefined;
  const at = (ms: number) => (100 * Math.min(1, amount / ms / most)).toFixed(2);
  return html`
    <svg class="bar ${kind}" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect
        x="0" y="1" width="${at(time.ms)}" height="8" />
      <line x1="${at(time.hi)}" y1="5" x2="${at(time.lo)}" y2="5" />
    </svg>
  `;
}

/** The ladder on one graph. */
function renderLadder(
  dataset: DatasetSummary,
  rows: readonly Row[],
  recorded: readonly RecordedTime[],
): Markup {
  const own = rows.filter(({ dataset: name, metric }) => name === dataset.name && metric === "time");
  const gflops = rows.find(({ dataset: name, metric }) => name === dataset.name && metric === "gflops");
  const timed = own.find(({ cell }) => cell === gflops?.cell);
  // Work of a product in millions of operations: the same for all kernels.
  const amount = gflops?.median !== undefined && timed?.median !== undefined
    ? gflops.median * timed.median
    : 1;
  const width = Number(/(?:^|;)width=(\d+)/.exec(own[0]?.factors ?? "")?.[1]);
  const beside = recorded.filter((each) => each.datasetHash === dataset.hash && each.width === width);
  const lines = [...own.map(ownLine), ...beside.map(recordedLine)];
  const most = Math.max(...lines.flatMap(({ time }) => time ? [amount / time.lo] : []), 0);
  const size = [
    counted(dataset.vertices, "vertex", "vertices"),
    counted(dataset.storedEdges, "edge"),
    counted(width, "column"),
  ].join(", ");
  const body = lines.map((line) =>
    html`
      <tr class="${line.kind}">
        <th scope="row">${line.name}${bar(line, amount, most)}<span class="quiet">${line.note}</span></th>
        <td>${line.time && formatNumber(line.time.ms)}<span class="quiet">${line.time &&
          formatInterval(line.time.lo, line.time.hi)}</span></td>
        <td>${line.time && gflops && formatNumber(amount / line.time.ms, 3)}</td>
      </tr>
    `
  );
  return html`
    <section><h3>${dataset.name}</h3><p class="quiet">${size}</p>${sentence(lines)}
      <table><caption>Time of one product, median with its 95 % interval. Longer bars are faster; hollow ones are
          recorded devices.</caption><thead><tr><th scope="col">Kernel</th><th scope="col">ms</th><th
            scope="col">GFLOP/s</th></tr></thead><tbody>${body}</tbody></table></section>
  `;
}

/** The fastest kernel of the card beside the fastest recorded device. */
function sentence(lines: readonly Line[]): Markup | undefined {
  const fastest = (kind: Line["kind"]) =>
    lines.filter((line) => line.kind === kind && line.time).toSorted((a, b) => a.time!.ms - b.time!.ms)[0];
  const own = fastest("own"), other = fastest("recorded");
  if (own === undefined) return undefined;
  const ratio = other && other.time!.ms / own.time!.ms;
  return html`<p>Shortest median: <strong>${own.name}</strong>, ${formatNumber(own.time!.ms)} ms${
    ratio !== undefined &&
    html`; the fastest recorded device takes ${formatNumber(ratio, 3)} times as long (${other!.name})`
  }.</p>`;
}

/** All results of a session so far. */
export function renderResults(
  session: PageSession,
  recorded: readonly RecordedTime[],
  clock: ClockFacts,
): string {
  const { datasets } = session.document;
  const done = datasets.filter(({ name }) => session.rows.some(({ dataset }) => dataset === name));
  return html`${renderTrust(session, clock)}${
    done.length > 0 && html`<h2>The ladder</h2>${
      done.map((each) => renderLadder(each, session.rows, recorded))
    }`
  }`.source;
}
