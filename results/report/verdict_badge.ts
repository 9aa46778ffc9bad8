/**
 * A verdict as a badge that reads without colour: a sign, the words, and a dashed border for analogues.
 *
 * @module
 */
import type { Verdict } from "../row.ts";
import { html, type Markup } from "./markup.ts";

const BADGES: Readonly<Record<Verdict, readonly [sign: string, words: string, style: string]>> = {
  "differs": ["\u2717", "differs", "bad"],
  "analogue-contradicts": ["\u2717", "analogue contradicts", "bad analogue"],
  "inconclusive": ["?", "inconclusive", "open"],
  "reproduced": ["\u2713", "reproduced", "good"],
  "analogue-supports": ["\u2713", "analogue supports", "good analogue"],
  "holds": ["\u2713", "holds by construction", "good analogue"],
  "out-of-regime": ["\u2013", "out of regime", "analogue"],
  "not-run": ["\u2013", "not run", "analogue"],
};

/** Words of a verdict. */
export function verdictWords(verdict: Verdict): string {
  return BADGES[verdict][1];
}

/** Badge of a verdict, with a count before its words where one is given. */
export function verdictBadge(verdict: Verdict): Markup {
  const [sign, words, style] = BADGES[verdict];
  return html`<span class="verdict ${style}"><span aria-hidden="true">${sign} </span>${words}</span>`;
}
