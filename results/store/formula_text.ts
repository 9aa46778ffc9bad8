/**
 * Cells that a spreadsheet would evaluate. A text that begins like a formula can come from any dataset's
 * name, and a spreadsheet must show it as text.
 *
 * @module
 */

/** Beginnings that spreadsheets take for a formula, after any number of protecting apostrophes. */
const FORMULA = /^'*[=+\-@\t\r\n]/;
const PROTECTED = /^'+[=+\-@\t\r\n]/;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * Writes a cell: an apostrophe goes before a text that begins like a formula, and before one that would be
 * read back as such a text. Numbers are unchanged.
 *
 * @example
 * ```ts
 * if (formulaAsText("=1+1") !== "'=1+1" || formulaAsText("-5") !== "-5") throw new Error("protected");
 * ```
 */
export function formulaAsText(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

/** Reads a written cell. Cells of files from before the apostrophe was written are read as they are. */
export function textOfFormula(cell: string): string {
  // Most cells begin with another character, and sites read a million rows.
  return cell.charCodeAt(0) === 0x27 && PROTECTED.test(cell) ? cell.slice(1) : cell;
}
