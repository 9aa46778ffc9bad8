/**
 * Tables in LaTeX, with the rules of the package `booktabs`.
 *
 * @module
 */
import { type ArtifactTable, printedCell, type TableCell } from "./artifact_table.ts";

/** Characters that LaTeX reads as commands, and those beyond ASCII that labels and units have. */
const SIGNS: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
  "<": "\\textless{}",
  ">": "\\textgreater{}",
  "\u00d7": "$\\times$",
  "\u00b7": "$\\cdot$",
  "\u00b5": "$\\mu$",
  "\u2212": "$-$",
  "\u2013": "--",
  "\u2026": "\\dots{}",
  "\u2264": "$\\leq$",
  "\u2265": "$\\geq$",
  "\u03b1": "$\\alpha$",
  "\u03b2": "$\\beta$",
};

/** Escapes a text for LaTeX. */
function escape(text: string): string {
  return text.replaceAll("\n", " ")
    .replaceAll(
      /[\\~^<>\u00d7\u00b7\u00b5\u2212\u2013\u2026\u2264\u2265\u03b1\u03b2]|[&%$#_{}]/g,
      (sign) => SIGNS[sign] ?? `\\${sign}`,
    );
}

function cellText(cell: TableCell): string {
  if (typeof cell === "string") return escape(cell);
  const { value, interval } = printedCell(cell);
  return interval === "" ? value : `${value} {\\scriptsize ${interval}}`;
}

/** Prints a table as a LaTeX float; comments before it name the package and the reference to cite. */
export function latexTable({ label, caption, reference, columns, rows }: ArtifactTable): string {
  const isNumber = columns.map((_, i) => rows.some((row) => typeof row[i] !== "string"));
  const line = (cells: readonly string[]) => `    ${cells.join(" & ")} \\\\`;
  return [
    "% Needs \\usepackage{booktabs}",
    ...(reference === "" ? [] : [`% Cite: ${reference.replaceAll("\n", " ")}`]),
    "\\begin{table}",
    "  \\centering",
    `  \\caption{${escape(caption)}}`,
    `  \\label{tab:${label}}`,
    `  \\begin{tabular}{${isNumber.map((number) => number ? "r" : "l").join("")}}`,
    "    \\toprule",
    line(columns.map(escape)),
    "    \\midrule",
    ...rows.map((row) => line(row.map(cellText))),
    "    \\bottomrule",
    "  \\end{tabular}",
    "\\end{table}",
  ].join("\n");
}
