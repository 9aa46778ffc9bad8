/**
 * Tables of aligned columns in plain text, for any terminal.
 *
 * @module
 */

/**
 * Renders rows under a header; numbers align right, the last column is never padded.
 *
 * @example
 * ```ts
 * if (textTable(["id", "n"], [["cora", 2708]]) !== "id       n\ncora  2708") throw new Error("columns");
 * ```
 */
export function textTable(
  header: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): string {
  const cells = [header, ...rows].map((row) =>
    row.map((cell) => typeof cell === "number" ? cell.toLocaleString("en-US", { useGrouping: false }) : cell)
  );
  const widths = header.map((_, column) => Math.max(...cells.map((row) => row[column].length)));
  const isNumber = header.map((_, column) =>
    rows.length > 0 && rows.every((row) => typeof row[column] === "number")
  );
  const last = header.length - 1;
  return cells.map((row) =>
    row.map((cell, column) =>
      isNumber[column] ? cell.padStart(widths[column]) : column === last ? cell : cell.padEnd(widths[column])
    ).join("  ").trimEnd()
  ).join("\n");
}
