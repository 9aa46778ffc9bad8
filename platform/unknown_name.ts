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
 * Error of an unknown name; the message suggests the known names nearest to it. `wanted` describes the known
 * names; it lists all of them when absent.
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

/**
 * Known names that may be meant by a misspelt one, the nearest first: it is a slip for the whole name or for
 * what stands behind its slash, a part of the name, or longer than it.
 */
export function nearNames(typed: string, known: readonly string[]): readonly string[] {
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
  let distances = Array.from({ length: b.length }, (_, j) => j + 1);
  for (let i = 0; i < a.length; i++) {
    let diagonal = i, left = i + 1;
    distances = distances.map((above, j) => {
      left = Math.min(diagonal + (a[i] === b[j] ? 0 : 1), above + 1, left + 1);
      diagonal = above;
      return left;
    });
  }
  return distances.at(-1) ?? a.length;
}
