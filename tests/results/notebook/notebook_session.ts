/**
 * A session with plots, claims and costs for the tests of this folder.
 *
 * @module
 */
import type { SessionContents } from "../../../results/store/store.ts";
import { claimRow, comparisonRow, sessionDocument, writtenRow } from "../session_fixture.ts";

/**
 * Two cells with counts, one plot, a claim of the artifact and one made elsewhere; `name` is in every text.
 */
export function notebookSession(name = "reddit@1/16"): SessionContents {
  const document = sessionDocument();
  const [text] = document.suites;
  const suite = { ...text, title: name, question: name };
  const rows = ["natural", "rcm"].flatMap((contender, i) => {
    const own = { contender, dataset: name, cell: `${suite.id}:${name}:${contender}` };
    return [
      writtenRow({ ...own, median: 4 - i }),
      writtenRow({ ...own, metric: "atomics", unit: "count", median: 30 - 10 * i }),
      writtenRow({ ...own, metric: "preprocess", median: 1 + i }),
      ...(i === 1 ? [writtenRow({ ...own, metric: "speedup", unit: "x", vs: "natural", median: 1.5 })] : []),
    ];
  });
  const evidence = "time(natural) / time(rcm) = 1.5 [1.4, 1.6], 13 rounds";
  return {
    document: { ...document, suites: [suite] },
    journal: [],
    samples: [],
    rows,
    comparisons: [comparisonRow({ cell: rows[0].cell })],
    claims: [
      claimRow({ evidence, statement: name }),
      claimRow({ artifact: "Section 2", claim_id: "elsewhere", tier: "algebra", verdict: "reproduced" }),
      claimRow({ artifact: "Figure 9", claim_id: "not-run", verdict: "not-run", source: "" }),
    ],
  };
}
