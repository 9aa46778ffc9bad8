/**
 * Sessions with planted times, for tests of comparisons.
 *
 * @module
 */
import { RandomStream } from "../../../platform/random.ts";
import type { Row } from "../../../results/row.ts";
import type { SessionDocument } from "../../../results/store/session_document.ts";
import type { SessionContents } from "../../../results/store/store.ts";
import { sessionDocument, writtenRow } from "../session_fixture.ts";

/** Suite of the cells. */
const SUITE = "hetu-gnn/figure-8";

/** A session with one timed cell for each level, 15 samples over three preparations. */
export function timedSession(
  name: string,
  levels: Readonly<Record<string, number>>,
  { row = {}, document = {} }: {
    readonly row?: Partial<Row>;
    readonly document?: Partial<SessionDocument>;
  } = {},
): SessionContents {
  const stream = new RandomStream(3, name);
  const rows = Object.entries(levels).map(([contender, median]) =>
    writtenRow({ session: name, contender, median, cell: `${SUITE}:cora:${contender}`, ...row })
  );
  const samples = rows.flatMap((own) =>
    Array.from({ length: 15 }, (_, round) => ({
      session: name,
      cell: own.cell,
      metric: own.metric,
      unit: own.unit,
      attempt: 1,
      preparation: Math.floor(round / 5),
      round,
      calls: 1,
      value: own.median! * Math.exp(0.01 * stream.normal()),
    }))
  );
  return {
    document: sessionDocument({ session: name, ...document }),
    journal: [],
    rows,
    samples,
    comparisons: [],
    claims: [],
  };
}
