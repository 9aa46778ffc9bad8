/**
 * Tables of the artifacts that a command line names.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import { groupBy } from "../../platform/lists/group_by.ts";
import { countingRows } from "../store/counting_rows.ts";
import type { SessionContents } from "../store/store.ts";
import type { ArtifactTable } from "./artifact_table.ts";
import { claimVerdicts, publishedNumbersTable } from "./judged_tables.ts";
import { measuredTable } from "./measured_table.ts";
import type { TableChoice } from "./table_choice.ts";

/** Something of a paper that stands for an artifact. */
interface OfArtifact {
  readonly paper: string;
  readonly artifact: string;
}

/** Artifacts of all papers that a message lists; of more, the papers are listed. */
const MOST_SUGGESTED = 8;

const fold = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

/**
 * Builds the tables of the chosen artifacts, in the order of the session.
 *
 * @throws {UsageError} Nothing in the session is of that paper and artifact, or nothing has values; the
 * message lists the existing artifacts.
 */
export function chooseTables(session: SessionContents, choice: TableChoice): ArtifactTable[] {
  const { document, comparisons, claims } = session;
  const { subject, artifact, metric, content } = choice;
  const chosen = ({ paper, artifact: own }: OfArtifact, id?: string) =>
    (subject === undefined || subject === paper || subject === id) &&
    (artifact === undefined || fold(artifact) === fold(own));
  const rowsOf = content === "measured"
    ? groupBy(countingRows(session.rows), ({ suite }) => suite)
    : undefined;
  const all: readonly OfArtifact[] = content === "measured"
    ? document.suites
    : content === "published"
    ? comparisons
    : claims;
  const suites = document.suites.filter((suite) => chosen(suite, suite.id));
  const tables = rowsOf
    ? suites.map((suite) =>
      measuredTable({
        suite,
        rows: rowsOf.get(suite.id) ?? [],
        document,
        ...(metric !== undefined && { metric }),
      })
    )
    : document.papers.flatMap((paper) => {
      const own = all.filter((item) => item.paper === paper.id && chosen(item));
      return [...new Set(own.map((item) => item.artifact))].map((artifact) => {
        const place = { paper, artifact, document };
        const ofPlace = (item: OfArtifact) => item.paper === paper.id && item.artifact === artifact;
        return content === "published"
          ? publishedNumbersTable(place, comparisons.filter(ofPlace))
          : claimVerdicts(place, claims.filter(ofPlace));
      });
    });
  const built = tables.filter((table) => table !== undefined);
  if (built.length > 0) return built;
  const near = all.filter(({ paper }) => paper === subject);
  const known = new Set((near.length > 0 ? near : all).map((item) => `${item.paper} ${item.artifact}`));
  const named = [subject, artifact].filter((word) => word !== undefined).map((word) => JSON.stringify(word));
  const listed = near.length > 0 || known.size <= MOST_SUGGESTED;
  throw new UsageError({
    action: `print a table of ${named.join(", ") || "the session"}`,
    current: tables.length > 0 ? "no values" : "no such artifact in the session",
    wanted: listed
      ? `one of ${[...known].join(", ") || "none: run a suite first"}`
      : `a paper or suite of the session (${[...new Set(all.map(({ paper }) => paper))].join(", ")})`,
    next: listed && known.size > 0
      ? "name one of these by a paper and --artifact"
      : 'name a paper and --artifact, such as "figure 8"',
  });
}
