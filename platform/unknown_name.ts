/**
 * Suggestions for misspelt names.
 *
 * @module
 */
import { UsageError } from "./errors.ts";

const SUGGESTIONS = 3;

/**
 * Error of a name that is none of the known ones; the message suggests the nearest. `wanted` says what the
 * known ones are; all of them when absent.
 *
 * @example
 * ```ts
 * import { unknownName } from "./unknown_name.ts";
 * const { message } = unknownName("find a fruit", "aple", ["apple", "pear", "plum", "fig"]);
 * if (!message.includes('did you mean "apple"')) throw new Error("the nearest first");
 * ```
 */
export function unknownName(
  action: string,
  name: string,
  known: readonly string[],
  wanted: string = `one of ${known.join(", ")}`,
): UsageError {
  const near = known.toSorted((a, b) => editDistance(name, a) - editDistance(name, b)).slice(0, SUGGESTIONS);
  return new UsageError({
    action,
    current: "no such name",
    wanted,
    next: `did you mean ${near.map((each) => `"${each}"`).join(" or ")}?`,
  });
}

/** Edit distance of two texts: insertions, deletions and substitutions (Levenshtein). */
function editDistance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const substituted = above[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(substituted, above[j] + 1, row[j - 1] + 1));
    }
    above = row;
  }
  return above[b.length];
}
