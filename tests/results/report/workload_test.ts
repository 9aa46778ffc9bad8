import assert from "node:assert/strict";
import { factorName, labelledWorkloads, parseFactors } from "../../../results/report/workload.ts";
import { writtenRow } from "../session_fixture.ts";

function cellRow(workload: string, contender: string, factors: string) {
  const suite = "own/ladder";
  return writtenRow({
    suite,
    cell: `${suite}:${workload}:${contender}`,
    contender,
    dataset: workload.split("/")[0],
    factors,
  });
}

Deno.test("a label holds the dataset and the factors that tell workloads, not contenders, apart", () => {
  const rows = [
    cellRow("cora/16", "a", "kernel=a;seed=1;width=16"),
    cellRow("cora/16", "b", "kernel=b;seed=1;width=16"),
    cellRow("cora/64", "a", "kernel=a;seed=1;width=64"),
    cellRow("cora/64", "b", "kernel=b;seed=1;width=64"),
  ];
  const labels = [...labelledWorkloads(rows).values()].map((workload) => workload.label);
  assert.deepEqual(labels, ["cora \u00b7 width 16", "cora \u00b7 width 64"]);
  const onAxis = [...labelledWorkloads(rows, "width").values()];
  assert.deepEqual(onAxis.map((workload) => [workload.label, workload.factors.get("width")]), [
    ["cora", "16"],
    ["cora", "64"],
  ]);
});

Deno.test("workloads that no factor tells apart are labelled by their ids", () => {
  const rows = [cellRow("cora/x", "a", ""), cellRow("cora/y", "a", "")];
  assert.deepEqual([...labelledWorkloads(rows).values()].map((workload) => workload.label), [
    "cora/x",
    "cora/y",
  ]);
});

Deno.test("factors without a value or with several equal signs keep their text", () => {
  assert.deepEqual([...parseFactors("a=1=2;b;;c=")], [["a", "1=2"], ["b", ""], ["c", ""]]);
});

Deno.test("workloads that the axis alone tells apart have one label, so that a line joins them", () => {
  const rows = [1, 2, 3].map((width) => ({
    ...cellRow(`w${width}`, "a", `width=${width}`),
    dataset: "",
    model: "GCN",
  }));
  assert.deepEqual([...labelledWorkloads(rows, "width").values()].map(({ label }) => label), [
    "GCN",
    "GCN",
    "GCN",
  ]);
});

Deno.test("orders of ids along an axis are one line, and elsewhere stay in the label", () => {
  const row = (dataset: string, factors: string) => ({ ...cellRow(`${dataset}/x`, "a", factors), dataset });
  const labels = (rows: readonly ReturnType<typeof row>[], leaveOut: string) =>
    [...labelledWorkloads(rows, leaveOut).values()].map(({ label }) => label);
  const swept = [row("reddit@1/4:mixed-10", "random_ids=10"), row("reddit@1/4", "random_ids=100")];
  assert.deepEqual(labels(swept, "random_ids"), ["reddit@1/4", "reddit@1/4"]);
  assert.deepEqual(labels(swept, ""), ["reddit@1/4:mixed-10", "reddit@1/4"]);
  const one = ["1", "2"].map((gpus) => ({
    ...cellRow(`g${gpus}/x`, "a", `gpus=${gpus}`),
    dataset: "reddit@1/4:drift",
  }));
  assert.deepEqual(labels(one, "gpus"), ["reddit@1/4:drift", "reddit@1/4:drift"]);
  const apart = [row("reddit@1/4:drift", "gpus=2"), row("reddit@1/4", "gpus=2")];
  assert.deepEqual(labels(apart, "gpus"), ["reddit@1/4:drift", "reddit@1/4"]);
});

Deno.test("a factor that tells nothing apart that others do not is left out, and names are words", () => {
  const batches = [["cora", 250], ["pubmed", 63]].map(([graph, batch]) =>
    cellRow(`${graph}/x`, "a", `paperBatch=${batch}`)
  );
  const labels = (rows: typeof batches, leaveOut?: string) =>
    [...labelledWorkloads(rows, leaveOut).values()].map(({ label }) => label);
  assert.deepEqual(labels(batches), ["cora", "pubmed"]);
  const schemes = [[2, "1D", 1], [4, "1.5D", 2], [4, "1D", 1]].map(([p, partition, r]) =>
    cellRow(`cora/${p}-${partition}`, "a", `p=${p};partition=${partition};r=${r}`)
  );
  assert.deepEqual(labels(schemes), [
    "cora \u00b7 p = 2 \u00b7 partition 1D",
    "cora \u00b7 p = 4 \u00b7 partition 1.5D",
    "cora \u00b7 p = 4 \u00b7 partition 1D",
  ]);
  const settings = [
    "ls=2;nc=1;ranks=4",
    "ls=2;nc=1;ranks=16",
    "changed=nc=8;ls=2;nc=8;ranks=16",
    "changed=ls=4;ls=4;nc=1;ranks=16",
  ].map((factors, i) => cellRow(`cora/${i}`, "a", factors));
  assert.deepEqual(labels(settings, "ranks"), [
    "cora",
    "cora",
    "cora \u00b7 changed nc=8",
    "cora \u00b7 changed ls=4",
  ]);
  assert.equal(factorName("paperBatch"), "paper batch");
  assert.equal(factorName("train_ratio"), "train ratio");
});
