/**
 * Table of the verdicts in recorded sessions that are others by the rules of this program.
 *
 * @module
 */
import { groupBy } from "../../platform/lists/group_by.ts";
import { readSession } from "../store/store.ts";
import { type ChangedVerdict, changedVerdicts } from "../verdicts/changed_verdicts.ts";
import type { Judge } from "../verdicts/judge.ts";
import { archiveText, markdownTable } from "./recorded_table.ts";

/** Changed verdicts of a session up to which each is listed: of more the page has their number alone. */
const MOST_LISTED = 20;

const HEADER = [
  "claim",
  "on the day",
  "by today's rules",
  "because, in the last of these sessions",
  "sessions",
] as const;

/** A changed verdict, and the session that stored the other one. */
interface Listed extends ChangedVerdict {
  readonly session: string;
}

/** Line of a claim that changed alike in several sessions, with the reason in the latest of them. */
function lineOf(own: readonly Listed[]): readonly string[] {
  const { then, now: { claim_id, verdict, reason } } = own.at(-1)!;
  const sessions = own.map(({ session }) => session).join(", ");
  return [`\`${claim_id}\``, `\`${then}\``, `\`${verdict}\``, reason, sessions];
}

/**
 * Table in Markdown: a line for each claim and change, with the sessions that it is in. Sessions with more
 * than {@linkcode MOST_LISTED} changes have a sentence below it.
 *
 * @param judge Rules of this program.
 * @throws {DataError} An archive is damaged.
 */
export async function changedVerdictsTable(archives: readonly string[], judge: Judge): Promise<string> {
  const listed: Listed[] = [], sentences: string[] = [];
  for (const archive of archives) {
    const contents = await readSession(archive), session = archiveText(archive);
    const changed = changedVerdicts(contents.claims, judge(contents));
    if (changed.length > MOST_LISTED) {
      sentences.push(
        `${changed.length} of the ${contents.claims.length} verdicts of ${session} are others today.`,
      );
    } else listed.push(...changed.map((each) => ({ ...each, session })));
  }
  const lines = groupBy(listed, ({ then, now }) => `${now.claim_id} ${then} ${now.verdict}`);
  return [markdownTable(HEADER, [...lines.values()].map(lineOf)), ...sentences].join("\n\n");
}
