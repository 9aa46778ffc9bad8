/** Samplers and trainings in a worker that speaks the protocol, rightly or not. @module */
import assert from "node:assert/strict";
import { batchRequest } from "../../../../experiments/peers/batches/batch_problem.ts";
import { peerBatchTrial } from "../../../../experiments/peers/batches/batch_trial.ts";
import { checkBatches, referenceLosses } from "../../../../experiments/peers/batches/batch_check.ts";
import { libraryBlocks } from "../../../../experiments/peers/batches/library_blocks.ts";
import { PeerBatchTraining, PeerSampler } from "../../../../experiments/peers/batches/peer_batches.ts";
import { peerSamplingTrial } from "../../../../experiments/peers/batches/peer_sampling_trial.ts";
import { closePeers } from "../../../../experiments/peers/open_peers.ts";
import type { PeerOptions } from "../../../../experiments/peers/peer.ts";
import { sampleBatch, uniformNeighbors } from "../../../../graph/sampling/mod.ts";
import { openWasmDevice } from "../../../../hardware/cpu/device.ts";
import { DeviceError, MissingError, UsageError, WrongResultError } from "../../../../platform/errors.ts";
import { testLab } from "../../lab.ts";
import { type FakeAnswers, fakePython, HAS_SHELL, member } from "../fake_python.ts";
import { batchProblem, FANOUTS } from "./batch_setting.ts";

const PROBLEM = batchProblem("sage");
const work = { multiplyAdds: 1, compulsoryBytes: 1, bytesWithoutReuse: 1 };

/** A worker with these answers. */
async function withFake(
  others: FakeAnswers["others"],
  test: (options: PeerOptions, folder: string) => Promise<void>,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    const made = `echo '{"ok":true,"model":1,"seconds":0.5,"workers":2}'`;
    const done = { sampler: made, batches: made, forget: `echo '{"ok":true}'` };
    const python = await fakePython(folder, { others: { ...done, ...others } });
    await test({ threads: 2, python, timeoutMs: 120_000 }, folder);
  } finally {
    await closePeers();
    await Deno.remove(folder, { recursive: true });
  }
}

/** Writes a mini-batch of the first seeds as a worker does; its sizes, and the losses on it. */
async function drawn(folder: string, { fanouts = FANOUTS, steps = 3 } = {}) {
  const seeds = PROBLEM.data.training.slice(1, 5);
  const draw = uniformNeighbors(PROBLEM.graph, { fanouts, seed: 1 });
  const { blocks } = await sampleBatch(draw, { seeds, batch: 0 });
  const sizes = [];
  for (const [i, { matrix: { rows, cols, rowPtr, colIdx }, sources }] of blocks.entries()) {
    for (const [name, array] of Object.entries({ rowPtr, colIdx, sources })) {
      await Deno.writeFile(`${folder}/${name}${i + 1}`, new Uint8Array(array.slice().buffer));
    }
    sizes.push({ rows, cols, nnz: colIdx.length });
  }
  const batch = { form: "blocks" as const, blocks };
  const named = libraryBlocks(batch, { model: "sage", layers: FANOUTS.length, seeds: seeds.length });
  const drawnBatch = { seeds, blocks: named, steps }, reason = new Error("stopped");
  const losses = await referenceLosses(PROBLEM, drawnBatch);
  await assert.rejects(referenceLosses(PROBLEM, drawnBatch, AbortSignal.abort(reason)), reason);
  return { answer: JSON.stringify(sizes), losses };
}

/** Shell commands that hand over the prepared mini-batch. */
const handOver = (from: string, sizes: string, losses: readonly number[]) =>
  `cp ${from}/* "${member("folder")}"; echo '{"ok":true,"form":"blocks","blocks":${sizes},"losses":${
    JSON.stringify(losses)
  }}'`;

Deno.test({
  name: "seconds are milliseconds of the batches asked for, and lists of seeds travel with their sizes",
  ignore: !HAS_SHELL,
  fn: () =>
    withFake({
      iterate: `case "$line" in *'"n":5'*) echo '{"ok":true,"seconds":0.25,"losses":[1]}' ;; esac`,
      phases: `echo '{"ok":true,"sample":0.001,"load":0.002,"compute":0.003}'`,
      draw: `case "$line" in *'"sizes":[1,2]'*) [ "$(od -An -td4 "${
        member("seeds")
      }" | tr -s ' ')" = " 4 5 6" ] && echo '{"ok":true,"seconds":0.125}' ;; esac`,
    }, async (options) => {
      const training = await PeerBatchTraining.open("dgl", PROBLEM, options);
      assert.deepEqual([training.prepareMs, training.workers], [500, 2]);
      assert.equal(await training.iterate(5), 250);
      assert.deepEqual(await training.phases(1), { sampleMs: 1, loadMs: 2, computeMs: 3 });
      training.close();
      const sampler = await PeerSampler.open("dgl", { ...PROBLEM, fanouts: FANOUTS }, options);
      assert.equal(await sampler.draw([Uint32Array.of(4), Uint32Array.of(5, 6)]), 125);
      sampler.close();
    }),
});

