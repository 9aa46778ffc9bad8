/**
 * Tests of whole trainings on mini-batches: learned parameters, repeatability, and independence of the way of
 * loading.
 *
 * @module
 */
import assert from "node:assert/strict";
import { uniformNeighbors } from "../../../graph/sampling/uniform.ts";
import { readMatrix } from "../../../hardware/dense.ts";
import { OutOfMemoryError, UsageError } from "../../../platform/errors.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { DivergenceError } from "../../../training/divergence.ts";
import { hostSampler } from "../../../training/mini_batch/host_sampler.ts";
import { iterationPhases, type IterationRecord } from "../../../training/mini_batch/iteration.ts";
import { type MiniBatchData, miniBatchData } from "../../../training/mini_batch/mini_batch_data.ts";
import { MiniBatchTrainer, type MiniBatchTrainingOptions } from "../../../training/mini_batch/trainer.ts";
import { gcn } from "../../../training/models/gcn.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import { testOnAdapter } from "../../hardware/webgpu/any_adapter.ts";
import { plantedData } from "../vertex_task_fixture.ts";
import { communityData } from "./community_task.ts";
import {
  assertNear,
  COMMUNITY,
  DATA,
  GRAPH,
  lossesOf,
  onWasm,
  optionsWith,
  oracleLosses,
  testOnWasm,
  train,
} from "./trainings.ts";

/** Mini-batches of an epoch of the data. */
const EPOCH_LENGTH = 6;

/** Mean loss of the seeds of each epoch. */
function epochLosses(records: readonly IterationRecord[]): number[] {
  const epochs = Map.groupBy(records, (_, i) => Math.floor(i / EPOCH_LENGTH)).values();
  return [
    ...epochs.map((own) =>
      sumOf(own, ({ loss, seeds }) => loss! * seeds) /
      sumOf(own, ({ seeds }) => seeds)
    ),
  ];
}

testOnWasm("losses on wasm follow the oracle's through two epochs with dropout", async (device) => {
  const { records } = await train(device, 12);
  assertNear(lossesOf(records), await oracleLosses(12, optionsWith(), DATA), 1e-4);
});

testOnAdapter(
  "losses on webgpu follow the oracle's, by plain loading and by Match in a window",
  async (device) => {
    const { records } = await train(device, 6);
    const wanted = await oracleLosses(6, optionsWith(), DATA);
    assertNear(lossesOf(records), wanted, 1e-4);
    assert(records.every(({ times }) => times.computeMs > 0));
    const { records: reordered } = await train(device, 6, { loading: { match: true }, window: "epoch" });
    // The first batch of an epoch is the same one in any order, with the initial parameters.
    assertNear(lossesOf(reordered.slice(0, 1)), wanted.slice(0, 1), 1e-4);
    assert(reordered.slice(1).every(({ loading }) => loading.reused > 0));
    assert.equal(device.ledger.live, 0);
  },
);

testOnWasm("a GCN learns the classes of a community graph", async (device) => {
  const losses = epochLosses((await train(device, 12 * EPOCH_LENGTH)).records);
  assert(Math.abs(losses[0] - Math.log(5)) < 0.5, `begins near log 5, not at ${losses[0]}`);
  assert(losses[11] < 0.5 * losses[0], `${losses}`);
});

testOnWasm(
  "losses of Match with and without Reorder converge together with those of plain loading",
  async (device) => {
    const runs: (readonly number[])[] = [];
    for (
      const options of [{}, { loading: { match: true } }, {
        loading: { match: true },
        window: "epoch" as const,
      }]
    ) {
      runs.push(epochLosses((await train(device, 12 * EPOCH_LENGTH, options)).records));
    }
    const [plain, match, reordered] = runs;
    assert.deepEqual(match, plain);
    assert.notDeepEqual(reordered, plain);
    plain.forEach((loss, epoch) => {
      const gap = Math.abs(reordered[epoch] - loss);
      assert(gap < 0.05 * plain[0], `epoch ${epoch + 1}: ${reordered[epoch]} and ${loss}`);
    });
  },
);

testOnWasm("several labels a vertex are learned, and followed by the oracle", async (device) => {
  const data = communityData({ ...COMMUNITY, several: true });
  const options = { layers: gcn({ classes: 5, hidden: 12 }), aggregation: "mean" } as const;
  const { records } = await train(device, 30, options, data);
  const losses = lossesOf(records);
  assertNear(losses.slice(0, 8), await oracleLosses(8, optionsWith(options), data), 1e-4);
  assert(losses[29] < 0.9 * losses[0], `${losses}`);
});

testOnWasm(
  "equal seeds give equal bits, prefetched and timed by phase or not; another seed others",
  async (device) => {
    const window = 4;
    const { records, learned } = await train(device, 9, { window });
    for (const options of [{}, { prefetch: false }, { timePhases: true }]) {
      const again = await train(device, 9, { window, ...options });
      assert.deepEqual(lossesOf(again.records), lossesOf(records));
      assert.deepEqual(again.learned, learned);
    }
    assert.notDeepEqual((await train(device, 9, { window, seed: 2 })).learned, learned);
  },
);

