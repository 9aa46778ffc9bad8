/** Numbers of things with their noun. @module */

/**
 * A number of things with their noun, its digits in groups, for reports.
 *
 * @param several Noun of any number but 1; by default `one` with an s.
 * @example
 * ```ts
 * if (counted(1, "row") !== "1 row" || counted(2000, "row") !== "2,000 rows") throw new Error("plural");
 * ```
 */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : several}`;
}

/**
 * A number of things with their noun, its digits as they are, for errors: a number that is wrong need not be
 * a whole one, and stands beside others that have no noun.
 *
 * @param several Noun of any number but 1; by default `one` with an s.
 * @example
 * ```ts
 * if (plural(1, "row") !== "1 row" || plural(2000, "row") !== "2000 rows") throw new Error("plural");
 * ```
 */
export function plural(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}
