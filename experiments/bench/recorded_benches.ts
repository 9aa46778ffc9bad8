/**
 * Table of the ratios in recorded benches, in Markdown: one line of the bench a row, one session a column.
 *
 * @module
 */
import { archiveText } from "../../results/recordings/recorded_table.ts";
import { readSession, type SessionContents } from "../../results/store/store.ts";
import { cellName } from "../cell.ts";
import { profileOf } from "../profiles.ts";
import { planRun } from "../session/planning/plan.ts";
import { benchSuites } from "./bench.ts";
import { BenchSession, type JudgedLine } from "./bench_session.ts";
import { LINE_HEADINGS, lineCells } from "./line_cells.ts";

/** Suite that only a bench runs, so that a session with its rows is one. */
const MARK = "own/bench-spmm";

/** Ratios of a session, over the workloads that it has rows of. */
function judgedLines(contents: SessionContents): readonly JudgedLine[] {
  const { document, rows } = contents;
  const suites = benchSuites(),
    session = new BenchSession(contents),
    cells = new Set(rows.map(({ cell }) => cell));
  const planned = planRun(suites, profileOf(document.profile));
  return suites.flatMap((suite) => {
    const workloads = planned.filter((each) => each.suite === suite).map(({ workload }) => workload)
      .filter((workload) =>
        suite.contenders.some((contender) => cells.has(cellName(suite, workload, contender)))
      );
    return suite.bench.filter(({ kind }) => kind === "ratio").map((line) =>
      session.judge(suite, line, workloads)
    );
  });
}

/** Text of a judged line by the headings of the bench's table. */
function cellTexts(line: JudgedLine): Readonly<Record<(typeof LINE_HEADINGS)[number], string>> {
  const cells = lineCells(line);
  return Object.fromEntries(LINE_HEADINGS.map((heading, i) => [heading, cells[i]])) as ReturnType<
    typeof cellTexts
  >;
}

const three = (value: number) => value.toPrecision(3);

/** `2.85x [2.67, 3.10], 6 of 8`, and whether a target is missed or open; empty where nothing was found. */
function cellOf({ value, cells, outcome }: JudgedLine): string {
  if (value === undefined) return "";
  const { mean, lo, hi } = value, verdict = outcome === "missed" || outcome === "open" ? `: ${outcome}` : "";
  return `${three(mean)}x [${three(lo)}, ${three(hi)}], ${cells.found} of ${cells.planned}${verdict}`;
}

/** Rows in Markdown, padded as the formatter does it. */
function markdown(rows: readonly (readonly string[])[]): string {
  const widths = rows[0].map((_, column) => Math.max(3, ...rows.map((row) => row[column].length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i])).join(" | ")} |`;
  const [header, ...rest] = rows;
  return [line(header), line(widths.map((width) => "-".repeat(width))), ...rest.map(line)].join("\n");
}

/**
 * Table of the benches among recorded archives, in their order; lines that no session has are left out.
 *
 * @throws {DataError} An archive is damaged.
 */
export async function recordedBenches(archives: readonly string[]): Promise<string> {
  const columns: { readonly name: string; readonly lines: readonly JudgedLine[] }[] = [];
  for (const archive of archives) {
    const contents = await readSession(archive);
    if (!contents.rows.some(({ suite }) => suite === MARK)) continue;
    columns.push({ name: archiveText(archive), lines: judgedLines(contents) });
  }
  const rows = (columns[0]?.lines ?? []).map((line, i) => {
    const own = columns.map(({ lines }) => lines[i]), { work, against } = cellTexts(line);
    const targets = new Set(own.map((each) => cellTexts(each).target).filter(Boolean));
    return [[work, against].join(", "), ...own.map(cellOf), [...targets].join("; ")];
  });
  const found = rows.filter((row) => row.slice(1, -1).some(Boolean));
  return markdown([["machine code against", ...columns.map(({ name }) => name), "target"], ...found]);
}
