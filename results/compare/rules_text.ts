/**
 * Text on the rules by which the claims of compared sessions are judged.
 *
 * @module
 */
import { letterOf } from "./session_letters.ts";

/** Rules that verdicts follow, in words; with the number of those of each session that were others. */
export function rulesText(changed: readonly number[] | undefined): string {
  if (changed === undefined) return "by the rules of each session's day";
  const others = changed.flatMap((count, i) => count === 0 ? [] : [`${count} of ${letterOf(i)}`]);
  const text = others.length === 0 ? "" : `, by which ${others.join(", ")} are others than on the day`;
  return `by the rules of this program${text}`;
}
