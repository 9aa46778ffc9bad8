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
