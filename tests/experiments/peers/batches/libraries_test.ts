/** Libraries that sample and train on mini-batches: their samples are the graph's, their losses float64's. @module */
import assert from "node:assert/strict";
import { checkBatches, checkDrawn } from "../../../../experiments/peers/batches/batch_check.ts";
import type { BatchModelId } from "../../../../experiments/peers/batches/library_blocks.ts";
import { PeerBatchTraining, PeerSampler } from "../../../../experiments/peers/batches/peer_batches.ts";
import { environmentPython } from "../../../../experiments/peers/environments/environments.ts";
import { closePeers } from "../../../../experiments/peers/open_peers.ts";
import { BATCH_PEERS } from "../../../../experiments/peers/peers.ts";
import { DeviceError } from "../../../../platform/errors.ts";
import { batchProblem, FANOUTS, LAYERS } from "./batch_setting.ts";

const OPENING = { threads: 1 };

for (const { id, environment } of BATCH_PEERS) {
  const absent = environmentPython(environment) === undefined;
  if (absent) {
    console.log(
      `peer ${id}: its mini-batches are not tested, ${environment} is not set up (deno task peers:setup ${environment})`,
    );
  }
  Deno.test({
    name: `${id} samples and trains on mini-batches as float64 arithmetic does`,
    ignore: absent,
    fn: async (t) => {
      try {
        for (const model of Object.keys(LAYERS) as BatchModelId[]) {
          await t.step(model, () => assertTrains(id, model));
        }
        await t.step("other features are found out", () => assertFindsOthers(id));
        await t.step(
          "its sampler draws as many different neighbours as there are, each its own",
          () => assertSamples(id),
        );
        await t.step("a training vertex beyond the graph is an error", () => assertRefuses(id));
      } finally {
        await closePeers();
      }
    },
  });
}

async function assertTrains(id: string, model: BatchModelId): Promise<void> {
  const problem = batchProblem(model);
  const training = await PeerBatchTraining.open(id, problem, OPENING);
  for (const seed of [0, 7]) {
    const report = await checkBatches(training, problem, seed);
    assert.ok(report.ok && report.checkedRows > 2, JSON.stringify(report));
  }
  assert.ok([0, 1].includes(training.workers), "as many processes as threads");
  assert.ok(await training.iterate(7) > 0);
  const { sampleMs, loadMs, computeMs } = await training.phases(2);
  assert.ok(sampleMs > 0 && loadMs > 0 && computeMs > 0);
  assert.ok((await checkBatches(training, problem, 3)).ok, "a check begins with the first weights");
  training.close();
}

/** The check fails where the library has been given other numbers than the oracles. */
async function assertFindsOthers(id: string): Promise<void> {
  const problem = batchProblem("sage"), { data } = problem, { features } = data;
  const training = await PeerBatchTraining.open(id, problem, OPENING);
  const values = features.values.map((value) => 1.05 * value);
  const other = { ...problem, data: { ...data, features: { ...features, values } } };
  assert.equal((await checkBatches(training, other, 0)).ok, false);
  assert.equal((await checkBatches(training, { ...problem, seed: 4 }, 0)).ok, false);
  assert.equal((await checkBatches(training, { ...problem, fanouts: [2, 3, 3] }, 0)).ok, false);
  training.close();
}

async function assertSamples(id: string): Promise<void> {
  const { graph, seed, data: { training: seeds } } = batchProblem("sage");
  const sampler = await PeerSampler.open(id, { graph, fanouts: FANOUTS, seed }, OPENING);
  const batch = await sampler.blocks(seeds);
  const report = checkDrawn(graph, FANOUTS, { seeds, batch });
  assert.ok(report.ok && report.checkedRows >= seeds.length, JSON.stringify(report));
  assert.equal(checkDrawn(graph, [4, 3, 2], { seeds, batch }).ok, false);
  assert.notDeepEqual((await sampler.blocks(seeds)).blocks[0].sources, batch.blocks[0].sources);
  assert.ok(await sampler.draw([seeds.slice(0, 3), seeds.slice(3)]) > 0);
  sampler.close();
}

async function assertRefuses(id: string): Promise<void> {
  const problem = batchProblem("gcn");
  const data = { ...problem.data, training: Uint32Array.of(200) };
  await assert.rejects(PeerBatchTraining.open(id, { ...problem, data }, OPENING), (error) => {
    assert.ok(error instanceof DeviceError);
    assert.match(error.parts.current, /"train" leaves 0..199/);
    return true;
  });
}
