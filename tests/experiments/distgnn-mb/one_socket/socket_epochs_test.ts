/** Epochs of one socket: samples and steps are checked, before the timed iterations and after them. @module */
import assert from "node:assert/strict";
import { loadDataset } from "../../../../datasets/load.ts";
import { figure2 } from "../../../../experiments/distgnn-mb/one_socket/figure_2.ts";
import { FANOUTS } from "../../../../experiments/distgnn-mb/scaled_graphs.ts";
import { socketEpochs } from "../../../../experiments/distgnn-mb/one_socket/socket_epochs.ts";
import { SocketTraining } from "../../../../experiments/distgnn-mb/one_socket/socket_training.ts";
import { uniformNeighbors } from "../../../../graph/sampling/mod.ts";
import { openWasmDevice } from "../../../../hardware/cpu/device.ts";
import { openX86Device } from "../../../../hardware/cpu/x86/device.ts";
import type { Device } from "../../../../hardware/device.ts";
import { headSpmm } from "../../../../kernels/attention/mod.ts";
import type { Plan } from "../../../../kernels/kernel.ts";
import { gemm } from "../../../../kernels/gemm/mod.ts";
import { WrongResultError } from "../../../../platform/errors.ts";
import { type BatchSampler, hostSampler, MiniBatchTrainer } from "../../../../training/mini_batch/mod.ts";
import { communityData, plantedGraph } from "../../../training/mini_batch/community_task.ts";
import { NO_MACHINE_CODE } from "../../../hardware/cpu/x86/machine_code.ts";
import { testLab } from "../../lab.ts";

const COMMUNITY = { vertices: 200, classes: 3 };
const GRAPH = plantedGraph(COMMUNITY);
const hosts = () => hostSampler(uniformNeighbors(GRAPH, { fanouts: FANOUTS, seed: 1 }));

/** Trains an iteration that is checked, one that is timed, and one that is checked again; `fault` comes before the last. */
async function train(sampler: BatchSampler, fault: () => void): Promise<void> {
  const device = openWasmDevice({ threads: 1, memoryBytes: 2 ** 26 });
  const training = new SocketTraining(device, communityData(COMMUNITY), {
    model: "GraphSAGE",
    hidden: 8,
    batch: 16,
    seed: 1,
    optimisations: { fused: true, sampling: "all threads" },
    sampler,
    reference: hosts(),
  });
  try {
    await training.first();
    assert.ok(training.samples.ok && training.samples.checkedRows > 0 && training.steps.ok);
    await training.next();
    fault();
    await training.last();
  } finally {
    training.close();
    device.close();
  }
}

/** A sampler that takes a neighbour for another one while `lies()`. */
function lying(lies: () => boolean): BatchSampler {
  const right = hosts();
  return {
    ...right,
    sample: async (batch) => {
      const { sampled, times } = await right.sample(batch),
        [{ matrix, ...first }, ...others] = sampled.blocks;
      const colIdx = matrix.colIdx.slice();
      if (lies()) colIdx[0]++;
      return {
        sampled: { ...sampled, blocks: [{ ...first, matrix: { ...matrix, colIdx } }, ...others] },
        times,
      };
    },
  };
}

Deno.test("a sampler that draws another neighbour is wrong, from the start or from a later iteration on", async () => {
  let lies = false;
  const lie = () => {
    lies = true;
  };
  await train(lying(() => false), lie);
  await assert.rejects(train(lying(() => lies), lie), WrongResultError);
  await assert.rejects(train(lying(() => true), lie), WrongResultError);
});

Deno.test("a kernel that computes nothing after some iterations is wrong", async () => {
  const kernel = gemm.kernels.findLast(({ backend }) => backend === "wasm")!;
  const prepare = kernel.prepare as (...given: unknown[]) => Plan | Promise<Plan>;
  let idle = false;
  const broken = async (...given: unknown[]): Promise<Plan> => {
    const plan = await prepare(...given);
    return { ...plan, run: () => idle || plan.run() };
  };
  Object.assign(kernel, { prepare: broken });
  try {
    await train(hosts(), () => {});
    const fault = () => {
      idle = true;
    };
    await assert.rejects(train(hosts(), fault), WrongResultError);
  } finally {
    Object.assign(kernel, { prepare });
  }
});

/** Kernels of GAT's aggregation that each contender of Figure 2 prepares on a device, right in every step. */
async function aggregationKernels(device: Device): Promise<string[][]> {
  const { contenders, workloads } = figure2, lab = testLab(device);
  const workload = workloads(lab.profile).find(({ model }) => model === "GAT")!, used: string[][] = [];
  const dataset = await loadDataset(workload.dataset, { seed: 1 });
  const kernels = headSpmm.kernels.filter(({ backend }) => backend === device.backend);
  const originals = kernels.map(({ prepare }) => prepare), prepared = new Set<string>();
  for (const kernel of kernels) {
    const prepare = kernel.prepare as (...given: unknown[]) => Plan | Promise<Plan>;
    Object.assign(kernel, {
      prepare: (...given: unknown[]) => {
        prepared.add(kernel.id);
        return prepare(...given);
      },
    });
  }
  try {
    for (const contender of contenders) {
      const epochs = await socketEpochs(lab, dataset, { workload, contenders: [contender], rounds: 1 });
      assert.ok(epochs(contender.id).times.time.check.ok);
      used.push([...prepared]);
      prepared.clear();
    }
    return used;
  } finally {
    kernels.forEach((kernel, i) => Object.assign(kernel, { prepare: originals[i] }));
    device.close();
  }
}

for (const [backend, open] of [["wasm", openWasmDevice], ["x86", openX86Device]] as const) {
  Deno.test({
    name: `GAT's baseline alone spreads weights over columns by a scalar loop, on ${backend}`,
    ignore: backend === "x86" && NO_MACHINE_CODE !== undefined,
    fn: async () => {
      const used = await aggregationKernels(open({ threads: 1 }));
      assert.deepEqual(used, [["row-split-scalar"], ["row-split"], ["row-split"]]);
    },
  });
}

Deno.test("only contenders that are asked for train", async () => {
  const { measurement, contenders, baseline } = figure2;
  assert.ok(measurement.kind === "joint");
  const device = openWasmDevice({ threads: 1 }), lab = testLab(device);
  const { prototype } = MiniBatchTrainer, { next } = prototype;
  let iterations = 0;
  prototype.next = function () {
    iterations++;
    return next.call(this);
  };
  try {
    const [workload] = figure2.workloads(lab.profile);
    const dataset = await loadDataset(workload.dataset, { seed: 1 });
    const asked = contenders.filter(({ id }) => id === baseline);
    const { times, facts } = (await measurement.measure(lab, dataset, workload, asked))(baseline);
    // One that warms up and one after the rounds, both checked.
    assert.equal(iterations, lab.profile.rounds + 2);
    for (const time of Object.values(times)) {
      assert.ok(time!.check.ok && time!.check.checkedRows > 0 && time!.ms.length === lab.profile.rounds);
    }
    assert.deepEqual(facts.epoch_speedup, times.time!.ms.map(() => 1));
  } finally {
    prototype.next = next;
    device.close();
  }
});
