/** Faults of sampling, loading and kernels that the checks of a training must find, before and after timing. @module */
import assert from "node:assert/strict";
import { loadDataset } from "../../../../datasets/load.ts";
import {
  CheckedTraining,
  type CheckedTrainingOptions,
} from "../../../../experiments/fastgl/training/checked_training.ts";
import { DGL_POLICY, FASTGL, kernelsOf, type Policy, PYG } from "../../../../experiments/fastgl/policies.ts";
import {
  type CheckedSampler,
  PolicySamplers,
} from "../../../../experiments/fastgl/training/policy_samplers.ts";
import { sampledGraph } from "../../../../experiments/fastgl/sampling_graphs.ts";
import { modelOf } from "../../../../experiments/fastgl/trained_models.ts";
import { trainingData } from "../../../../experiments/fastgl/training_data.ts";
import { PROFILES } from "../../../../experiments/profiles.ts";
import type { SampledBatch } from "../../../../graph/sampling/mod.ts";
import { openWasmDevice, type WasmDevice } from "../../../../hardware/cpu/device.ts";
import type { KernelOn } from "../../../../kernels/kernel.ts";
import type { AnyOperandsOf } from "../../../../kernels/operation.ts";
import { findKernel, registerKernel } from "../../../../kernels/registry.ts";
import { WrongResultError } from "../../../../platform/errors.ts";
import { openFeatureLoader } from "../../../../training/feature_loading/mod.ts";
import type { BatchSampler } from "../../../../training/mini_batch/mod.ts";
import { adam } from "../../../../training/optimizers/adam.ts";
import { testLab } from "../../lab.ts";

const GRAPH = { ...sampledGraph(PROFILES.smoke, "mag"), featureWidth: 8 };
const dataset = await loadDataset(GRAPH.dataset);

/** Works with a training by a policy, some of whose options are changed. */
async function withTraining(
  policy: Policy,
  change: (
    options: CheckedTrainingOptions,
    device: WasmDevice,
  ) => Partial<CheckedTrainingOptions>,
  work: (training: CheckedTraining) => Promise<void>,
): Promise<void> {
  const device = openWasmDevice({ threads: 2 }), lab = testLab(device);
  const data = await trainingData(lab, dataset, GRAPH);
  const samplers = new PolicySamplers(lab, dataset, { batch: GRAPH.batch });
  const options: CheckedTrainingOptions = {
    ...modelOf({ model: "GCN" }, data.classes),
    label: policy.label,
    data,
    source: await samplers.of(policy.sampler),
    optimizer: adam(),
    batchSize: GRAPH.batch,
    window: policy.window,
    loading: { match: policy.match },
    kernels: kernelsOf(policy),
  };
  const training = new CheckedTraining(lab, { ...options, ...change(options, device) });
  try {
    await work(training);
  } finally {
    training.close();
    device.close();
  }
}

/** Fault that begins with the n-th use, from 1. */
function from(n: number): () => boolean {
  let uses = 0;
  return () => ++uses >= n;
}

/** The check before timing passes where the fault begins later, and the one after it finds the fault. */
async function found(
  training: CheckedTraining,
  { late, words }: { late: boolean; words: RegExp },
): Promise<void> {
  if (late) {
    await training.check();
    await training.next();
  }
  await assert.rejects(
    training.check(),
    (error) => error instanceof WrongResultError && words.test(error.message),
  );
}

for (const policy of [PYG, DGL_POLICY, FASTGL]) {
  Deno.test(`a right training passes its checks before and after: ${policy.label}`, async () => {
    await withTraining(policy, () => ({}), async (training) => {
      await training.check();
      assert.equal((await training.next()).iteration, 2);
      await training.check();
      for (const { ok, checkedRows } of Object.values(training.checks)) {
        assert.ok(ok && checkedRows > 2 * GRAPH.batch);
      }
    });
  });
}

