/** Parts of roc Figure 4's claim, and the early end of its rounds. @module */
import assert from "node:assert/strict";
import { SuiteEvidence } from "../../../../experiments/claims/suite_evidence.ts";
import { premiseOf } from "../../../../experiments/premises/condition.ts";
import { comparableEnd, FIGURE_4_CLAIMS } from "../../../../experiments/roc/memory/figure_4_claims.ts";
import type { Row, Sample } from "../../../../results/row.ts";

const FRAMEWORKS = ["policy:tensorflow", "policy:dgl"].map((id) => ({ id, label: id }));

/** Whether it is certain by so many rounds of these times; one of `odd` rounds is another. */
function isCertain(
  times: Readonly<Record<string, number>>,
  { rounds = 15, odd = {} }: { readonly rounds?: number; readonly odd?: Readonly<Record<string, number>> } =
    {},
): boolean {
  const end = comparableEnd(15, { roc: "roc", frameworks: FRAMEWORKS });
  const msOf = (id: string) =>
    id in times
      ? Array.from({ length: rounds }, (_, round) => round === 0 ? odd[id] ?? times[id] : times[id])
      : undefined;
  return end.isCertain(msOf);
}

Deno.test("rounds of Figure 4 end where one framework is certainly faster, or none is", () => {
  const slow = { "roc": 100, "policy:tensorflow": 40, "policy:dgl": 80 };
  assert.ok(isCertain(slow), "TensorFlow's policy alone contradicts the claim");
  assert.ok(
    !isCertain(slow, { odd: { "policy:tensorflow": 90 } }),
    "fourteen of fifteen are too few for Holm",
  );
  assert.ok(isCertain(slow, { rounds: 23, odd: { "policy:tensorflow": 90 } }));
  assert.ok(!isCertain({ ...slow, "policy:tensorflow": 70 }), "near the bound of 80");
  assert.ok(isCertain({ "roc": 100, "policy:tensorflow": 120, "policy:dgl": 110 }));
  assert.ok(!isCertain({ "roc": 100, "policy:tensorflow": 120, "policy:dgl": 90 }), "one open, none against");
});

Deno.test("a framework itself counts in the place of its policy, and who did not end the rounds is open", () => {
  const policies = { "roc": 100, "policy:tensorflow": 120, "policy:dgl": 40 };
  assert.ok(!isCertain({ ...policies, "peer:dgl": 90 }), "DGL itself is near the bound");
  assert.ok(isCertain({ ...policies, "peer:dgl": 120 }));
  assert.ok(!isCertain({ "policy:tensorflow": 40, "policy:dgl": 40 }), "ROC was not asked for");
  assert.ok(!isCertain({ "roc": 100, "policy:tensorflow": 120 }), "a framework was not asked for");
  const end = comparableEnd(15, { roc: "roc", frameworks: FRAMEWORKS });
  assert.ok(!end.isCertain((id) => new Array<number>(id === "roc" ? 15 : 14).fill(id === "roc" ? 100 : 40)));
});

/** Parts of the claim where a policy of DGL takes so many times as long as DGL itself, which trains GCN alone. */
function comparableParts(policyOverDgl: number) {
  const ROUNDS = 15, ROC_MS = 100, POLICY_MS = 40;
  const times = ["GCN", "GIN", "CommNet"].flatMap((model) =>
    ["tensorflow", "dgl", "pyg"].map((name) => ({ model, id: `policy:${name}`, ms: POLICY_MS }))
  );
  times.push({ model: "GCN", id: "peer:dgl", ms: POLICY_MS / policyOverDgl });
  const rows: Row[] = [], samples: Sample[] = [];
  for (const { model, id, ms } of times) {
    const cell = `roc/figure-4:pubmed:${model}:${id}`;
    for (const [metric, value] of [["epoch_time", ms], ["roc_throughput_ratio", ms / ROC_MS]] as const) {
      const row = { suite: "roc/figure-4", cell, contender: id, metric, status: "ok", attempt: 1 };
      const about = {
        dataset: "pubmed",
        dataset_kind: "real",
        source: "measured",
        median: value,
        unit: "ms",
      };
      rows.push({ ...row, ...about } as Row);
      for (let round = 0; round < ROUNDS; round++) {
        samples.push({ cell, metric, preparation: 0, round, value } as Sample);
      }
    }
  }
  const rule = FIGURE_4_CLAIMS.find(({ claimId }) => claimId === "roc.q.single-gpu-comparable")!;
  const parts = rule.decide(new SuiteEvidence("roc/figure-4", { rows, samples, callMs: 0.001 }, 1));
  return (parts as readonly { readonly kind: string; readonly text: string }[]).map(({ kind, text }) => ({
    kind,
    of: text.split(": ")[0],
  }));
}

Deno.test("a policy unlike its framework on one model decides nothing in its place on the others", () => {
  const open = (policyOverDgl: number) =>
    comparableParts(policyOverDgl).filter(({ kind }) => kind === "open").map(({ of }) => of);
  const unlike = ["GIN", "CommNet"].map((model) => `${model}, ROC's throughput over that of policy of DGL`);
  assert.deepEqual(open(1), []);
  assert.deepEqual(open(2), unlike, "slower");
  assert.deepEqual(open(0.5), unlike, "faster");
});

Deno.test("a framework decides on the model that it trains, whatever its policy is like", () => {
  for (const policyOverDgl of [0.5, 1, 2]) {
    const [ofDgl] = comparableParts(policyOverDgl).filter(({ of }) => /^GCN.* DGL$/.test(of));
    assert.deepEqual(ofDgl, { kind: "timed", of: "GCN, ROC's throughput over that of DGL" });
  }
});

Deno.test("ROC is compared with frameworks where copies to host memory run beside kernels, as Section 7.2 has them", () => {
  const { premise } = FIGURE_4_CLAIMS.find(({ claimId }) => claimId === "roc.q.single-gpu-comparable")!;
  const on = (device: Pick<Row, "backend" | "adapter_kind" | "threads">) => {
    const row = {
      suite: "roc/figure-4",
      cell: "roc/figure-4:pubmed:GCN:roc",
      contender: "roc",
      metric: "time",
    };
    const rows = [{ ...row, ...device, status: "ok", attempt: 1 } as Row];
    return premiseOf(premise!.slice(0, 1), new SuiteEvidence("roc/figure-4", { rows, samples: [] }, 1));
  };
  const threads = on({ backend: "x86", adapter_kind: "none", threads: 2 });
  assert.ok(!threads.met);
  assert.match(threads.text, /^kernels wait for copies on 2 CPU threads/);
  assert.ok(!on({ backend: "webgpu", adapter_kind: "software", threads: 2 }).met);
  assert.ok(on({ backend: "webgpu", adapter_kind: "hardware", threads: 1 }).met);
});
