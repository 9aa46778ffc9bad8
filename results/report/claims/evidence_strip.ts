/**
 * Evidence of a claim as small pictures: a dot with its interval for each number, on one axis with the value
 * that the claim compares it with.
 *
 * @module
 */
import { groupBy } from "../../../platform/lists/group_by.ts";
import type { NonEmpty } from "../../../platform/lists/non_empty.ts";
import type { ClaimRow } from "../../row.ts";
import {
  type EvidenceValue,
  plainEvidence,
  quotientOf,
  readEvidence,
} from "../../verdicts/evidence_values.ts";
import { html, type Markup } from "../markup.ts";
import { counted } from "../../../platform/text/plural.ts";
import { formatBeside, formatEstimate } from "../../../platform/text/number.ts";

/** Numbers that are shown unfolded; those that speak against the claim come first. */
const SHOWN = 4;

/** Size of a picture in its own pixels, and its margin to both sides. */
const WIDTH = 240, HEIGHT = 18, MARGIN = 7;

/** Name of a number for readers: `three-step over fused-map on mag@1/62`. */
function nameOf(stated: EvidenceValue): string {
  const quotient = quotientOf(stated);
  if (quotient === undefined) return plainEvidence(stated.text);
  const { metric, above, below, dataset, note } = quotient;
  const before = stated.text.slice(0, stated.text.indexOf(`${metric}(`)).trim();
  return [
    before,
    metric === "time" ? "" : metric.replaceAll("_", " "),
    above === below ? above : `${above} over ${below}`,
    dataset && `on ${dataset}`,
    note && `(${note})`,
  ].filter(Boolean).join(" ");
}

/** Measure of a number; numbers of one measure share an axis. */
function measureOf(stated: EvidenceValue): string {
  const bare = stated.text.replace(/^.*: /, "");
  return quotientOf(stated) ? "quotient" : `${stated.unit} ${bare.split(/ of | on |\(/)[0]}`;
}

/** An interval in a reason, and the bound that it lies beside. */
const BESIDE =
  /([-\d.e+]+) to ([-\d.e+]+) (?:is below|is above|meets|is nearer to) (?:the A\/A band [-\d.]+ to [-\d.]+|([-\d.]+))/;

/** Relative difference of two numbers that are the same but for their last printed digit. */
const SAME = 0.02;

/**
 * Whether a quotient can have been compared with 1, as "faster" is: one that speaks against lies below, one
 * that speaks for a claim above. A claim of another factor ("1.5 times as fast") has others.
 */
function fitsOne({ side, lo, hi }: EvidenceValue): boolean {
  if (side === "against") return hi < 1;
  return side !== "for" || lo > 1;
}

/**
 * Value with which the claim compares numbers of one measure, in evidence that does not state it; undefined
 * where neither they nor its reason say so. A reason may state the interval as a multiple of the bound.
 */
function thresholdOf(values: NonEmpty<EvidenceValue>, claim: ClaimRow): number | undefined {
  if (quotientOf(values[0])) return values.every(fitsOne) ? 1 : undefined;
  return values.map((stated) => statedBound(stated, claim)).find((bound) => bound !== undefined);
}

function statedBound(stated: EvidenceValue, { reason }: ClaimRow): number | undefined {
  const found = BESIDE.exec(reason);
  if (found === null) return undefined;
  const [, lo, hi, bound = "1"] = found, unit = stated.lo / Number(lo);
  if (!(Math.abs(stated.hi / Number(hi) / unit - 1) < SAME)) return undefined;
  return Number((unit * Number(bound)).toPrecision(2));
}

/** Values with which the claim compares each number: as evidence states them, else as they can be told. */
function linesOf(
  values: NonEmpty<EvidenceValue>,
  claim: ClaimRow,
): ReadonlyMap<EvidenceValue, readonly number[]> {
  const told = values.some(({ within }) => within) ? undefined : thresholdOf(values, claim);
  return new Map(values.map((stated) => {
    const { within = told === undefined ? [] : [told] } = stated;
    return [stated, within.filter(Number.isFinite)];
  }));
}

interface Axis {
  readonly at: (value: number) => number;
  readonly lines: ReadonlyMap<EvidenceValue, readonly number[]>;
}

