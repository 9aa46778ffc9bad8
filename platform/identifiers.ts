/**
 * Checks of ids that a script adds: they become parts of file names, addresses, cells and pages.
 *
 * @module
 */
import { UsageError } from "./errors.ts";

/** Pattern of a slug: lower-case letters, digits and hyphens, 64 characters at most. */
const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/;

/**
 * Pattern of a compound id, which also has `.`, `:` and `+`, 80 characters at most: `policy:dgl`,
 * `1.5d-p4-r2`.
 */
const COMPOUND = /^[a-z0-9](?:[a-z0-9.:+-]{0,78}[a-z0-9])?$/;

/** Greatest number of characters of a wrong id in a message. */
const SHOWN = 80;

function refuse(what: string, id: unknown, wanted: string): never {
  const shown = typeof id === "string" ? JSON.stringify(id.slice(0, SHOWN)) : `of type ${typeof id}`;
  throw new UsageError({ action: `register ${what}`, current: `the id ${shown}`, wanted, next: "rename it" });
}

/**
 * Refuses an id that is not a lower-case slug.
 *
 * @param what Owner of the id, with its article: `a kernel`.
 * @throws {UsageError} naming the id.
 */
export function checkSlug(what: string, id: string): void {
  if (typeof id !== "string" || !SLUG.test(id)) refuse(what, id, "lower-case letters, digits and -");
}

/**
 * Refuses an id that is neither a slug nor several joined by `.`, `:` or `+`.
 *
 * @throws {UsageError} naming the id.
 */
export function checkCompoundId(what: string, id: string): void {
  if (typeof id !== "string" || !COMPOUND.test(id)) {
    refuse(what, id, "lower-case letters and digits, with -, ., : and + between");
  }
}

/**
 * Refuses an id that is not `<folder>/<slug>`, as suites have below their papers.
 *
 * @throws {UsageError} naming the id.
 */
export function checkSlugBelow(what: string, id: string, folder: string): void {
  checkSlug(what, folder);
  const name = typeof id === "string" && id.startsWith(`${folder}/`) ? id.slice(folder.length + 1) : "";
  if (!SLUG.test(name)) refuse(what, id, `${folder}/ and lower-case letters, digits and -`);
}
