/**
 * Terminals that obey control characters.
 *
 * @module
 */
import { readVariable } from "../environment_variable.ts";

/** Variable that names the kind of the terminal. */
export const TERMINAL_VARIABLE = "TERM";

/** Value of {@linkcode TERMINAL_VARIABLE} for a terminal that only prints, as in an editor. */
const PLAIN = "dumb";

/**
 * Whether an output is a terminal that rewrites a line and sets colours: no file, no pipe, and none that says
 * `TERM=dumb`.
 */
export function isObeyingTerminal(output: { isTerminal(): boolean }): boolean {
  return output.isTerminal() && readVariable(TERMINAL_VARIABLE) !== PLAIN;
}

/** Columns of a terminal of unknown width, and of what is no terminal. */
const USUAL_COLUMNS = 80;

/**
 * Columns that an output has for a line of text: those of the terminal, and 80 for a file, a pipe or a
 * terminal that tells none.
 */
export function terminalColumns(
  output: { isTerminal(): boolean },
  size: typeof Deno.consoleSize = Deno.consoleSize,
): number {
  if (!output.isTerminal()) return USUAL_COLUMNS;
  try {
    return size().columns || USUAL_COLUMNS;
  } catch {
    return USUAL_COLUMNS;
  }
}
