/**
 * Tables in LaTeX, with the rules of the package `booktabs` and the columns of `array`.
 *
 * @module
 */
import { type ArtifactTable, printedCell, type TableCell } from "./artifact_table.ts";
import { latexLayout } from "./latex_layout.ts";

/** Characters that LaTeX reads as commands, and those beyond ASCII that labels and units have. */
const SIGNS: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
  "<": "\\textless{}",
  ">": "\\textgreater{}",
  "|": "\\textbar{}",
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
      /[\\~^<>|\u00d7\u00b7\u00b5\u2212\u2013\u2026\u2264\u2265\u03b1\u03b2]|[&%$#_{}]/g,
      (sign) => SIGNS[sign] ?? `\\${sign}`,
    )
    // Lists of factors and graphs have no spaces.
    .replaceAll(/;(?=\S)|(?<=\w)[+=](?=\S)/g, "$&\\allowbreak{}");
}

/** Text behind `\\` or a rule, which would take a leading bracket or star for an argument of theirs. */
function guarded(text: string): string {
  return /^[[*]/.test(text) ? `{}${text}` : text;
}

/** Lines one below the other in a cell, the first (`t`) or the last (`b`) of them on the line of its row. */
function stack(lines: readonly string[], place: "t" | "b", side: "l" | "r" = "r"): string {
  const body = lines.map(guarded).join("\\\\");
  return lines.length === 1 ? body : `\\begin{tabular}[${place}]{@{}${side}@{}}${body}\\end{tabular}`;
}

function cellText(cell: TableCell, stacked: boolean): string {
  if (typeof cell === "string") return escape(cell);
  const { value, interval } = printedCell(cell);
  if (interval === "") return value;
  const small = `{\\scriptsize ${interval}}`;
  return stacked ? stack([value, small], "t") : `${value} ${small}`;
}

/**
 * Prints a table as a LaTeX float; comments before it name the packages and the reference to cite. A table
 * that is wide for a page of one column has its long texts in lines, its intervals below the values, and
 * smaller letters.
 */
export function latexTable(table: ArtifactTable): string {
  const { label, caption, reference, rows } = table;
  const { columns, headings, stacked, small } = latexLayout(table);
  const line = (cells: readonly string[]) => `    ${guarded(cells.join(" & "))} \\\\`;
  return [
    "% Needs \\usepackage{array,booktabs}",
    ...(reference === "" ? [] : [`% Cite: ${reference.replaceAll("\n", " ")}`]),
    "\\begin{table}",
    "  \\centering",
    `  \\caption{${escape(caption)}}`,
    `  \\label{tab:${label}}`,
    ...(small ? ["  \\footnotesize\\setlength{\\tabcolsep}{3pt}"] : []),
    `  \\begin{tabular}{${columns.join("")}}`,
    "    \\toprule",
    line(headings.map((lines, i) => stack(lines.map(escape), "b", columns[i] === "r" ? "r" : "l"))),
    "    \\midrule",
    ...rows.map((row) => line(row.map((cell) => cellText(cell, stacked)))),
    "    \\bottomrule",
    "  \\end{tabular}",
    "\\end{table}",
  ].join("\n");
}
