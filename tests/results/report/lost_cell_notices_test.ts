/**
 * A report says on its first screen that cells are wrong or failed, and at their artifact which and why.
 *
 * @module
 */
import assert from "node:assert/strict";
import { renderFirstScreen } from "../../../results/report/first_screen.ts";
import { renderPaper } from "../../../results/report/paper_section.ts";
import { viewSession } from "../../../results/report/session_view.ts";
import type { Row } from "../../../results/row.ts";
import { sessionDocument, writtenRow } from "../session_fixture.ts";

/** First screen and section of the paper, without marks and runs of white space. */
function pageOf(rows: readonly Row[]): readonly [first: string, section: string] {
  const parts = { journal: [], samples: [], comparisons: [], claims: [] };
  const view = viewSession({ ...parts, document: sessionDocument(), rows }, 10);
  const [first, section] = [renderFirstScreen(view), renderPaper(view.papers[0], view)]
    .map(({ source }) => source.replace(/<[^>]+>/g, " ").replace(/\s+/g, " "));
  return [first, section];
}

const cell = (name: string, contender: string, status: Row["status"], reason: string) =>
  writtenRow({ cell: `hetu-gnn/figure-8:${name}:${contender}`, contender, status, reason });

Deno.test("wrong and failed cells are counted on the first screen, and named with reasons at their artifact", () => {
  const [first, section] = pageOf([
    cell("reddit", "natural", "failed", "no answer in 5 s"),
    cell("reddit", "rcm", "wrong", "row 7, column 3: 0.5, the oracle has 0.2"),
    cell("archaea", "rcm", "wrong", "row 7, column 3: 0.5, the oracle has 0.2"),
  ]);
  assert.match(first, /2 cells are wrong and 1 failed: Figure 8/);
  assert.match(
    section,
    /wrong : row 7, column 3: 0\.5, the oracle has 0\.2 \( reddit:rcm , archaea:rcm \).* failed : no answer in 5 s \( reddit:natural \)/,
  );
});

Deno.test("of many cells lost for one reason the first four are named", () => {
  const [first, section] = pageOf(
    ["a", "b", "c", "d", "e", "f"].map((name) => cell(name, "rcm", "failed", "line 3 is broken")),
  );
  assert.match(first, /6 cells failed: Figure 8/);
  assert.match(section, /failed : line 3 is broken \( a:rcm , b:rcm , c:rcm , d:rcm and 2 more\)/);
});

Deno.test("cells that are right, skipped or out of memory are no loss", () => {
  const pages = pageOf([
    cell("reddit", "natural", "ok", ""),
    cell("reddit", "rcm", "skipped", "not set up"),
    cell("archaea", "rcm", "oom", "1 GiB"),
  ]);
  for (const page of pages) assert.doesNotMatch(page, /cells? (is|are) wrong|cells? failed|reddit:rcm/);
});
