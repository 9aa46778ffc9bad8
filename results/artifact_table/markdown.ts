/**
 * Tables in GitHub's Markdown.
 *
 * @module
 */
import { type ArtifactTable, printedCell, type TableCell } from "./artifact_table.ts";

/** Characters that would end a cell or mean something in it. */
const escape = (text: string) =>
  text.replaceAll(/[\\|*_`<>[\]]/g, (sign) => `\\${sign}`).replaceAll("\n", " ");

/** Escapes a reference but for the address at its end, which becomes a link by itself. */
function referenceText(reference: string): string {
  const [address = ""] = /(?:^| )https?:\/\/[^\s<>]+$/.exec(reference) ?? [];
  return escape(reference.slice(0, reference.length - address.length)) + address;
}

function cellText(cell: TableCell): string {
  if (typeof cell === "string") return escape(cell);
  const { value, interval } = printedCell(cell);
  return [value, interval].filter(Boolean).join(" ");
}

/** Prints a table in Markdown; numbers stand right, the caption follows it. */
export function markdownTable({ caption, reference, columns, rows }: ArtifactTable): string {
  const isNumber = columns.map((_, i) => rows.some((row) => typeof row[i] !== "string"));
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [
    line(columns.map(escape)),
    line(isNumber.map((number) => number ? "---:" : "---")),
    ...rows.map((row) => line(row.map(cellText))),
    "",
    [escape(caption), referenceText(reference)].filter(Boolean).join(" "),
  ].join("\n");
}
