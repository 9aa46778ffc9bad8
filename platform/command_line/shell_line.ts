/**
 * Command lines for readers.
 *
 * @module
 */
import { quoted } from "./completion/posix_text.ts";

/** Words in which no character means anything to a POSIX shell. */
const PLAIN = /^[\w@%+:,./-][\w@%+=:,./-]*$/;

/**
 * Joins words to a line that a POSIX shell splits into the same words.
 *
 * @example
 * ```ts
 * if (shellLine(["--filter", "width<=64"]) !== "--filter 'width<=64'") throw new Error("not quoted");
 * ```
 */
export function shellLine(words: readonly string[]): string {
  return words.map((word) => PLAIN.test(word) ? word : quoted(word)).join(" ");
}
