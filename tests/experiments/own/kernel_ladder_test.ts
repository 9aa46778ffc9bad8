import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { loadDataset } from "../../../datasets/load.ts";
import { kernelLadder, ladderOperands } from "../../../experiments/own/kernel_ladder.ts";
import type { TimedMeasurement } from "../../../experiments/measurement.ts";
import { PROFILES } from "../../../experiments/profiles.ts";
import { takeUserFiles } from "../../../experiments/session/user_files.ts";
import { estimate } from "../../../experiments/session/planning/estimate.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { testOnX86 } from "../../hardware/cpu/threads.ts";
import { testLab } from "../lab.ts";
import { kernelsOf } from "../../../kernels/registry.ts";

Deno.test("standard takes Products at a quarter and Proteins at a sixteenth, in four widths", () => {
  const datasets = kernelLadder.workloads(PROFILES.standard).filter(({ id }) => id.startsWith("ogbn"));
  assert.deepEqual(datasets.map(({ id, dataset }) => `${id} ${dataset}`).sort(), [
    "ogbn-products:w128 ogbn-products@1/4",
    "ogbn-products:w16 ogbn-products@1/4",
    "ogbn-products:w256 ogbn-products@1/4",
    "ogbn-products:w64 ogbn-products@1/4",
    "ogbn-proteins:w128 ogbn-proteins@1/16",
    "ogbn-proteins:w16 ogbn-proteins@1/16",
    "ogbn-proteins:w256 ogbn-proteins@1/16",
    "ogbn-proteins:w64 ogbn-proteins@1/16",
  ]);
});

Deno.test("a smoke run loads no graph above its maximum", () => {
  const { comparisons } = estimate(["own/kernel-ladder"], { profile: "smoke" });
  assert.equal(comparisons.length, kernelLadder.workloads(PROFILES.smoke).length);
  for (const { dataset, storedEdges } of comparisons) {
    assert.ok(storedEdges <= PROFILES.smoke.maxStoredEdges, `${dataset}: ${storedEdges}`);
  }
});

Deno.test("the ladder takes the rounds that decide once a script has registered a kernel", async () => {
  // In a process of its own, since nothing takes a registered kernel back.
  const at = (path: string) => JSON.stringify(new URL(`../../../${path}`, import.meta.url).href);
  const script = `
    import { kernelLadder } from ${at("experiments/own/kernel_ladder.ts")};
    import { findKernel, registerKernel } from ${at("kernels/registry.ts")};
    const before = kernelLadder.measurement.decides;
    registerKernel("spmm", { ...findKernel("spmm", "row-split", "wasm"), id: "mine" });
    console.log(before, kernelLadder.measurement.decides);`;
  const config = fileURLToPath(new URL("../../../deno.json", import.meta.url));
  const code = `data:text/typescript,${encodeURIComponent(script)}`;
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", "--no-check", "--config", config, code],
    env: { NO_COLOR: "1" },
  }).output();
  const said = new TextDecoder();
  assert.equal(said.decode(stdout), "false true\n", said.decode(stderr));
});

Deno.test("the ladder takes the rounds that decide once a user's kernel takes part", async () => {
  const rounds = () => estimate(["own/kernel-ladder"], { profile: "standard" }).comparisons[0].seconds;
  const context = rounds(), file = await Deno.makeTempFile({ suffix: ".py" });
  try {
    await Deno.writeTextFile(file, 'LIBRARY = "numpy"\n');
    takeUserFiles({ kernel: [file] });
    assert.equal((kernelLadder.measurement as TimedMeasurement).decides, true);
    assert.ok(rounds() > 2 * context);
  } finally {
    await Deno.remove(file);
  }
});

Deno.test("every kernel of the operation is a contender", () => {
  const contenders = kernelLadder.contenders.map(({ id }) => id);
  for (const { id } of kernelsOf("spmm")) assert.ok(contenders.includes(id), id);
});

Deno.test("the contenders of a workload multiply the same arrays, those of another width the same matrix", async () => {
  const dataset = await loadDataset("reddit@1/1024", { seed: 3 });
  const device = openWasmDevice({ threads: 1 });
  try {
    const lab = testLab(device);
    const narrow = await ladderOperands(lab, dataset, 16);
    assert.equal(await ladderOperands(lab, dataset, 16), narrow);
    const wide = await ladderOperands(lab, dataset, 64);
    assert.equal(wide.matrix, narrow.matrix);
    assert.equal(wide.features.length, 64 * dataset.graph.cols);
    const otherSeed = await ladderOperands({ ...testLab(device), seed: 2 }, dataset, 64);
    assert.notEqual(otherSeed.matrix, wide.matrix);
    const sameGraph = await ladderOperands(lab, { ...dataset }, 16);
    assert.deepEqual(sameGraph, narrow);
    assert.notEqual(sameGraph, narrow);
  } finally {
    device.close();
  }
});

testOnX86(
  "a kernel of rounded features is labelled, and its cell states its error for the given ones",
  async (device) => {
    const dataset = await loadDataset("reddit@1/1024", { seed: 3 });
    const { measurement } = kernelLadder;
    assert.ok(measurement.kind === "timed");
    const factsOf = async (id: string) => {
      const contender = kernelLadder.contenders.find((each) => each.id === id)!;
      const [workload] = kernelLadder.workloads(PROFILES.smoke);
      const trial = await measurement.trial(testLab(device), dataset, workload, contender);
      const prepared = await trial.prepare();
      const check = await prepared.check();
      const parts = await prepared.breakdown?.();
      await prepared.recheck!(2);
      prepared.destroy();
      assert.ok(check.ok);
      return { label: contender.label, work: trial.work, facts: parts?.facts };
    };
    const rounded = await factsOf("row-split-bf16"), given = await factsOf("row-split");
    assert.equal(rounded.label, "row-split-bf16 (rounded features)");
    assert.equal(given.facts, undefined);
    const { rounding_rms: rms, rounding_max: max } = rounded.facts as Record<string, number>;
    assert.ok(rms > 2 ** -11 && rms < 2 ** -8 && max > 2 ** -12 && max < 2 ** -7, `${rms}, ${max}`);
    // X has half the bytes; indices, values and Y have as many.
    const saved = given.work.compulsoryBytes - rounded.work.compulsoryBytes;
    assert.equal(saved, 2 * 16 * dataset.graph.cols);
  },
  [1],
);
