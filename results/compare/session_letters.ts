/**
 * Letters of compared sessions in tables and texts.
 *
 * @module
 */
import type { SessionComparison } from "./compare.ts";

/** Letter of a session in tables: the baseline is A. */
export function letterOf(session: number): string {
  const letters = 26;
  return session < letters ? String.fromCharCode("A".charCodeAt(0) + session) : `S${session + 1}`;
}

/** Heading of a column of one of the other sessions: plain where there is only one. */
export function headingOf(plain: string, at: number, { columns }: { readonly columns: number }): string {
  return columns === 1 ? plain : `${letterOf(at + 1)}: ${plain}`;
}

/** Names of the sessions with their letters. */
export function sessionNames({ sessions }: Pick<SessionComparison, "sessions">): string {
  const names = sessions.map(({ session }, i) => `${session} (${letterOf(i)})`);
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
