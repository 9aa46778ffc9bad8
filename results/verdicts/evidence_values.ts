/**
 * Numbers in a claim's evidence: read back from its words, which are all that a session's files keep of them.
 *
 * @module
 */

/** Side of a claim that a part of its evidence takes; `open` for neither. */
export type EvidenceSide = "against" | "open" | "for";

/** A measured number with its interval, as evidence states it. */
export interface EvidenceValue {
  /** Side of the claim; absent where all parts of the evidence take the same one. */
  readonly side: EvidenceSide | undefined;
  /** Name of the number: `time(a) / time(b) on cora`. */
  readonly text: string;
  /** Median over the rounds. */
  readonly value: number;
  /** Lower end of the 95 % interval. */
  readonly lo: number;
  /** Upper end of the 95 % interval; may be infinite. */
  readonly hi: number;
  /** Unit; empty for ratios and plain numbers. */
  readonly unit: string;
  /**
   * Range in which the claim has the number; an end may be infinite. Absent in sessions that did not state
   * it.
   */
  readonly within?: readonly [least: number, most: number];
}

/** Evidence, split into what has a number with an interval and what is said in words only. */
export interface ReadEvidence {
  /** Numbers in their original order. */
  readonly values: readonly EvidenceValue[];
  /** Other parts, in their original order. */
  readonly texts: readonly string[];
}

/** Quotient of one metric of two contenders. */
export interface NamedQuotient {
  /** Metric of both cells. */
  readonly metric: string;
  /** Contender of the numerator. */
  readonly above: string;
  /** Contender of the denominator. */
  readonly below: string;
  /** Dataset; absent where none is named. */
  readonly dataset: string | undefined;
  /** Text that tells it from the same quotient of other cells, `5 layers beside 6`; absent where none do. */
  readonly note: string | undefined;
}

const SIDE = /^(\d+ of \d+ (against|open|for)): /;
/** `time(a) / time(b) on cora = 1.5 [1.4, 1.6] ms, 15 rounds, claimed above 1, of 2 layers over 3`. */
const VALUE =
  /^(?!true )(.+) = ([-\d.e+]+) \[([-\d.e+]+), ([-\d.e+]+|Infinity)\](?: ([^,]+))?, \d+ rounds(?:, claimed ([^,]+))?(?:, (.+))?$/;
/** `above 1`, `below 1.2`, `0.8 to 1.2`. */
const RANGE = /^(?:(above|below)|([-\d.e+]+) to) ([-\d.e+]+)$/;
const QUOTIENT = /(?:^|[ :])(\w+)\(([^()]+)\) \/ \1\(([^()]+)\)(?: on ([^\s,]+))?(?:, (.+))?$/;
/** Place of a cell: `on reddit (reddit@1/64)`, its workload and its dataset. */
const PLACE = / on ([^\s()]+) \(([^\s()]+)\)/g;

/** A part of a claim's evidence. */
export interface EvidencePart {
  /** Text that tells the side of this part and of those behind it: `2 of 3 against`; absent of the latter. */
  readonly opening?: string;
  /** Side of the claim; absent where all parts of the evidence take the same one. */
  readonly side: EvidenceSide | undefined;
  /** The part in words. */
  readonly text: string;
}

/**
 * Splits a claim's evidence into its parts.
 *
 * @example
 * ```ts
 * const [first, second] = evidenceParts("1 of 3 against: one; 2 of 3 for: two; three");
 * if (first?.text !== "one" || second?.opening !== "2 of 3 for") throw new Error("the parts");
 * ```
 */
export function evidenceParts(evidence: string): readonly EvidencePart[] {
  let side: EvidenceSide | undefined;
  return evidence.split("; ").filter(Boolean).map((part) => {
    const found = SIDE.exec(part);
    if (found === null) return { side, text: part };
    const [all, opening = "", own] = found;
    side = own as EvidenceSide;
    return { opening, side, text: part.slice(all.length) };
  });
}

/**
 * Reads the numbers of a claim's evidence.
 *
 * @example
 * ```ts
 * const { values } = readEvidence("1 of 2 against: time(a) / time(b) = 0.8 [0.7, 0.9], 15 rounds; one more");
 * if (values[0]?.side !== "against" || values[0].value !== 0.8) throw new Error("the first part");
 * ```
 */
export function readEvidence(evidence: string): ReadEvidence {
  const values: EvidenceValue[] = [], texts: string[] = [];
  for (const { side, text: own } of evidenceParts(evidence)) {
    const found = VALUE.exec(own);
    if (found === null) {
      texts.push(own);
      continue;
    }
    const [, name = "", value, lo, hi, unit = "", claimed, more] = found, within = readRange(claimed);
    values.push({
      side,
      text: more === undefined ? name : `${name}, ${more}`,
      value: Number(value),
      lo: Number(lo),
      hi: Number(hi),
      unit,
      ...(within && { within }),
    });
  }
  return { values, texts };
}

/** Reads a claimed range; undefined where there is none. */
function readRange(claimed = ""): EvidenceValue["within"] {
  const found = RANGE.exec(claimed);
  if (found === null) return undefined;
  const [, side, least, bound] = found;
  if (side === "above") return [Number(bound), Infinity];
  return [side === "below" ? -Infinity : Number(least), Number(bound)];
}

/** Reads a number's name as a quotient; undefined where it is another number. */
export function quotientOf({ text }: Pick<EvidenceValue, "text">): NamedQuotient | undefined {
  const found = QUOTIENT.exec(text);
  if (found === null) return undefined;
  const [, metric = "", above = "", below = "", dataset, note] = found;
  return { metric, above, below, dataset, note };
}

/**
 * Names a number for readers: with no underscores, and no dataset beside a workload of the same name.
 *
 * @example
 * ```ts
 * const plain = plainEvidence("spmm_over_dense of epoch on reddit (reddit@1/64)");
 * if (plain !== "spmm over dense of epoch on reddit@1/64") throw new Error("one name of two");
 * ```
 */
export function plainEvidence(text: string): string {
  return text.replace(PLACE, (both, workload: string, dataset: string) => {
    if (workload === dataset.split("@")[0]) return ` on ${dataset}`;
    return workload.startsWith(`${dataset}:`) ? ` on ${workload}` : both;
  }).replaceAll("_", " ");
}
