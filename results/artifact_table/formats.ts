/**
 * Printer of a table in any of its formats.
 *
 * @module
 */
import { printable } from "../verdicts/scorecard_text.ts";
import type { ArtifactTable } from "./artifact_table.ts";
import { csvTable } from "./csv.ts";
import { latexTable } from "./latex.ts";
import { markdownTable } from "./markdown.ts";
import type { TableFormat } from "./table_choice.ts";

/** Printers by format. */
const PRINTERS: Readonly<Record<TableFormat, (table: ArtifactTable) => string>> = {
  markdown: markdownTable,
  latex: latexTable,
  csv: csvTable,
};

/** Prints a table; names of datasets cannot steer the terminal. */
export function printTable(table: ArtifactTable, format: TableFormat): string {
  return PRINTERS[format](table).split("\n").map(printable).join("\n");
}
