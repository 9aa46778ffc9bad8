/**
 * Reader of comma-separated numbers, one row a line, without a header.
 *
 * @module
 */
import { DataError } from "../../platform/errors.ts";
import type { ByteSource } from "./bytes/byte_source.ts";
import { forEachLine, quoteBytes } from "./bytes/text_lines.ts";

/** Called with the numbers of a line, in an array that is reused; lines count from 1. */
export type RowVisitor = (row: readonly number[], line: number) => void;

/**
 * Visits every row. All have as many numbers as the first; `nan` is a number here.
 *
 * @throws {DataError} naming file and line where a row is anything else.
 */
export async function forEachNumberRow(source: ByteSource, visit: RowVisitor): Promise<void> {
  const decoder = new TextDecoder("latin1");
  const row: number[] = [];
  let width = -1;
  await forEachLine(source, (bytes, begin, end, line) => {
    const text = decoder.decode(bytes.subarray(begin, end));
    const fields = text.split(",");
    row.length = 0;
    // Number() reads more than decimal numbers, so the line's characters are checked first.
    let plain = /^(?:[-+0-9.eE, ]|nan)*$/i.test(text);
    for (const field of fields) {
      const value = Number(field);
      plain &&= /\S/.test(field) && (!Number.isNaN(value) || field.trim().toLowerCase() === "nan");
      row.push(value);
    }
    if (width < 0) width = row.length;
    if (plain && row.length === width) return visit(row, line);
    throw new DataError({ file: source.name, line }, {
      current: quoteBytes(bytes, begin, end),
      wanted: `${width} ${width === 1 ? "number" : "numbers separated by commas"}`,
      next: "download the file again",
    });
  });
}
