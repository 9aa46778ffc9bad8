/**
 * Text on the size of a session's A/A run.
 *
 * @module
 */
import type { CalibrationRecord } from "../store/session_document.ts";

/**
 * Rounds of the A/A run, and its repetitions where the first was noisy: `39 rounds, median of 3 runs`.
 *
 * @example
 * ```ts
 * import { aaText } from "./aa_text.ts";
 * if (aaText({ aaRounds: 39, aaRuns: 3 }) !== "39 rounds, median of 3 runs") throw new Error("three");
 * if (aaText({ aaRounds: 15 }) !== "15 rounds") throw new Error("one");
 * ```
 */
export function aaText(
  { aaRounds, aaRuns = 1 }: Pick<CalibrationRecord, "aaRounds" | "aaRuns">,
): string {
  return aaRuns === 1 ? `${aaRounds} rounds` : `${aaRounds} rounds, median of ${aaRuns} runs`;
}
