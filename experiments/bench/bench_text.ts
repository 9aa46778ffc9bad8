/**
 * The bench for a terminal.
 *
 * @module
 */
import { textTable } from "../../platform/text/text_table.ts";
import { formatSeconds } from "../../platform/text/time.ts";
import type { Bench } from "./bench.ts";
import { deviceText, INTERVALS, LINE_HEADINGS, lineCells, remarks } from "./line_cells.ts";

/** Table of all lines, with the device above and the paths below. */
export function renderBench({ summary, contents: { document }, lines }: Bench, page: string): string {
  const count = (outcome: string) => lines.filter((line) => line.outcome === outcome).length;
  return [
    deviceText(document.device, document.calibration),
    "",
    textTable(LINE_HEADINGS, lines.map(lineCells)),
    INTERVALS,
    "",
    ...remarks(lines),
    "",
    `targets: ${count("met")} met, ${count("missed")} missed, ${count("open")} open, ${
      count("unstable")
    } unstable, ${count("not run")} not run, in ${formatSeconds(summary.seconds)}`,
    `page    ${page}`,
    `report  ${summary.paths.report}`,
  ].join("\n");
}