/** A sampler whose mini-batches are changed where `isFaulty` says so. */
function faultySource(
  { sampler, check }: CheckedSampler,
  isFaulty: () => boolean,
  fault: (batch: Parameters<BatchSampler["sample"]>[0]) => Promise<SampledBatch>,
): CheckedSampler {
  return {
    check,
    sampler: {
      sample: async (batch) => {
        const right = await sampler.sample(batch);
        return isFaulty() ? { ...right, sampled: await fault(batch) } : right;
      },
      close: () => sampler.close(),
    },
  };
}

for (const policy of [PYG, DGL_POLICY]) {
  for (const late of [false, true]) {
    const when = late ? "from the third mini-batch on" : "at once";
    Deno.test(`a neighbour that is left out ${when} is found: ${policy.label}`, async () => {
      await withTraining(policy, ({ source }) => ({
        source: faultySource(source, from(late ? 3 : 1), async (batch) => {
          const { sampled } = await source.sampler.sample(batch);
          const [{ matrix, sources }, ...rest] = sampled.blocks;
          const rowPtr = matrix.rowPtr.slice();
          // The last row that has a neighbour loses its last one.
          for (let row = matrix.rows; rowPtr[row] === matrix.colIdx.length; row--) rowPtr[row]--;
          const shorter = { ...matrix, rowPtr, colIdx: matrix.colIdx.slice(0, -1) };
          return { ...sampled, blocks: [{ matrix: shorter, sources }, ...rest] };
        }),
      }), (training) => found(training, { late, words: /other neighbours/ }));
    });
  }
}

Deno.test("draws of another mini-batch on the device are found", async () => {
  await withTraining(DGL_POLICY, ({ source }) => ({
    source: faultySource(source, from(1), async ({ seeds, batch }) => {
      const { sampled } = await source.sampler.sample({ seeds, batch: batch + 1 });
      return { ...sampled, batch };
    }),
  }), (training) => found(training, { late: false, words: /other neighbours/ }));
});

for (const policy of [DGL_POLICY, FASTGL]) {
  for (const late of [false, true]) {
    const when = late ? "from the third mini-batch on" : "at once";
    Deno.test(`features of other vertices ${when} are found: ${policy.label}`, async () => {
      const isFaulty = from(late ? 3 : 1);
      await withTraining(policy, ({ data, loading = { match: false } }, device) => ({
        openLoader: async (maxRows) => {
          const loader = await openFeatureLoader(device, data.features, { loading, maxRows });
          return {
            width: loader.width,
            gatherKernel: loader.gatherKernel,
            bytes: loader.bytes,
            load: (vertices) => loader.load(isFaulty() ? vertices.toReversed() : vertices),
            close: () => loader.close(),
          };
        },
      }), (training) => found(training, { late, words: /other features/ }));
    });
  }
}

for (const late of [false, true]) {
  Deno.test(`an aggregation with a wrong entry ${late ? "after timing" : "at once"} is found`, async () => {
    const right = findKernel("spmm", "row-split", "wasm") as KernelOn<"wasm", AnyOperandsOf>;
    let isFaulty = !late;
    const id = `faulty-${late}`;
    const faulty: KernelOn<"wasm", AnyOperandsOf> = {
      ...right,
      id,
      async prepare(device, operands, parameters) {
        const plan = await right.prepare(device, operands, parameters);
        const { panels: [{ buffer }] } = operands.output;
        return {
          ...plan,
          run() {
            plan.run();
            if (isFaulty) {
              device.write(buffer as Parameters<WasmDevice["write"]>[0], Float32Array.of(0.25), 0);
            }
          },
        };
      },
    };
    registerKernel<AnyOperandsOf>("spmm", faulty);
    await withTraining(DGL_POLICY, () => ({ kernels: { spmm: { id } } }), async (training) => {
      if (late) {
        await training.check();
        isFaulty = true;
      }
      await assert.rejects(training.check(), WrongResultError);
    });
  });
}
