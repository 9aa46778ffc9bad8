/**
 * Text within scripts of bash and zsh.
 *
 * @module
 */

/** Text in single quotes of a POSIX shell; no character of it means anything. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A program's name where it is called. A plain one is left as it is, since it may be an alias. */
export function commandWord(program: string): string {
  return /^[\w.-]+$/.test(program) ? program : quoted(program);
}

/** Name of the function that completes a program. */
export function functionName(program: string): string {
  return `_${program.replace(/[^A-Za-z0-9]/g, "_")}`;
}
