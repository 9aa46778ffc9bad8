/**
 * Text of a claim's evidence, which begins with the part that speaks most against the claim, cut to the
 * available room.
 *
 * @module
 */
import { html, type Markup } from "../markup.ts";
import { foldedAfter } from "./folded_text.ts";

/** Greatest numbers of characters of unfolded evidence, and of its leading part. */
const UNFOLDED = 360, LEADING = 200;

/** First part of the evidence. */
export function leadingEvidence(evidence: string): string {
  const [part = ""] = evidence.split("; ");
  return part.length <= LEADING ? part : `${part.slice(0, LEADING)}…`;
}

/** Whole evidence, with the parts after the first folded where it is long. */
export function foldedEvidence(evidence: string): Markup {
  if (evidence.length <= UNFOLDED) return html`${evidence}`;
  const [part = ""] = evidence.split("; "), cut = Math.min(part.length, LEADING);
  return foldedAfter(evidence, cut);
}
