/**
 * Long text in a cell of a table, folded after its first words.
 *
 * @module
 */
import { html, type Markup } from "../markup.ts";

/** Text of which all after the first `shown` characters is folded. */
export function foldedAfter(text: string, shown: number): Markup {
  return html`<details><summary>${text.slice(0, shown)} …</summary>${text.slice(shown)}</details>`;
}

/** Greatest numbers of characters of an unfolded remark, and of its first words. */
const UNFOLDED = 160, LEADING = 32;

/** Whole remark, with what follows its first words folded where it is long. */
export function foldedRemark(remark: string): Markup {
  if (remark.length <= UNFOLDED) return html`${remark}`;
  const space = remark.lastIndexOf(" ", LEADING);
  return foldedAfter(remark, space > 0 ? space : LEADING);
}