Deno.test({
  name: "a mini-batch and its losses pass as they are; other losses, another fan-out and a torn file do not",
  ignore: !HAS_SHELL,
  fn: async () => {
    const folder = await Deno.makeTempDir(), fewer = await Deno.makeTempDir();
    try {
      const { answer, losses } = await drawn(folder), other = await drawn(fewer, { fanouts: [2, 3, 3] });
      const check = (rehearse: string) =>
        withFake({ rehearse }, async (options) => {
          const training = await PeerBatchTraining.open("dgl", PROBLEM, options);
          const report = await checkBatches(training, PROBLEM, 1);
          if (!report.ok) throw new WrongResultError({ action: "a", current: "b", wanted: "c", next: "d" });
        });
      await check(handOver(folder, answer, losses));
      await assert.rejects(
        check(handOver(folder, answer, [...losses.slice(1), losses[0]])),
        WrongResultError,
      );
      await assert.rejects(check(handOver(folder, answer, losses.slice(1))), WrongResultError);
      await assert.rejects(check(handOver(fewer, other.answer, other.losses)), WrongResultError);
      await assert.rejects(
        check(
          `cp ${folder}/* "${member("folder")}"; : > "${member("folder")}/colIdx2"; echo '{"ok":true,` +
            `"form":"blocks","blocks":${answer},"losses":[1]}'`,
        ),
        DeviceError,
      );
    } finally {
      for (const each of [folder, fewer]) await Deno.remove(each, { recursive: true });
    }
  },
});

Deno.test("of mini-batches with other losses most decide, and the first with the same ones ends the check", async () => {
  // The training's losses are the reference's, but on the mini-batches of these numbers.
  const outcome = async (wrong: readonly number[]) => {
    let drawn = 0;
    const rehearse = async (seeds: Uint32Array, steps: number) => {
      const draw = uniformNeighbors(PROBLEM.graph, { fanouts: FANOUTS, seed: 1 });
      const { blocks } = await sampleBatch(draw, { seeds, batch: drawn });
      const batch = { form: "blocks" as const, blocks };
      const named = libraryBlocks(batch, { model: "sage", layers: FANOUTS.length, seeds: seeds.length });
      const losses = [...await referenceLosses(PROBLEM, { seeds, blocks: named, steps })];
      if (wrong.includes(drawn++)) losses[2] *= 1.01;
      return { batch, losses };
    };
    const { ok } = await checkBatches({ rehearse }, PROBLEM, 1);
    return { ok, drawn };
  };
  assert.deepEqual(await outcome([1, 2, 3]), { ok: true, drawn: 1 });
  assert.deepEqual(await outcome([0]), { ok: true, drawn: 4 });
  assert.deepEqual(await outcome([0, 2]), { ok: true, drawn: 5 });
  assert.deepEqual(await outcome([0, 1, 2]), { ok: false, drawn: 3 });
  assert.deepEqual(await outcome([0, 2, 4]), { ok: false, drawn: 5 });
});

Deno.test({
  name: "an epoch is timed by the worker in as many batches as it has, and samples are scaled to theirs",
  ignore: !HAS_SHELL,
  fn: () =>
    withFake({
      iterate: `case "$line" in *'"n":10'*) echo '{"ok":true,"seconds":0.25,"losses":[1]}' ;; esac`,
      draw: `echo '{"ok":true,"seconds":0.01}'`,
    }, async ({ python, timeoutMs }) => {
      const device = await openWasmDevice({ threads: 1 });
      try {
        const lab = testLab(device), open = { python: python!, timeoutMs: timeoutMs! };
        const trial = await peerBatchTrial(lab, { peer: "dgl", problem: PROBLEM, work, open });
        const prepared = await trial.prepare();
        // 80 training vertices in batches of 16 are 5 an epoch.
        assert.ok(prepared.time);
        assert.equal(await prepared.time(2), 250);
        assert.deepEqual(prepared.facts, { workers: 2 });
        assert.equal(trial.factors?.versions, "echo 1.0");
        prepared.destroy();

        const batches = [{ seeds: Uint32Array.of(1), batch: 0 }];
        const setting = { graph: PROBLEM.graph, fanouts: FANOUTS, batches, scale: 3, work, facts: {} };
        const sampling = await (await peerSamplingTrial(lab, { peer: "dgl", ...setting, open })).prepare();
        assert.ok(sampling.time);
        assert.equal(await sampling.time(2), 60);
        sampling.destroy();
      } finally {
        device.close();
      }
    }),
});

Deno.test("initial weights carry the worker's names, and layers of another model are refused", () => {
  const names = (model: "gcn" | "sage" | "gin" | "gat") =>
    Object.keys(batchRequest(batchProblem(model)).parameters);
  const layers = (...parts: string[]) => [1, 2, 3].flatMap((layer) => parts.map((part) => `${part}${layer}`));
  assert.deepEqual(names("gcn").sort(), layers("W").sort());
  assert.deepEqual(names("sage").sort(), layers("W", "b", "S").sort());
  assert.deepEqual(names("gin").sort(), layers("W", "c", "V", "b").sort());
  assert.deepEqual(names("gat").sort(), layers("W", "A", "b").sort());
  assert.deepEqual(batchRequest(batchProblem("gat")).widths, [12, 8, 8, 5]);
  assert.throws(
    () => batchRequest({ ...batchProblem("gcn"), layers: batchProblem("sage").layers }),
    UsageError,
  );
});

Deno.test("a peer that does not sample is refused, and one that is not set up is missing", async () => {
  await assert.rejects(PeerBatchTraining.open("torch", PROBLEM, { threads: 1 }), UsageError);
  const root = await Deno.makeTempDir();
  const options = { threads: 1, root, env: () => undefined };
  await assert.rejects(PeerBatchTraining.open("dgl", PROBLEM, options), MissingError);
  await Deno.remove(root, { recursive: true });
});