testOnWasm(
  "Match, a cache and both bring the bits of plain loading to the device, in plain and reordered windows",
  async (device) => {
    const { width, values } = DATA.features;
    const cached = Uint32Array.from({ length: 80 }, (_, i) => 5 * i);
    for (const window of [1, 4, "epoch"] as const) {
      const plain = await train(device, 14, { window });
      for (const loading of [{ match: true }, { match: false, cached }, { match: true, cached }]) {
        let checked = 0;
        const { records, learned } = await train(device, 14, {
          window,
          loading,
          async onLoaded({ sources, features }) {
            const rows = [...sources].flatMap((v) => [...values.subarray(v * width, (v + 1) * width)]);
            assert.deepEqual(await readMatrix(device, features), Float32Array.from(rows));
            checked++;
          },
        });
        assert.equal(checked, 14);
        assert.deepEqual(lossesOf(records), lossesOf(plain.records));
        assert.deepEqual(learned, plain.learned);
        const sum = (what: "loaded" | "reused" | "cached") => sumOf(records, ({ loading }) => loading[what]);
        assert.equal(sum("reused") > 0, loading.match);
        assert.equal(sum("cached") > 0, "cached" in loading);
        assert.equal(
          sum("loaded") + sum("reused") + sum("cached"),
          sumOf(records, ({ vertices }) => vertices),
        );
      }
    }
  },
);

testOnWasm("records count what was sampled and loaded and where the time went", async (device) => {
  const { records } = await train(device, 12, { window: 3, timePhases: true });
  assert.deepEqual(records.map(({ iteration }) => iteration), records.map((_, i) => i + 1));
  assert.deepEqual(records.map(({ epoch }) => epoch), records.map((_, i) => i < 6 ? 1 : 2));
  assert.deepEqual(records.map(({ times }) => times.prefetched), records.map((_, i) => i % 3 > 0));
  // 267 training vertices give five batches of 48 and one of 27.
  assert.equal(sumOf(records.slice(0, 6), ({ seeds }) => seeds), DATA.training.length);
  for (const record of records) {
    const { vertices, edges, seeds, times, loading, peakBytes } = record;
    assert(vertices >= seeds && edges > seeds);
    assert.equal(loading.loaded, vertices);
    assert.equal(loading.bytes, vertices * DATA.features.width * 4);
    assert(peakBytes > loading.bytes);
    const parts = Object.values(iterationPhases(record));
    assert(parts.every((ms) => ms >= 0) && times.computeMs > 0);
    assert(times.aggregationPrepareMs > 0 && times.prepareMs > times.aggregationPrepareMs);
    const { phases = [] } = times;
    const aggregations = phases.filter(({ phase }) => phase === "aggregation").map(({ layer, pass }) =>
      `${layer} ${pass}`
    );
    assert.deepEqual(aggregations, ["layer 1 forward", "layer 2 forward", "layer 2 backward"]);
    const sum = sumOf(phases, ({ ms }) => ms);
    assert(Math.abs(sum - times.computeMs) < 1e-6);
  }
});

testOnWasm(
  "a restored training repeats its iterations, whatever was sampled or had begun before",
  async (device) => {
    let fails = false;
    const onLoaded = () => fails ? Promise.reject(new Error("stopped")) : Promise.resolve();
    const trainer = new MiniBatchTrainer(
      device,
      DATA,
      optionsWith({ readLosses: true, window: 3, onLoaded }),
    );
    try {
      const some = async () => {
        const records = [await trainer.next(), await trainer.next()];
        return records.map(({ iteration, epoch, position, loss }) => ({ iteration, epoch, position, loss }));
      };
      const state = await trainer.state(), wanted = await some();
      fails = true;
      await assert.rejects(trainer.next(), /stopped/);
      fails = false;
      trainer.restore(state);
      assert.deepEqual(await some(), wanted);
      // The third batch of the window is sampled, and its topology made.
      trainer.restore(state);
      assert.deepEqual(await some(), wanted);
    } finally {
      trainer.close();
    }
  },
);

testOnWasm("losses are read at the ends of epochs only, unless they are asked for", async (device) => {
  const { records } = await train(device, 13, { readLosses: false });
  const read = records.flatMap(({ loss, iteration }) => loss === undefined ? [] : [iteration]);
  assert.deepEqual(read, [6, 12]);
  assert.equal(records[5].loss, (await train(device, 6)).records[5].loss);
});

testOnWasm("a training that explodes ends typed, with its epoch and iteration", async (device) => {
  const options = { layers: gcn({ classes: 5, hidden: 12 }), optimizer: adam({ learningRate: 1e30 }) };
  await assert.rejects(() => train(device, 9, options), (error: DivergenceError) => {
    assert(error instanceof DivergenceError, String(error));
    assert.deepEqual([error.place.epoch, error.place.iteration], [1, 2]);
    assert.match(error.message, /in epoch 1, iteration 2/);
    return true;
  });
  await assert.rejects(() => train(device, 9, { ...options, readLosses: false }), /in epoch 1, iteration 6/);
});

