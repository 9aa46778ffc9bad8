/** A report says which repeats were refused, and why, beside the earlier results. @module */
import assert from "node:assert/strict";
import { renderFirstScreen } from "../../../results/report/first_screen.ts";
import { renderPaper } from "../../../results/report/paper_section.ts";
import { viewSession } from "../../../results/report/session_view.ts";
import type { Row } from "../../../results/row.ts";
import { journalEntry, sessionDocument, writtenRow } from "../session_fixture.ts";

const refusal = { attempt: 2, median: undefined, status: "skipped", reason: "reddit <is> not here" } as const;

function pageOf(rows: readonly Row[]): readonly [first: string, section: string] {
  const othersLoad = { busy: 1.2, processors: 2, notable: 0.2 };
  const journal = [journalEntry({ othersLoad }), journalEntry({ attempt: 2 })];
  const parts = { journal, samples: [], comparisons: [], claims: [] };
  const view = viewSession({ ...parts, document: sessionDocument(), rows }, 10);
  const [first, section] = [renderFirstScreen(view), renderPaper(view.papers[0], view)]
    .map(({ source }) => source.replace(/<[^>]+>/g, "").replace(/\s+/g, " "));
  return [first, section];
}

Deno.test("a refused repeat is counted on the first screen, and told with its reason at its artifact", () => {
  const [first, section] = pageOf([writtenRow(), writtenRow(refusal)]);
  assert.match(first, /1 comparison could not be repeated, and its earlier result counts: Figure 8\./);
  assert.match(
    section,
    /not repeated: attempt 2 at reddit@1\/16 was refused \(skipped: reddit &lt;is&gt; not here\); attempt 1 counts\./,
  );
  assert.match(first, /disturbed 1 of 1 comparison /, "during the attempt that counts");
});

Deno.test("several are counted together, and a report without any says nothing", () => {
  const both = ["a", "b"].flatMap((
    dataset,
  ) => [writtenRow({ dataset }), writtenRow({ dataset, ...refusal })]);
  assert.match(
    pageOf(both)[0],
    /2 comparisons could not be repeated, and their earlier results count: Figure 8\./,
  );
  for (const page of pageOf([writtenRow(), writtenRow({ attempt: 2 })])) {
    assert.doesNotMatch(page, /repeated|refused/);
  }
});
