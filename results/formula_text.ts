/**
 * Cells that a spreadsheet would run. Whoever opens a session's CSV in one must see its texts, and a text
 * that begins like a formula can come from any dataset's name.
 *
 * @module
 */

/**
 * Beginnings that spreadsheets take for a formula, behind any number of the apostrophes that protect from it.
 */
const FORMULA = /^'*[=+\-@\t\r\n]/;
const PROTECTED = /^'+[=+\-@\t\r\n]/;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * A cell as it is written: one apostrophe goes before a text that begins like a formula, and before one that
 * would be read back as such a text. Numbers stay as they are.
 *
 * @example
 * ```ts
 * if (formulaAsText("=1+1") !== "'=1+1" || formulaAsText("-5") !== "-5") throw new Error("protected");
 * ```
 */
export function formulaAsText(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

/** The text of a written cell. Cells of files from before the apostrophe was written are their own text. */
export function textOfFormula(cell: string): string {
  // Most cells begin with something else, and sites read a million rows.
  return cell.charCodeAt(0) === 0x27 && PROTECTED.test(cell) ? cell.slice(1) : cell;
}
