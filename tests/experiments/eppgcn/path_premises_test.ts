/** Premises of execution paths: each claim with rows that are in its regime, and with one row that is not. @module */
import assert from "node:assert/strict";
import { SuiteEvidence } from "../../../experiments/claims/suite_evidence.ts";
import { figure11 } from "../../../experiments/eppgcn/execution_paths/figure_11.ts";
import { figure7 } from "../../../experiments/eppgcn/execution_paths/figure_7.ts";
import { table4 } from "../../../experiments/eppgcn/execution_paths/table_4.ts";
import { PAPER_GRAPHS, wholeGraphInProfile } from "../../../experiments/eppgcn/paper_graphs.ts";
import { figure1 } from "../../../experiments/eppgcn/training/figure_1.ts";
import { figure10 } from "../../../experiments/eppgcn/training/figure_10.ts";
import { table5 } from "../../../experiments/eppgcn/training/table_5.ts";
import { premiseOf } from "../../../experiments/premises/condition.ts";
import { profileOf } from "../../../experiments/profiles.ts";
import { declaredCells } from "../../../experiments/session/verdicts/declared_cells.ts";
import type { ClaimRule, Suite } from "../../../experiments/suite.ts";
import type { Row } from "../../../results/row.ts";

const CALL_MS = 0.01;

/** Values of a cell's metrics; a row's other columns by the name of the metric. */
type Values = Readonly<Record<string, number | Partial<Row>>>;

/** Rows of every cell of a suite at the printed sizes: long times, and a quarter of a training aggregation. */
const inRegime: Values = {
  time: 100,
  backward_aggregation: 25,
  backward_aggregation_time: 1,
  backward_aggregation_share: 25,
  shortest_product: 1,
  peer_call: 0.1,
  speedup: 2,
};

const isTime = (metric: string) => !["speedup", "backward_aggregation_share"].includes(metric);

/** Premise of a claim where the cells of one workload have other values than those in the regime. */
function premise(
  suite: Pick<Suite, "id" | "contenders"> & {
    workloads(profile: ReturnType<typeof profileOf>): readonly { readonly id: string }[];
    readonly claims: readonly ClaimRule[];
  },
  claim: string,
  [changed, change]: readonly [workload: string, change: Values] = ["", {}],
) {
  const rows = suite.workloads(profileOf("paper")).flatMap(({ id }) =>
    suite.contenders.flatMap(({ id: contender }) =>
      Object.entries({ ...inRegime, ...(id === changed ? change : {}) }).map(([metric, value]) => ({
        ...{
          suite: suite.id,
          cell: `${suite.id}:${id}:${contender}`,
          contender,
          metric,
          status: "ok",
          n: 15,
        },
        ...{ source: "measured", backend: "webgpu", adapter_kind: "hardware", threads: 0 },
        ...{ unit: isTime(metric) ? "ms" : "1", dataset: id.split(":")[0], dataset_kind: "stand-in" },
        ...(typeof value === "number" ? { median: value } : { median: 100, ...value }),
      } as Row))
    )
  );
  const evidence = new SuiteEvidence(suite.id, { rows, samples: [], callMs: CALL_MS }, 1);
  return premiseOf(suite.claims.find(({ claimId }) => claimId === `eppgcn.q.${claim}`)!.premise!, evidence);
}

Deno.test("every claim about paths means something on whole graphs whose products are long, and not on an eighth of one", () => {
  const asked = [
    [figure1, ["backward-share"], "blog", "backward_aggregation_time"],
    [figure7, ["beats-if-else", "large-graphs"], "blog", "time"],
    [figure11, ["layers-speedup"], "amazon0505:L4", "shortest_product"],
    [table4, ["dgl-improves", "dgl-less", "gain-with-size", "crossover"], "blog", "time"],
    [table5, ["training-faster", "preprocess-ratio"], "blog", "backward_aggregation_time"],
    [figure10, ["on-the-fly", "preproc-vs-fly"], "blog", "backward_aggregation_time"],
  ] as const;
  for (const [suite, claims, graph, time] of asked) {
    for (const claim of claims) {
      assert.equal(premise(suite, claim).met, true, claim);
      const part = premise(suite, claim, [graph, { [time]: { dataset: "blog@1/8" } }]);
      assert.equal(part.met, false, claim);
      assert.match(part.text, /scale of blog@1\/8 is 0\.125, 1 or more is wanted/);
      const whole = premise(suite, claim, [graph, { [time]: { dataset: "blog@1/1" } }]);
      assert.equal(whole.met, true, claim);
    }
  }
});

