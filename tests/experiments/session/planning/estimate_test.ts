import assert from "node:assert/strict";
import { datasetRecord } from "../../../../datasets/registry.ts";
import { kernelLadder } from "../../../../experiments/own/kernel_ladder.ts";
import { profileOf } from "../../../../experiments/profiles.ts";
import { estimate } from "../../../../experiments/session/planning/estimate.ts";
import { takeUserGraphs } from "../../../../experiments/user_graphs.ts";
import { openWasmDevice } from "../../../../hardware/cpu/device.ts";
import { sumOf } from "../../../../platform/lists/sum_of.ts";
import { recordedArchives } from "../../../../results/recordings/recorded_archives.ts";
import { openArchive } from "../../../../results/store/session_archive.ts";
import { comparisonName } from "../../../../results/history/comparison_seconds.ts";
import { runComparison, testLab } from "../../lab.ts";

Deno.test("what no session has timed is said to be unknown, and not to take no time", () => {
  const plan = estimate(["roc/figure-7"], {}), { length } = plan.comparisons;
  assert.ok(plan.comparisons.every(({ basis }) => basis === "nothing"));
  assert.match(plan.text, /width:512 .* not timed yet$/m);
  assert.match(plan.text, new RegExp(`without the ${length} not timed yet`));

  const here = new Map([[comparisonName("roc/figure-7", "width:512"), 1800]]);
  const later = estimate(["roc/figure-7"], {}, { here });
  assert.match(later.text, /width:512 .* about 30 min 0 s, as last time$/m);
  assert.equal(later.comparisons.filter(({ basis }) => basis === "nothing").length, length - 1);
});

Deno.test("a timed comparison is estimated by its sizes", () => {
  const { text, comparisons } = estimate(["hetu-gnn/figure-8"], { filter: "dataset=archaea" });
  assert.ok(comparisons.every(({ basis, seconds }) => basis === "size" && seconds > 0));
  assert.doesNotMatch(text, /not .*timed yet/);
});

Deno.test("many contenders need no more memory than one, which is alone on the device where not all fit", () => {
  const filter = "workload=ogbn-products:w256";
  const of = (contenders: string) => estimate(["own/kernel-ladder"], { filter: `${filter}${contenders}` });
  const all = of(""), pair = of(" && contender=merge-split");
  assert.ok(all.comparisons[0].contenders.length > 10);
  assert.equal(pair.comparisons[0].contenders.length, 2);
  assert.equal(all.memoryBytes, pair.memoryBytes);
  assert.match(all.text, /, at least [\d.]+ GiB of memory,/);
});

Deno.test("products run on a device with little more than the memory that the plan says, and on none with less", async () => {
  const workload = kernelLadder.workloads(profileOf("standard")).find(({ id }) => id === "pubmed:w64")!;
  const { memoryBytes } = estimate(["own/kernel-ladder"], { filter: `workload=${workload.id}` });
  const contenders = kernelLadder.contenders.filter(({ id }) =>
    ["row-split-scalar", "neighbor-group", "block-sparse", "row-split"].includes(id)
  );
  for (const [share, wanted] of [[0.9, "oom"], [1.1, "ok"]] as const) {
    const device = openWasmDevice({ threads: 2, memoryBytes: Math.ceil(share * memoryBytes) });
    try {
      const { rows } = await runComparison(testLab(device), { suite: kernelLadder, workload, contenders });
      const times = rows.filter(({ metric }) => metric === "time");
      assert.deepEqual(times.map(({ status }) => status), contenders.map(() => wanted), `${share}`);
    } finally {
      device.close();
    }
  }
});

Deno.test("what holds the graph alone needs no features of all its vertices", () => {
  const counts = datasetRecord("ogbn-papers100m").counts;
  const { memoryBytes } = estimate(["fastgl/table-8"], {
    profile: "paper",
    filter: "dataset=ogbn-papers100m",
  });
  assert.equal(memoryBytes, 4 * (counts.vertices + 1) + 4 * counts.storedEdges);
});

Deno.test("the plan names its columns, and each begins at one place in all lines", () => {
  const { text, comparisons } = estimate(["distgnn-mb"], {});
  const [header, ...lines] = text.split("\n").slice(0, comparisons.length + 1);
  assert.match(header, /^comparison +dataset +contenders +time$/);
  const [dataset, time] = ["dataset", "time"].map((name) => header.indexOf(name));
  comparisons.forEach((each, i) => {
    assert.equal(lines[i].slice(0, dataset).trimEnd(), `${each.suite} ${each.workload}`);
    assert.match(lines[i].slice(time), /^(about|not timed yet)/);
  });
});

Deno.test("a user's own graph is not read for the plan, which then says neither its time nor its memory", async () => {
  const file = await Deno.makeTempFile({ suffix: ".mtx" });
  try {
    takeUserGraphs({ graph: [file], width: [64] });
    const { text, comparisons } = estimate([], {});
    assert.deepEqual(comparisons.map(({ basis }) => basis), ["nothing"]);
    assert.match(text, /not timed yet$/m);
    assert.doesNotMatch(text, /of memory/);
  } finally {
    await Deno.remove(file);
  }
});

Deno.test("a whole run takes the disk that is said of it, within a factor of two, as recorded ones did", async () => {
  const { text, diskBytes } = estimate(["hetu-gnn", "fastgl", "roc", "eppgcn", "distgnn-mb"], {});
  const whole = (await recordedArchives()).filter((path) =>
    /standard-peers|intel.*[\\/]standard\.zip$/.test(path)
  );
  assert.equal(whole.length, 2);
  for (const path of whole) {
    const { manifest } = await openArchive(path);
    const taken = sumOf(manifest.files, ({ bytes }) => bytes);
    assert.ok(taken / diskBytes < 2 && diskBytes / taken < 2, `${taken} bytes, ${diskBytes} said`);
  }
  assert.match(text, /, about [\d.]+ MiB of disk\./);
});
