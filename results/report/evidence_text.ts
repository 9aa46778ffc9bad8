/**
 * The evidence of a claim, which begins with the part that speaks most against it, at the length that a place has room for.
 *
 * @module
 */
import { html, type Markup } from "./markup.ts";

/** Characters of evidence that are shown unfolded, and of a part by itself. */
const UNFOLDED = 360, LEADING = 200;

/** Its first part. */
export function leadingEvidence(evidence: string): string {
  const [part] = evidence.split("; ");
  return part.length <= LEADING ? part : `${part.slice(0, LEADING)}…`;
}

/** All of it, what comes after the first part behind a click where it is long. */
export function foldedEvidence(evidence: string): Markup {
  if (evidence.length <= UNFOLDED) return html`${evidence}`;
  const [part] = evidence.split("; "), cut = Math.min(part.length, LEADING);
  return html`<details><summary>${evidence.slice(0, cut)} …</summary>${evidence.slice(cut)}</details>`;
}
