/**
 * Suggestions for misspelt names.
 *
 * @module
 */
import { UsageError } from "./errors.ts";

const SUGGESTIONS = 3;
/** Edits, as a share of the typed letters, that make a slip; two always do. */
const SLIP = 0.4;
/** Letters from which on a known name is told within a longer one. */
const TOLD = 3;

/**
 * Error of a name that is none of the known ones; the message suggests the nearest of those that may be
 * meant. `wanted` says what the known ones are; all of them when absent.
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
  const near = nearNames(name, known).map((each) => `"${each}"`);
  return new UsageError({
    action,
    current: "no such name",
    wanted,
    next: near.length > 0 ? `did you mean ${near.join(" or ")}?` : "correct the name",
  });
}

/** Names that another is a slip for, as a whole or behind their slash, a part of, or longer than. */
function nearNames(typed: string, known: readonly string[]): readonly string[] {
  const name = typed.toLowerCase(), most = Math.max(2, SLIP * name.length);
  return known
    .map((each) => ({ each, folded: each.toLowerCase() }))
    .map(({ each, folded }) => ({ each, folded, edits: editsFrom(name, folded) }))
    .filter(({ folded, edits }) =>
      (edits <= most && edits < folded.length) || folded.includes(name) ||
      (folded.length >= TOLD && name.startsWith(folded))
    )
    .sort((a, b) => a.edits - b.edits)
    .slice(0, SUGGESTIONS)
    .map(({ each }) => each);
}

/** Edits from a typed name to a known one: none from its beginning, or from what is behind its slash. */
function editsFrom(name: string, known: string): number {
  if (known.startsWith(name)) return 0;
  return Math.min(
    ...[known, known.slice(known.lastIndexOf("/") + 1)].map((each) => editDistance(name, each)),
  );
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
