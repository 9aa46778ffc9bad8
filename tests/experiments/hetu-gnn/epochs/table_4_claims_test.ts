/** The order of systems in hetu-gnn Table 4. @module */
import assert from "node:assert/strict";
import { SuiteEvidence } from "../../../../experiments/claims/suite_evidence.ts";
import { section56 } from "../../../../experiments/hetu-gnn/epochs/section_5_6.ts";
import { table4 } from "../../../../experiments/hetu-gnn/epochs/table_4.ts";
import { TABLE_4_CLAIMS } from "../../../../experiments/hetu-gnn/epochs/table_4_claims.ts";
import { GRAPH_IDS } from "../../../../experiments/hetu-gnn/paper_graphs.ts";
import { PROFILES } from "../../../../experiments/profiles.ts";
import { sideOf } from "../../../../results/verdicts/timed.ts";
import type { Row, Sample } from "../../../../results/row.ts";

const suite = "hetu-gnn/table-4";

/** Printed seconds on Reddit, by contender. */
const PRINTED = {
  "peer:torch": 1.187,
  "peer:torch-autograd": 2.5,
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
    3 * 5 + 2,
    "PyTorch in two ways and three steps on three graphs, two of three systems on Archaea",
  );
  for (const part of parts) {
    assert.ok(part.kind === "timed" && part.found.median > 1);
    assert.equal(sideOf(part).side, "holds");
  }
});

Deno.test("one way to train by PyTorch stands beside all of its printed numbers, and the other beside none", () => {
  const [workload] = table4.workloads(PROFILES.standard);
  const printed = table4.contenders.filter((contender) => table4.publishedAs!(workload, contender, "time"));
  assert.deepEqual(
    printed.map(({ id }) => id),
    ["base", "reorder", "reorder-bs", "peer:torch", "peer:dgl"],
  );
  const quotients = section56.contenders.filter((each) =>
    section56.publishedAs!(workload, each, "epoch_speedup")
  );
  assert.deepEqual(quotients.map(({ factors }) => factors.above), ["peer:pytorch", "peer:dgl"]);
  assert.ok(table4.contenders.some(({ id }) => id === "peer:torch-autograd"));
});
