/** Trainings that take turns: the order of turns, and that nobody's numbers depend on it. @module */
import assert from "node:assert/strict";
import { loadDataset } from "../../../../datasets/load.ts";
import { rankData, RankTrainer, runInLockStep } from "../../../../distributed/training/mod.ts";
import { cutGraph } from "../../../../experiments/distgnn-mb/cut_graph.ts";
import { epochsInTurns } from "../../../../experiments/distgnn-mb/ranks/epochs_in_turns.ts";
import { batchScale, LEARNING_RATE, rankModel } from "../../../../experiments/distgnn-mb/rank_models.ts";
import {
  type MeasuredIteration,
  type RankSetting,
  rankTask,
  RankTraining,
  rankTrainingData,
} from "../../../../experiments/distgnn-mb/ranks/rank_training.ts";
import { type RankWorkload, rankWorkloads } from "../../../../experiments/distgnn-mb/rank_workloads.ts";
import { FANOUTS, PAPERS, PRODUCTS } from "../../../../experiments/distgnn-mb/scaled_graphs.ts";
import { takeTurns } from "../../../../hardware/measuring/turn_loop.ts";
import type { Workload } from "../../../../experiments/cell.ts";
import type { Lab } from "../../../../experiments/lab.ts";
import { uniformNeighbors } from "../../../../graph/sampling/mod.ts";
import { openWasmDevice } from "../../../../hardware/cpu/device.ts";
import { adam } from "../../../../training/optimizers/adam.ts";
import { ModelParameters } from "../../../../training/mini_batch/model_parameters.ts";
import { WrongResultError } from "../../../../platform/errors.ts";
import { Interrupted } from "../../../../platform/interrupted.ts";
import { testLab } from "../../lab.ts";

/** What does not depend on a clock. */
const numbers = (iterations: readonly (readonly MeasuredIteration[])[]) =>
  iterations.map((ranks) =>
    ranks.map(({ record: { loss, meanLoss, seeds, layers } }) => ({
      ...{ loss, meanLoss, seeds },
      layers: layers.map((
        { halo, hits, edges, traffic: { pushed, sentBytes, receivedFrom } },
      ) => [halo, hits, edges, pushed, sentBytes, receivedFrom]),
    }))
  );

const load = ({ dataset }: Workload) => loadDataset(dataset!, { seed: 1, maxStoredEdges: 20_000 });

/** One training by itself, from its first iteration to its last: in one piece of lock step, without turns. */
async function alone(
  lab: Lab,
  dataset: Awaited<ReturnType<typeof load>>,
  { workload, model, policy, iterations }: RankSetting & {
    readonly workload: RankWorkload;
    readonly iterations: number;
  },
): Promise<MeasuredIteration["record"][][]> {
  const cut = await cutGraph(lab, dataset, workload.factors),
    data = await rankTrainingData(lab, dataset, cut);
  const { hidden, batchSize, pushLimit, capacity } = batchScale(lab.profile, cut.scaled);
  return await runInLockStep(cut.ranks.length, async (transport) => {
    const own = rankData(cut.ranks[transport.rank], data);
    const trainer = await RankTrainer.open(lab.device, transport, own, {
      ...rankModel(model, { classes: data.classes, hidden }),
      ...{ optimizer: adam({ learningRate: LEARNING_RATE[model] }), batchSize, seed: lab.seed, policy },
      push: { pushLimit, mapOrder: "rank", cache: { capacity } },
      neighbors: (graph, seed) => uniformNeighbors(graph, { fanouts: FANOUTS, seed }),
    });
    try {
      const records: MeasuredIteration["record"][] = [];
      for (let i = 0; i < iterations; i++) records.push(await trainer.next());
      return records;
    } finally {
      trainer.close();
    }
  });
}

Deno.test("trainings in turns have the losses, hits and messages of trainings by themselves, bit by bit", async () => {
  const device = openWasmDevice({ threads: 2, memoryBytes: 2 ** 28 });
  try {
    const lab = testLab(device),
      [few, many] = rankWorkloads(lab.profile, PAPERS, [2, 8]),
      dataset = await load(few);
    const settings = [
      { workload: few, model: "GraphSAGE", policy: "aep" },
      { workload: many, model: "GraphSAGE", policy: "aep" },
      { workload: many, model: "GraphSAGE", policy: "distdgl" },
      { workload: many, model: "GAT", policy: "aep" },
    ] as const;
    const trainings: RankTraining[] = [];
    for (const setting of settings) {
      const task = await rankTask(lab, dataset, await cutGraph(lab, dataset, setting.workload.factors));
      trainings.push(await RankTraining.open(lab, task, setting));
    }
    const turns = trainings.map((training, i) => ({ id: String(i), take: () => training.train(2) }));
    const taken = await takeTurns(turns, { rounds: 4, seed: 1, signal: undefined });
    for (const training of trainings) training.close();
    for (const [i, setting] of settings.entries()) {
      const records = await alone(lab, dataset, { ...setting, iterations: 8 });
      const wanted = Array.from(
        { length: 8 },
        (_, k) => records.map((own) => ({ record: own[k] }) as MeasuredIteration),
      );
      assert.deepEqual(numbers(taken.of(String(i)).flat()), numbers(wanted));
    }
    assert.equal(device.ledger.live, 0, "memory that a training kept");
  } finally {
    device.close();
  }
});

