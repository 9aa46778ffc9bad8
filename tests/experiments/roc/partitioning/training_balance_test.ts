/** Trainings of roc that adapt from the beginning, each of them a sample. @module */
import assert from "node:assert/strict";
import { loadDataset } from "../../../../datasets/load.ts";
import type { Lab } from "../../../../experiments/lab.ts";
import { PROFILES } from "../../../../experiments/profiles.ts";
import { table2 } from "../../../../experiments/roc/cost_model/table_2.ts";
import {
  fittedModel,
  learnPartitions,
  partitionedTask,
  type PartitionLearning,
} from "../../../../experiments/roc/partitioning/partition_learning.ts";
import { tableGraph } from "../../../../experiments/roc/partitioning/partitioned_graphs.ts";
import { measureImbalances } from "../../../../experiments/roc/partitioning/strategy_imbalances.ts";
import { table1 } from "../../../../experiments/roc/partitioning/table_1.ts";
import { trainingBalance } from "../../../../experiments/roc/partitioning/training_balance.ts";
import type { FeaturePrefixes } from "../../../../graph/partitions/vertex_costs.ts";
import { openWasmDevice } from "../../../../hardware/cpu/device.ts";
import { sumOf } from "../../../../platform/lists/sum_of.ts";
import { type PartitionClock, PartitionedTraining } from "../../../../training/partitioned/mod.ts";
import { testLab } from "../../lab.ts";
import { tableGpus } from "../../../../experiments/roc/partitioning/gpu_workloads.ts";

const GRAPH = tableGraph(PROFILES.smoke), GPUS = tableGpus(PROFILES.smoke);
const [TABLE] = table1.workloads(PROFILES.smoke);
const dataset = await loadDataset(GRAPH.dataset);

async function withLab(run: (lab: Lab) => Promise<void>): Promise<void> {
  const device = openWasmDevice({ threads: 1 });
  try {
    await run(testLab(device));
  } finally {
    device.close();
  }
}

Deno.test("a cost model fitted to recorded iterations is that of the training, at its end and when it could cut", () =>
  withLab(async (lab) => {
    const task = partitionedTask(lab, dataset, { graph: GRAPH });
    const work = (
      { features }: { features: FeaturePrefixes },
      width: number,
      [begin, end]: [number, number],
    ) => sumOf(features.range(width, begin, end), (feature, at) => (at + 1) * feature);
    const clock: PartitionClock = {
      layers: task.layers,
      work: "training",
      time: (blocks) =>
        Promise.resolve(
          blocks.map(({ begin, end }, part) =>
            task.layers.map(({ inputWidth }, layer) =>
              (1 + 0.1 * part + layer) * work(task, inputWidth, [begin, end])
            )
          ),
        ),
    };
    const training = new PartitionedTraining({
      matrix: task.matrix,
      parts: GPUS,
      strategy: "learned",
      clock,
    });
    const iterations = [];
    for (let at = 0; at < 6; at++) iterations.push(await training.next());
    const weights = (model: PartitionLearning["model"]) =>
      task.layers.map((_, layer) => model.weights(layer));
    const last = fittedModel(task, iterations, { until: "all iterations" });
    assert.deepEqual(weights(last), weights(training.model));
    const first = fittedModel(task, iterations, { until: "it can cut" });
    assert.ok(first.ready);
    const cutAt = iterations.findIndex(({ cutBy }) => cutBy === "learned");
    assert.ok(cutAt > 0 && cutAt < iterations.length - 1);
    assert.deepEqual(
      weights(first),
      weights(fittedModel(task, iterations.slice(0, cutAt), { until: "all iterations" })),
    );
    assert.notDeepEqual(weights(first), weights(last));
  }));

Deno.test("each training of Table 1 adapts from the beginning and is one sample, in one order for all strategies", () =>
  withLab(async (lab) => {
    const of = await measureImbalances(lab, dataset, TABLE, table1.contenders);
    const strategies = table1.contenders.map(({ id }) => id), rounds = 1;
    for (const training of [0, 1]) {
      const setting = { graph: GRAPH, gpus: GPUS, strategies, rounds, training };
      // The lab keeps what it has measured.
      const balance = await lab.kept("roc/training-balance", trainingBalance, dataset, setting);
      for (const id of strategies) {
        const { facts, times } = of(id);
        const { imbalance, slowest } = balance.trained.get(id)!;
        assert.equal((facts.imbalance as number[]).length, 2);
        assert.equal((facts.imbalance as number[])[training], imbalance);
        assert.equal((facts.inference_imbalance as number[])[training], balance.inferred.get(id)!.imbalance);
        assert.equal(times.slowest_partition!.ms[training], slowest.ms);
        assert.equal((facts.first_imbalance as number[])[training], balance.firstImbalance.get(id));
        assert.equal((facts.balanced_training as number[])[training], imbalance <= 1.2 ? 1 : 0);
      }
      for (const strategy of ["learned", "dynamic"] as const) {
        const learned = { graph: GRAPH, gpus: GPUS, training, strategy };
        const { iterations } = await lab.once(learnPartitions, dataset, learned);
        assert.deepEqual(iterations[0].cutBy, "equal-edges");
        assert.equal(balance.firstImbalance.get(strategy), iterations[0].imbalance);
      }
      assert.equal(balance.firstImbalance.get("static"), balance.trained.get("static")!.imbalance);
    }
    const [first, second] = of("learned").times.slowest_partition!.ms;
    assert.notEqual(first, second);
  }));

Deno.test("Table 2 judges the model of each training, on ranges that are timed once", () =>
  withLab(async (lab) => {
    const { measurement } = table2, workload = table2.workloads(PROFILES.smoke).at(-1)!;
    assert.ok(measurement.kind === "joint");
    const of = await measurement.measure(lab, dataset, workload, table2.contenders);
    for (const { id } of table2.contenders) {
      const { facts, times } = of(id);
      for (const metric of ["share_error", "relative_error", "mean_square_error"] as const) {
        assert.equal((facts[metric] as number[]).length, 2, metric);
        assert.ok((facts[metric] as number[]).every((error) => error >= 0));
      }
      assert.equal(facts.iterations, 6);
      assert.equal(facts.wrong_samples, 0);
      assert.equal(times.held_out_time!.ms.length, 4);
    }
  }));