testOnWasm(
  "isolated seeds, fan-outs above all degrees and a batch larger than the training set are trained on",
  async (device) => {
    const sampler = hostSampler(uniformNeighbors(GRAPH, { fanouts: [64, 64], seed: 1 }));
    for (const aggregation of ["gcn", "sum", "mean"] as const) {
      const { records } = await train(device, 3, { sampler, aggregation, batchSize: 10_000 });
      assert.deepEqual(
        records.map(({ seeds, epoch }) => [seeds, epoch]),
        [1, 2, 3].map((epoch) => [DATA.training.length, epoch]),
      );
      assert(lossesOf(records).every(Number.isFinite));
    }
    const training = Uint32Array.from({ length: 10 }, (_, i) => 390 + i);
    for (const aggregation of ["gcn", "mean"] as const) {
      const { records } = await train(device, 4, { batchSize: 4, aggregation }, { ...DATA, training });
      assert.deepEqual(records.map(({ edges, vertices }) => [edges, vertices]), [[0, 4], [0, 4], [0, 2], [
        0,
        4,
      ]]);
      assert(lossesOf(records).every(Number.isFinite));
    }
  },
);

testOnWasm(
  "data and options that do not go together are refused before anything is allocated",
  async (device) => {
    const refused = (
      message: RegExp,
      data: Partial<MiniBatchData>,
      options: Partial<MiniBatchTrainingOptions> = {},
    ) =>
      assert.throws(
        () => new MiniBatchTrainer(device, { ...DATA, ...data }, optionsWith(options)),
        (error: Error) => {
          assert(error instanceof UsageError, String(error));
          assert.match(error.message, message);
          return true;
        },
      );
    refused(/no training vertex/, { training: new Uint32Array() });
    refused(/training vertex 400, wanted/, { training: Uint32Array.of(400) });
    refused(/training vertex 7 twice/, { training: Uint32Array.of(7, 7) });
    refused(/3 labels, wanted 400/, { truth: { labels: Uint32Array.of(1, 2, 3) } });
    refused(/5 columns, wanted 6/, { classes: 6 });
    refused(/a batch size of 0/, {}, { batchSize: 0 });
    refused(/a window of 0/, {}, { window: 0 });
    refused(/aggregate nothing/, {}, { layers: [] });
    const sampler = hostSampler(uniformNeighbors(GRAPH, { fanouts: [5], seed: 1 }));
    await assert.rejects(() => train(device, 1, { sampler }), /1 block, wanted 2/);
    await assert.rejects(() => train(device, 1, { kernels: { spmm: { id: "row-splt" } } }), UsageError);
  },
);

testOnWasm(
  "a batch that failed before or in its step is trained on by the next call, to the same losses",
  async (device) => {
    const wanted = lossesOf((await train(device, 12)).records);
    for (const where of ["onLoaded", "onPrepared"] as const) {
      for (const match of [false, true]) {
        let calls = 0;
        const fails = () => {
          if ([2, 3, 7].includes(++calls)) throw new TypeError("a failure");
        };
        const trainer = new MiniBatchTrainer(
          device,
          DATA,
          optionsWith({ readLosses: true, loading: { match }, [where]: fails }),
        );
        try {
          const records: IterationRecord[] = [];
          while (records.length < wanted.length) {
            await trainer.next().then((record) => records.push(record), (error) => {
              assert.equal(error.message, "a failure");
            });
          }
          assert.equal(calls, wanted.length + 3);
          assert.deepEqual(lossesOf(records), wanted, `${where}, match ${match}`);
          assert.deepEqual(records.map(({ iteration }) => iteration), wanted.map((_, i) => i + 1));
          assert.equal((await trainer.state()).epochs, 2);
        } finally {
          trainer.close();
        }
      }
    }
  },
);

Deno.test("a device without room for a batch refuses, typed, and holds nothing once the training is closed", async () => {
  let refused = 0;
  for (let kib = 4; kib <= 64; kib += 10) {
    await onWasm(async (device) => {
      await assert.rejects(() => train(device, 1), OutOfMemoryError);
      refused++;
    }, kib * 1024);
  }
  assert.equal(refused, 7);
});

Deno.test("a prepared dataset gives its dense features, truth and training vertices; sparse features are refused", () => {
  const data = plantedData({ vertices: 12, width: 5 });
  const { features, truth, classes, training } = miniBatchData(data);
  assert(data.features.kind === "dense");
  assert.deepEqual(features, { rows: 12, width: 5, values: data.features.values });
  assert.deepEqual([truth, classes, training], [data.truth, 3, data.split.train]);
  assert.throws(() => miniBatchData(plantedData({ sparse: true })), UsageError);
});
