/**
 * Table of the recorded sessions, made from their archives, in the page that explains them.
 *
 * @module
 */
import { basename, dirname } from "node:path";
import { DataError } from "../../platform/errors.ts";
import { groupBy } from "../../platform/lists/group_by.ts";
import { deviceLabel } from "../history/track.ts";
import { SENTINEL } from "../sentinel.ts";
import { readSession, type SessionContents } from "../store/store.ts";
import { ARCHIVE_SUFFIX } from "../store/session_path.ts";
import { countingRows } from "../store/counting_rows.ts";

/** Generated tables of the page, by the name in their marks. */
export type RecordedTable = "sessions" | "benches" | "verdicts";

const beginOf = (name: RecordedTable) => `<!-- ${name}: begin (deno task recorded writes what follows) -->`;
const endOf = (name: RecordedTable) => `<!-- ${name}: end -->`;

const HEADER = ["session", "device", "profile", "cells ok", "A/A", "begun", "commit", "suites"] as const;

/** Suites of a paper that are listed by name; of more, their number is. */
const MOST_NAMED = 3;

/** `driver 550.54` behind a device's name, where the session knows it. */
function driverText({ environment }: SessionContents["document"]): string {
  const driver = environment["webgpu driver"];
  return driver === undefined ? "" : `, driver ${driver}`;
}

/** Suites that have rows: each by its name, or their number where a paper has many. */
function suitesText(suites: readonly string[]): string {
  return [...groupBy(suites, (id) => id.split("/")[0])].map(([paper, own]) =>
    own.length > MOST_NAMED ? `${own.length} of \`${paper}\`` : own.map((id) => `\`${id}\``).join(", ")
  ).join(", ");
}

/** Words by which the page names an archive: `` `device/session` ``. */
export function archiveText(archive: string): string {
  return `\`${basename(dirname(archive))}/${basename(archive, ARCHIVE_SUFFIX)}\``;
}

/** Line of the table for an archive. */
function lineOf(archive: string, { document, rows }: SessionContents): string[] {
  const measured = countingRows(rows).filter(({ contender }) => contender !== SENTINEL);
  const cells = [...groupBy(measured, ({ cell }) => cell).values()];
  const ok = cells.filter((own) => own.every(({ status }) => status === "ok")).length;
  const resolution = document.calibration?.smallestDifference;
  return [
    archiveText(archive),
    `${deviceLabel(document)}${driverText(document)}`,
    document.profile,
    `${ok} of ${cells.length}`,
    resolution === undefined ? "" : `${(100 * resolution).toFixed(1)} %`,
    document.created.slice(0, 10),
    `\`${document.environment.commit}\``,
    suitesText([...new Set(measured.map(({ suite }) => suite))]),
  ];
}

/** Table in Markdown. */
export function markdownTable(header: readonly string[], lines: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(header), line(header.map(() => "---")), ...lines.map(line)].join("\n");
}

/**
 * Table of recorded archives in Markdown, in their order.
 *
 * @throws {DataError} An archive is damaged.
 */
export async function recordedTable(archives: readonly string[]): Promise<string> {
  const lines: string[][] = [];
  for (const archive of archives) lines.push(lineOf(archive, await readSession(archive)));
  return markdownTable(HEADER, lines);
}

/**
 * Replaces the table of a name between its marks in a page.
 *
 * @param file Name of the page, for the error.
 * @throws {DataError} The page lacks one of the marks.
 */
export function withTable(
  page: string,
  { name, table, file }: { readonly name: RecordedTable; readonly table: string; readonly file: string },
): string {
  const first = beginOf(name), last = endOf(name), begin = page.indexOf(first), end = page.indexOf(last);
  if (begin >= 0 && end > begin) {
    return `${page.slice(0, begin)}${first}\n\n${table}\n\n${page.slice(end)}`;
  }
  throw new DataError({ file }, {
    current: "a page without both",
    wanted: `the lines ${first} and ${last}, in this order`,
    next: "write them where the table goes",
  });
}
