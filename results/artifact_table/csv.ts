/**
 * Tables in CSV, for a spreadsheet or a plotting program: values unrounded, each with the ends of its
 * interval in columns of their own.
 *
 * @module
 */
import { csvLine } from "../../platform/files/csv_line.ts";
import { formulaAsText } from "../store/formula_text.ts";
import type { ArtifactTable } from "./artifact_table.ts";

/** Prints a table in CSV, without its caption. */
export function csvTable({ columns, rows }: ArtifactTable): string {
  const hasInterval = columns.map((_, i) =>
    rows.some(({ [i]: cell }) => typeof cell === "object" && cell.interval !== undefined)
  );
  const header = columns.flatMap((column, i) =>
    hasInterval[i] ? [column, `${column} (low)`, `${column} (high)`] : [column]
  );
  const records = rows.map((row) =>
    row.flatMap((cell, i) => {
      if (typeof cell === "string") return hasInterval[i] ? [cell, "", ""] : [cell];
      return hasInterval[i] ? [cell.value, ...(cell.interval ?? ["", ""])] : [cell.value];
    })
  );
  return [header, ...records].map((line) => csvLine(line.map((field) => formulaAsText(String(field)))))
    .join("").trimEnd();
}