/** Axis over numbers of one measure; logarithmic for quotients, where 2 and 1/2 are as far from 1. */
function axisOf(values: NonEmpty<EvidenceValue>, lines: Axis["lines"]): Axis {
  const ends = values.flatMap(({ value, lo, hi }) => [value, lo, hi]).filter(Number.isFinite);
  const bounds = [...lines.values()].flat(), all = [...ends, ...bounds];
  const isRatio = bounds.includes(1) || (bounds.length > 0 && quotientOf(values[0]) !== undefined);
  const isLog = isRatio && all.every((value) => value > 0);
  const to = isLog ? Math.log : (value: number) => value;
  const [least, most] = [Math.min(...all.map(to)), Math.max(...all.map(to))];
  const span = most - least || 1;
  const at = (value: number) =>
    MARGIN + (WIDTH - 2 * MARGIN) * Math.min(1, Math.max(0, (to(value) - least) / span));
  return { at, lines };
}

const tenth = (value: number) => Math.round(10 * value) / 10;

function strip(stated: EvidenceValue, { at, lines }: Axis): Markup {
  const { value, lo, hi, side } = stated;
  const middle = HEIGHT / 2, tone = side === "against" ? "bad" : side === "open" ? "open" : "good";
  const line = lines.get(stated)!.map((bound) =>
    html`
      <path class="threshold" d="M${tenth(at(bound))} 0V${HEIGHT}" />
    `
  );
  return html`
    <svg class="strip ${tone}" viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true">${line}<path
        d="M${tenth(at(lo))} ${middle}H${tenth(at(hi))}" /><circle cx="${tenth(
          at(value),
        )}" cy="${middle}" r="4" /></svg>
  `;
}

/** Claimed range of a number in words, or where its picture has a line; nothing where there is neither. */
function boundText({ value, lo, hi, within }: EvidenceValue, lines: readonly number[]): string {
  if (lines.length === 0) return "";
  const places = lines.map((bound) => formatBeside(bound, [value, lo, hi]));
  if (within === undefined) return `, line at ${places.join(" and ")}`;
  const side = lines.length === 2 ? "" : within[0] === -Infinity ? "below " : "above ";
  return `, claimed ${side}${places.join(" to ")}`;
}

function list(values: readonly EvidenceValue[], axes: ReadonlyMap<string, Axis | undefined>): Markup {
  const picture = (stated: EvidenceValue) => {
    const axis = axes.get(measureOf(stated));
    return axis === undefined ? html`<span></span>` : strip(stated, axis);
  };
  return html`<ul class="strips">${
    values.map((stated) => {
      const lines = axes.get(measureOf(stated))?.lines.get(stated) ?? [];
      return html`
        <li><span>${nameOf(stated)}</span>${picture(stated)}<span
            class="value">${formatEstimate(stated, lines)}${boundText(stated, lines)}</span></li>
      `;
    })
  }</ul>`;
}

/** Verdict's own side, for evidence whose parts all take it. */
function sided(claim: ClaimRow): readonly EvidenceValue[] {
  const whole = claim.verdict === "differs" || claim.verdict === "analogue-contradicts"
    ? "against"
    : claim.verdict === "inconclusive"
    ? "open"
    : "for";
  return readEvidence(claim.evidence).values.map((stated) => ({ ...stated, side: stated.side ?? whole }));
}

/**
 * Numbers that speak against a claim. Where some are quotients that lie surely below 1, these alone, the
 * smallest first: they need no other factor to be understood.
 */
function worstFirst(values: readonly EvidenceValue[]): readonly EvidenceValue[] {
  const against = values.filter(({ side }) => side === "against");
  const clear = against.filter((stated) => quotientOf(stated) && fitsOne(stated));
  return clear.length > 0 ? clear.toSorted((a, b) => a.value - b.value) : against;
}

/**
 * Renders the numbers of a claim's evidence as pictures, the further ones folded; undefined where it has
 * no number with an interval.
 */
export function renderStrips(
  claim: ClaimRow,
  { shown = SHOWN, onlyAgainst = false } = {},
): Markup | undefined {
  const values = onlyAgainst ? worstFirst(sided(claim)) : sided(claim);
  if (values.length === 0) return undefined;
  const measures = groupBy(values, measureOf);
  const axes = new Map(
    [...measures].map(([measure, own]) => {
      const lines = linesOf(own, claim);
      // A number alone has nothing to be far from.
      const isAlone = own.length === 1 && lines.get(own[0])!.length === 0;
      return [measure, isAlone ? undefined : axisOf(own, lines)] as const;
    }),
  );
  const more = onlyAgainst ? [] : values.slice(shown);
  return html`${list(values.slice(0, shown), axes)}${
    more.length > 0 &&
    html`<details><summary>${counted(more.length, "more number")}</summary>${list(more, axes)}</details>`
  }`;
}