Deno.test("all numbers of ranks and both policies of a figure train in one set of rounds, and once", async () => {
  const device = openWasmDevice({ threads: 2, memoryBytes: 2 ** 28 });
  try {
    const said: string[] = [];
    const lab: Lab = Object.assign(testLab(device), { say: (text: string) => said.push(text) });
    const turnsSaid = () => said.filter((text) => text.includes("in turns"));
    const [few, some, many] = rankWorkloads(lab.profile, PAPERS, [2, 4, 8]), dataset = await load(few);
    const setting = { model: "GraphSAGE", policy: "aep" } as const;
    const first = await epochsInTurns(lab, dataset, { workload: few, ...setting });
    const { rounds: count } = lab.profile;
    const rounds = Array.from({ length: count }, (_, round) => turnsSaid().slice(5 * round, 5 * round + 5));
    for (const round of rounds) assert.deepEqual(round.toSorted(), rounds[0].toSorted());
    assert.equal(new Set(rounds[0]).size, 5, "three numbers of ranks, and two of them by DistDGL's policy");
    assert.ok(new Set(rounds.map((round) => round.join())).size > 1);
    const others = [
      await epochsInTurns(lab, dataset, { workload: many, ...setting }),
      await epochsInTurns(lab, dataset, { workload: some, ...setting, policy: "distdgl" }),
    ];
    assert.equal(turnsSaid().length, 5 * count);
    assert.deepEqual(
      [first, ...others].map(({ ranks, rounds }) => [ranks, rounds.length]),
      [2, 8, 4].map((ranks) => [ranks, count]),
    );
    assert.equal(device.ledger.live, 0);
  } finally {
    device.close();
  }
});

Deno.test("a number of ranks that has no room says so, and the others are measured", async () => {
  const device = openWasmDevice({ threads: 1, memoryBytes: 5 * 2 ** 20 });
  try {
    const lab = testLab(device),
      [few, many] = rankWorkloads(lab.profile, PRODUCTS, [2, 4]),
      dataset = await load(few);
    const setting = { model: "GraphSAGE", policy: "aep" } as const;
    assert.equal((await epochsInTurns(lab, dataset, { workload: few, ...setting })).ranks, 2);
    await assert.rejects(epochsInTurns(lab, dataset, { workload: many, ...setting }), /allocate/);
    assert.equal(device.ledger.live, 0);
  } finally {
    device.close();
  }
});

Deno.test("an interruption while a training opens is no failure of it, and no other opens", async () => {
  const device = openWasmDevice({ threads: 1 });
  try {
    const own = testLab(device), [workload] = rankWorkloads(own.profile, PRODUCTS, [2]);
    const dataset = await load(workload), asked: string[] = [];
    const lab: Lab = {
      ...own,
      once: (compute, given, settings) => {
        asked.push(compute.name);
        return asked.length > 1
          ? Promise.reject(new Interrupted("SIGINT"))
          : Promise.resolve(compute(lab, given, settings));
      },
    };
    const setting = { workload, model: "GraphSAGE", policy: "aep" } as const;
    await assert.rejects(epochsInTurns(lab, dataset, setting), Interrupted);
    assert.deepEqual(asked, ["trainInTurns", "cutOnce"]);
  } finally {
    device.close();
  }
});

Deno.test("a rank whose replica is not rank 0's makes its training wrong, and no other", async () => {
  const device = openWasmDevice({ threads: 1, memoryBytes: 2 ** 28 });
  const { prototype } = ModelParameters, { read } = prototype;
  try {
    const lab = testLab(device), [few, many] = rankWorkloads(lab.profile, PRODUCTS, [2, 4]);
    const dataset = await load(few), setting = { model: "GraphSAGE", policy: "aep" } as const;
    let replicas = 0;
    prototype.read = async function () {
      const parameters = new Map(await read.call(this));
      // The last of the two ranks that are compared first.
      if (++replicas === 2) {
        for (const [name, numbers] of parameters) {
          parameters.set(
            name,
            numbers.map((x) => x + 1),
          );
        }
      }
      return parameters;
    };
    const [first, second] = await Promise.allSettled([
      epochsInTurns(lab, dataset, { workload: few, ...setting }),
      epochsInTurns(lab, dataset, { workload: many, ...setting }),
    ]);
    assert.ok(first.status === "rejected" && first.reason instanceof WrongResultError);
    assert.equal(second.status, "fulfilled");
  } finally {
    prototype.read = read;
    device.close();
  }
});
