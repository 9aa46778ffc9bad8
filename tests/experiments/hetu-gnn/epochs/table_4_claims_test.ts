/** The order of systems in hetu-gnn Table 4. @module */
import assert from "node:assert/strict";
import { SuiteEvidence } from "../../../../experiments/claims/suite_evidence.ts";
import { TABLE_4_CLAIMS } from "../../../../experiments/hetu-gnn/epochs/table_4_claims.ts";
import { GRAPH_IDS } from "../../../../experiments/hetu-gnn/paper_graphs.ts";
import { sideOf } from "../../../../results/verdicts/timed.ts";
import type { Row, Sample } from "../../../../results/row.ts";

const suite = "hetu-gnn/table-4";

/** Printed seconds on Reddit, by contender. */
const PRINTED = {
  "peer:torch-autograd": 1.187,
  "base": 0.71,
  "peer:dgl": 0.587,
  "reorder": 0.302,
  "reorder-bs": 0.102,
};

Deno.test("frameworks out of memory on Archaea, as the paper's are, do not leave the order of Table 4 unasked", () => {
  const cells = GRAPH_IDS.flatMap((graph) =>
    Object.entries(PRINTED).map(([contender, seconds]) => ({ graph, contender, ms: 1000 * seconds }))
  );
  const rows = cells.map(({ graph, contender, ms }) => ({
    ...{ suite, cell: `${suite}:${graph}:${contender}`, contender, metric: "time", unit: "ms", attempt: 1 },
    ...{ dataset: graph, dataset_kind: "real", source: "measured", backend: "webgpu", n: 15 },
    ...(graph === "archaea" && contender.startsWith("peer:")
      ? { status: "oom", reason: "24 GiB" }
      : { status: "ok", median: ms }),
  } as Row));
  const samples = cells.flatMap(({ graph, contender, ms }) =>
    Array.from({ length: 15 }, (_, round) => ({
      ...{
        cell: `${suite}:${graph}:${contender}`,
        metric: "time",
        preparation: Math.floor(round / 5),
        round,
      },
      value: ms,
    } as Sample))
  );
  const [{ claimId, decide }] = TABLE_4_CLAIMS;
  assert.equal(claimId, "hetu-gnn.q.order");
  const parts = decide(new SuiteEvidence(suite, { rows, samples }, 1));
  assert.equal(
    parts.length,
    3 * 4 + 2,
    "four steps of five systems on three graphs, two of three on Archaea",
  );
  for (const part of parts) {
    assert.ok(part.kind === "timed" && part.found.median > 1);
    assert.equal(sideOf(part).side, "holds");
  }
});
