/**
 * The line that the author's loop prints of a pass.
 *
 * @module
 */
import type { RatioSummary } from "../../platform/statistics/mod.ts";
import { formatNumber, formatShare } from "../../platform/text/number.ts";
import type { PassResult } from "./pass.ts";
import type { Checked } from "./worker_messages.ts";

/** Says whether a result was right: its worst entry, and that entry's error over the tolerance. */
function checkText({ ok, worst, checkedRows }: Checked): string {
  if (worst === undefined) return ok ? "right (nothing to compare)" : "wrong";
  const { row, col, got, wanted, share } = worst;
  const error = typeof share === "number" ? formatNumber(share, 2) : share;
  const place = `worst row ${row}, error ${error} of the tolerance`;
  if (ok) return `right (${place}, ${formatNumber(checkedRows)} rows)`;
  const where = col === undefined ? "a projection of the row" : `column ${col}`;
  return `WRONG (${place}; ${where} is ${got}, the oracle has ${wanted})`;
}

function ratioText(ratio: RatioSummary | undefined, other: string): string[] {
  if (ratio === undefined) return [];
  const { median, ciLo, ciHi } = ratio;
  const [middle, low, high] = [median, ciLo, ciHi].map((value) => formatNumber(value, 4));
  return [`${middle}x ${other} [${low}, ${high}]`];
}

/** Line of a pass: right or wrong, time, speed-ups with their intervals, share of the roofline. */
export function passLine({ kernel, check, timed }: PassResult, baseline: string): string {
  const said = `${kernel}  ${checkText(check)}`;
  if (!check.ok) return said;
  if (timed === undefined) return `${said}  not timed (software adapter)`;
  const { ms, overBefore, overBaseline, share } = timed;
  return [
    said,
    `${formatNumber(ms)} ms`,
    ...ratioText(overBefore, "last version"),
    ...ratioText(overBaseline, baseline),
    `${formatShare(share)} of roofline`,
  ].join("  ");
}
