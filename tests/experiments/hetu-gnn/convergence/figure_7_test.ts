/** Claims of hetu-gnn Figure 7 on trainings that end above the loss to reach. @module */
import assert from "node:assert/strict";
import { SuiteEvidence } from "../../../../experiments/claims/suite_evidence.ts";
import { figure7 } from "../../../../experiments/hetu-gnn/convergence/figure_7.ts";
import { figure7Devices } from "../../../../experiments/hetu-gnn/convergence/figure_7_devices.ts";
import { PROFILES } from "../../../../experiments/profiles.ts";
import type { Row, Sample } from "../../../../results/row.ts";

Deno.test("a training that does not reach the loss says so, and one that was not set up says that", () => {
  const rule = figure7.claims.find(({ claimId }) => claimId.endsWith("faster-than-reference"))!;
  const rowOf = (contender: string, changes: Partial<Row>) =>
    ({
      ...{ suite: figure7.id, cell: `${figure7.id}:epoch-60:${contender}`, contender, metric: "test_loss" },
      ...{ dataset: "reddit@1/128", median: 1.95, source: "measured", status: "ok", unit: "1", ...changes },
    }) as Row;
  const decide = (reference: Partial<Row>, ownTime: readonly Row[]) =>
    rule.decide(
      new SuiteEvidence(figure7.id, {
        rows: [rowOf("base", {}), ...ownTime, rowOf("peer:torch-autograd", reference)],
        samples: [],
      }, 1),
    );
  assert.throws(
    () => decide({}, []),
    /^EvidenceMissing: base has a test loss of 1.950 on epoch-60, the last; the loss to reach is 1.857$/,
  );
  const time = rowOf("base", { metric: "time_to_loss", median: 3, unit: "s" });
  assert.throws(() => decide({}, [time]), /peer:torch-autograd has a test loss of 1.950/);
  assert.throws(() => decide({ status: "skipped", reason: "not set up" }, [time]), /skipped \(not set up\)/);
});

Deno.test("both ways to train by PyTorch have to take longer, with the adjacency transposed in every step and once", () => {
  const rule = figure7.claims.find(({ claimId }) => claimId.endsWith("faster-than-reference"))!;
  const rows: Row[] = [], samples: Sample[] = [];
  const seconds = { "base": 1, "peer:torch-autograd": 9, "peer:torch": 2 };
  for (const [contender, value] of Object.entries(seconds)) {
    for (const [metric, n] of [["test_loss", 1], ["time_to_loss", 15]] as const) {
      const cell = `${figure7.id}:epoch-60:${contender}`;
      const row = { suite: figure7.id, cell, contender, metric, dataset: "reddit@1/128", median: value, n };
      rows.push({ ...row, source: "measured", status: "ok", unit: "s", attempt: 1 } as Row);
      for (let round = 0; round < n; round++) {
        samples.push({ cell, metric, attempt: 1, preparation: 0, round, value } as Sample);
      }
    }
  }
  const texts = rule.decide(new SuiteEvidence(figure7.id, { rows, samples }, 1)).map((part) => part.text);
  assert.deepEqual(texts.map((each) => each.split(" on ")[0]), [
    "time_to_loss(peer:torch-autograd) / time_to_loss(base)",
    "time_to_loss(peer:torch) / time_to_loss(base)",
  ]);
});

Deno.test("the printed speed-up over PyTorch is compared with that over a PyTorch that keeps the transpose", () => {
  const { contenders, publishedAs, workloads } = figure7Devices, [workload] = workloads(PROFILES.standard);
  const joined = contenders.filter((each) => publishedAs!(workload, each, "best_speedup") !== undefined);
  assert.deepEqual(joined.map(({ id }) => id), ["peer:torch"]);
  assert.ok(contenders.some(({ id }) => id === "peer:torch-autograd"), "autograd stands beside it");
});
