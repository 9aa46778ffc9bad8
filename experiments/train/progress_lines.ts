/**
 * Lines that a training prints as it goes.
 *
 * @module
 */
import type { EpochRecord } from "../../training/runs/epoch_record.ts";
import { renderEpoch, renderHeader, renderResume } from "./training_text.ts";

/** Printer of a training's progress. */
export interface ProgressLines {
  /** Prints a line. */
  say(line: string): void;
  /** Prints a line that matters beside results for programs, too: on standard error then. */
  warn(line: string): void;
  /** Prints what earlier runs have left. */
  onResume(epochs: number, damaged: readonly string[]): void;
  /** Prints the last of the epochs, under a header where it is the first of this run. */
  onEpoch(records: readonly EpochRecord[]): void;
}

/** Creates a printer on standard output, or one that prints nothing there. */
export function progressLines(
  { epochs, quiet }: { readonly epochs: number; readonly quiet: boolean },
): ProgressLines {
  const say = (line: string) => {
    if (!quiet) console.log(line);
  };
  let headed = false;
  return {
    say,
    warn(line) {
      if (quiet) console.error(line);
      else console.log(line);
    },
    onResume(done, damaged) {
      renderResume(done, damaged).forEach(say);
    },
    onEpoch(records) {
      const last = records[records.length - 1];
      if (!headed) say(renderHeader(last));
      headed = true;
      say(renderEpoch(last, epochs));
    },
  };
}