Deno.test("a backward pass of two products has to be twenty times as long as two calls", () => {
  const at = (ms: number) => premise(figure7, "large-graphs", ["pubmed", { time: ms }]);
  assert.equal(at(2 * 20 * CALL_MS).met, true);
  assert.equal(at(2 * 20 * CALL_MS - 0.01).met, false);
  const deep = (ms: number) =>
    premise(figure11, "layers-speedup", ["web-google:L6", { shortest_product: ms }]);
  assert.deepEqual([deep(20 * CALL_MS).met, deep(19 * CALL_MS).met], [true, false]);
});

Deno.test("short products of Cora matter to claims about every graph, and not to one about the others", () => {
  const cora = ["cora", { time: 0.01 }] as const;
  assert.equal(premise(figure7, "beats-if-else", cora).met, false);
  assert.match(premise(figure7, "beats-if-else", cora).elsewhere, /no larger scale/);
  assert.equal(premise(figure7, "large-graphs", cora).met, true);
});

Deno.test("a peer's product is held against the peer's own calls, which cost more than the device's", () => {
  const at = (ms: number) => premise(table4, "dgl-improves", ["cora", { time: ms }]);
  assert.deepEqual([at(4).met, at(3.9).met], [true, false]);
  assert.match(at(3.9).text, /a peer's empty call of peer:dgl on cora is 19.5/);
});

Deno.test("where DGL is not set up, the gain with size is that of its policy, and no call of DGL is asked for", () => {
  const rows = PAPER_GRAPHS.flatMap(({ id }) =>
    ["policy:dgl", "policy:dgl+epp"].map((contender) => ({
      ...{ suite: table4.id, cell: `${table4.id}:${id}:${contender}`, contender, metric: "time", unit: "ms" },
      ...{ median: 5, status: "ok", n: 15, source: "measured", dataset: id, dataset_kind: "real" },
    } as Row))
  );
  const evidence = new SuiteEvidence(table4.id, { rows, samples: [], callMs: CALL_MS }, 1);
  const rule = table4.claims.find(({ claimId }) => claimId === "eppgcn.q.gain-with-size")!;
  assert.equal(premiseOf(rule.premise!, evidence).met, true);
});

Deno.test("trainings mean something where backward aggregation takes a fifth of them to 45 %", () => {
  const share = (percent: number) =>
    premise(table5, "training-faster", ["pubmed", { backward_aggregation_share: percent }]).met;
  assert.deepEqual([19.9, 20, 45, 45.1].map(share), [false, true, true, false]);
  const part = (ms: number) => premise(figure10, "on-the-fly", ["pubmed", { backward_aggregation: ms }]).met;
  assert.deepEqual([19.9, 20, 45, 45.1].map(part), [false, true, true, false]);
});

Deno.test("that small graphs do not gain is asked of a card alone, since the grouping is to blame", () => {
  assert.equal(premise(figure7, "small-graphs").met, true);
  const onCpu = { time: { backend: "wasm", adapter_kind: "none" } } as const;
  assert.equal(premise(figure7, "small-graphs", ["cora", onCpu]).met, false);
});

Deno.test("the mean over six graphs is joined to their mean, and not to each of them", () => {
  const joined = declaredCells([figure7]).filter(({ key }) => key.metric.endsWith("_mean"));
  assert.deepEqual(joined.map(({ cell }) => cell), ["eppgcn/figure-7:mean-six:epp"]);
  const { graphs } = figure7.workloads(profileOf("standard")).at(-1)!;
  assert.deepEqual(graphs.map(({ graph }) => graph.name).sort(), [
    "Amazon",
    "Blog",
    "Google",
    "Pubmed",
    "Twitter",
    "Youtube",
  ]);
});

Deno.test("figures about paths have every graph at its printed size in the standard profile", () => {
  const standard = profileOf("standard");
  const workloads = [figure1, figure7, figure11].flatMap((suite) => suite.workloads(standard));
  // The mean over six graphs has none of its own.
  for (const { dataset = "" } of workloads.filter(({ id }) => id !== "mean-six")) {
    assert.match(dataset, /^[a-z0-9-]+(@1\/1)?$/);
  }
  assert.equal(wholeGraphInProfile("web-google", standard), "web-google@1/1");
  assert.equal(wholeGraphInProfile("web-google", profileOf("paper")), "web-google");
});
