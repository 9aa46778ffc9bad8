import assert from "node:assert/strict";
import { loadDataset } from "../../../../datasets/load.ts";
import { FANOUTS } from "../../../../experiments/fastgl/sampling_graphs.ts";
import { sampledWorkloads } from "../../../../experiments/fastgl/sampled_workloads.ts";
import {
  checkBatch,
  deviceSamplingTrial,
  hostSamplingTrial,
  openEpochSampler,
  recheckSampler,
  type SAMPLING_METRICS,
  workOfEpoch,
} from "../../../../experiments/fastgl/sampling/sampling_trial.ts";
import type { Breakdown } from "../../../../experiments/metrics.ts";
import { PROFILES } from "../../../../experiments/profiles.ts";
import { openWasmDevice } from "../../../../hardware/cpu/device.ts";
import { median } from "../../../../platform/statistics/mod.ts";
import { testOnBoth } from "../../../kernels/every_backend.ts";
import { testLab } from "../../lab.ts";

const [{ dataset: NAME, epoch: EPOCH }] = sampledWorkloads(PROFILES.smoke, { graphs: ["mag"] });
const dataset = await loadDataset(NAME);

/** Most edges of a mini-batch: every vertex has as many neighbours as are drawn, and all are different. */
const LARGEST = FANOUTS.toReversed().reduce(({ rows, edges }, fanout) => ({
  rows: Math.min(dataset.graph.rows, rows * (1 + fanout)),
  edges: edges + rows * fanout,
}), { rows: EPOCH.batchSize, edges: 0 }).edges;

testOnBoth(
  "host and device sample the same mini-batches, with either map, and time an epoch of them",
  async (device) => {
    const lab = testLab(device);
    const work = await workOfEpoch(lab, dataset, EPOCH);
    assert.equal(work.scale * work.batches.length, work.epoch.batches.length);
    const trials = [
      hostSamplingTrial(dataset, work),
      ...["three-step", "fused-map"].map((map) => deviceSamplingTrial(lab, dataset, { work, map })),
    ];
    assert.equal(new Set(trials.map(({ identity }) => JSON.stringify(identity))).size, trials.length);
    for (const trial of trials) {
      const prepared = await trial.prepare();
      try {
        const { ok, checkedRows } = await prepared.check();
        assert.ok(ok && checkedRows > 16);
        assert.ok(prepared.time);
        assert.ok(await prepared.time(1) > 0);
        // Launches on a GPU are for the largest mini-batch that the fan-outs allow.
        const { launched_edges: launched } = prepared.facts ?? {};
        assert.equal(launched !== undefined, device.backend === "webgpu" && trial !== trials[0]);
        if (launched !== undefined) assert.ok(launched >= 1 && launched * work.edges <= LARGEST + 1e-6);
      } finally {
        prepared.destroy();
      }
    }
  },
);

testOnBoth("a sampler that holds another mini-batch than it should fails its check", async (device) => {
  const lab = testLab(device);
  const work = await workOfEpoch(lab, dataset, EPOCH);
  const sampler = await openEpochSampler(lab, dataset, {
    map: "three-step",
    batchSize: work.epoch.batchSize,
  });
  try {
    assert.ok((await checkBatch(sampler, work)).ok);
    const [first] = work.batches;
    const late: typeof sampler = {
      ...{ blocks: sampler.blocks, phases: sampler.phases, graph: sampler.graph },
      ...{ inputs: sampler.inputs, report: sampler.report },
      begin: (batch) => sampler.begin({ ...batch, batch: batch.batch + 1 }),
      run: () => sampler.run(),
      sizes: () => sampler.sizes(),
      read: () => sampler.read(),
      destroy: () => sampler.destroy(),
    };
    assert.ok(!(await checkBatch(late, { ...work, batches: [first] })).ok);
    const recheck = (one: typeof sampler) =>
      recheckSampler(lab, one, { work, graph: dataset.graph, seed: 7 }).then(
        () => "right",
        ({ name }) => name,
      );
    assert.equal(await recheck(late), "WrongResultError");
    assert.equal(await recheck(sampler), "right");
    const [{ buffer }] = sampler.graph.columns;
    device.write(buffer, dataset.graph.colIdx.map((v, e) => e === 0 ? (v + 1) % dataset.graph.cols : v));
    assert.equal(await recheck(sampler), "WrongResultError");
  } finally {
    sampler.destroy();
  }
});

testOnBoth("the parts of sampling are repetitions of an epoch's time", async (device) => {
  const lab = testLab(device);
  const work = await workOfEpoch(lab, dataset, EPOCH);
  const one = { ...work, batches: work.batches.slice(0, 1) };
  const prepared = await deviceSamplingTrial(lab, dataset, { work: one, map: "fused-map" }).prepare();
  try {
    const { times, facts = {} } = await prepared.breakdown!() as Breakdown;
    assert.deepEqual(Object.keys(times), ["draw_time", "id_map_time", "sort_time"]);
    assert.deepEqual(Object.keys(facts), ["speedup_over_host", "parts_over_whole"]);
    for (const value of Object.values({ ...times, ...facts })) {
      assert.ok(Array.isArray(value) && value.length === 5 && value.every((each) => each >= 0));
    }
  } finally {
    prepared.destroy();
  }
});

Deno.test("on CPU threads the parts of sampling add up to the whole within the interval of the rounds", async () => {
  const device = openWasmDevice({ threads: 2 });
  try {
    const lab = testLab(device), work = await workOfEpoch(lab, dataset, EPOCH);
    const prepared = await deviceSamplingTrial(lab, dataset, { work, map: "fused-map" }).prepare();
    try {
      // Rounds of some milliseconds scatter beside other work; a part that is missing is missing every time.
      const tried: string[] = [];
      const addsUp = async () => {
        const { facts = {} } = await prepared.breakdown!() as Breakdown<typeof SAMPLING_METRICS>;
        const ratios = facts.parts_over_whole as readonly number[];
        tried.push(ratios.join(", "));
        return Math.min(...ratios) < 1.1 && Math.max(...ratios) > 0.9 && Math.abs(median(ratios) - 1) < 0.5;
      };
      let right = false;
      for (let tries = 0; tries < 10 && !right; tries++) right = await addsUp();
      assert.ok(right, tried.join("; "));
    } finally {
      prepared.destroy();
    }
  } finally {
    device.close();
  }
});
