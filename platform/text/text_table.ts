/**
 * Tables of aligned columns in plain text, for any terminal.
 *
 * @module
 */
import { elementOf } from "../lists/element_of.ts";
import { zip } from "../lists/zip.ts";

/**
 * Renders rows under a header; numbers align right, their digits in groups, the last column is never padded.
 *
 * @example
 * ```ts
 * if (textTable(["id", "n"], [["cora", 2708]]) !== "id        n\ncora  2,708") throw new Error("columns");
 * ```
 */
export function textTable(
  header: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const cells = [header, ...rows].map((row) =>
    row.map((cell) => typeof cell === "number" ? cell.toLocaleString("en-US") : cell)
  );
  const columns = header.map((_, column) => ({
    width: Math.max(...cells.map((row) => elementOf(row, column).length)),
    isNumber: rows.length > 0 && rows.every((row) => typeof row[column] === "number"),
  }));
  const last = columns.at(-1);
  return cells.map((row) =>
    zip(row, columns).map(([cell, column]) =>
      column.isNumber ? cell.padStart(column.width) : column === last ? cell : cell.padEnd(column.width)
    ).join("  ").trimEnd()
  ).join("\n");
}
