/**
 * Judging of stored sessions by the rules of this program.
 *
 * @module
 */
import type { ClaimRow } from "../row.ts";
import type { SessionContents } from "../store/store.ts";

/**
 * Judges the rows of a session by the rules of this program. Whoever reads several sessions takes one, since
 * rules belong to the suites, and a change of rules is not to look like a change of results.
 */
export type Judge = (contents: SessionContents) => readonly ClaimRow[];
