/**
 * Lines of CSV (RFC 4180): they end in LF, and fields are quoted only where necessary.
 *
 * @module
 */

/** Value of a written field; `undefined` and `null` become the empty text. */
export type CsvValue = string | number | boolean | null | undefined;

/**
 * Characters for which a field is quoted. A leading byte order mark or a CR would be taken for the file's
 * own.
 */
const QUOTED = /[",\r\n]|^\ufeff/;

/** Formats one line with its line end. A number is written so that it is read back to the same bits. */
export function csvLine(values: readonly CsvValue[]): string {
  // A lone empty field would be an empty line.
  if (values.length === 1 && String(values[0] ?? "") === "") return '""\n';
  return values.map((value) => {
    const text = String(value ?? "");
    return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  }).join(",") + "\n";
}
