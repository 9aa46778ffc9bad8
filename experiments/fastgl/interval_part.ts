/**
 * Claims about one number that was measured round by round: where its interval lies.
 *
 * @module
 */
import { type ClaimPart, weakestDatasetKind } from "../../results/evidence.ts";
import type { SuiteEvidence } from "../suite_evidence.ts";
import type { Row } from "../../results/row.ts";

/** The row lies on one side of a bound: by its whole interval, or on the other by all of it, or the part is open. */
export function beyond(
  evidence: SuiteEvidence,
  row: Row,
  { side, bound }: { readonly side: "above" | "below"; readonly bound: number },
): ClaimPart {
  const { ci_lo: low = row.median!, ci_hi: high = row.median!, unit } = row;
  const of = [row.contender, row.dataset && `on ${row.dataset}`, row.model && `(${row.model})`].filter(
    Boolean,
  )
    .join(" ");
  const words = `${row.metric} of ${of} = ${spell(row.median!)} [${spell(low)}, ${spell(high)}] ${unit}`;
  const [isAbove, isBelow] = [low > bound, high < bound];
  const part = evidence.exact(side === "above" ? isAbove : isBelow, words, [row], row.median);
  if (isAbove || isBelow) return part;
  const { source, datasetKind } = part;
  return { kind: "open", words, source, datasetKind, reason: `the interval meets ${bound} ${unit}` };
}

/** Of two rows that no round has both of, the first lies below the second. */
export function lower(evidence: SuiteEvidence, less: Row, more: Row): ClaimPart {
  const [a, b] = [less, more].map(({ median, ci_lo, ci_hi }) => ({
    ...{ value: median!, low: ci_lo ?? median!, high: ci_hi ?? median! },
  }));
  const words = `${less.metric} = ${spell(a.value)} on ${less.dataset}, ${spell(b.value)} on ${more.dataset}`;
  const part = evidence.exact(a.high < b.low, words, [less, more], a.value / b.value);
  if (a.high < b.low || a.low > b.high) return part;
  const { source, datasetKind } = part;
  return { kind: "open", words, source, datasetKind, reason: "intervals overlap" };
}

/** A part about means over graphs rests on data of the kind that these graphs are of. */
export function overGraphs<P extends ClaimPart>(part: P, rows: readonly Row[]): P {
  return { ...part, datasetKind: weakestDatasetKind(rows.map(({ dataset_kind }) => dataset_kind)) };
}

const spell = (value: number) => value.toPrecision(3);
