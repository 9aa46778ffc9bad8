/**
 * Training that diverges ends its cell, by name of epoch and layer, and no other cell.
 *
 * @module
 */
import assert from "node:assert/strict";
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { Suite } from "../../../experiments/suite.ts";
import { trainingTrial } from "../../../experiments/trials/training_trial.ts";
import { csrFromEdges } from "../../../graph/edges.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { RandomStream } from "../../../platform/random.ts";
import { gcn } from "../../../training/models/gcn.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import { vertexData } from "../../../training/vertex_data.ts";
import { runComparison, testLab } from "../lab.ts";

const VERTICES = 120, CLASSES = 4;
/** Parameters of 1e25 after one step: their products pass float32 in the second. */
const LEARNING_RATES: Readonly<Record<string, number>> = { "tame": 0.01, "wild": 1e25 };

const suite: Suite = {
  id: "own/divergence",
  artifact: "Divergence",
  title: "A learning rate that explodes beside one that does not",
  question: "What becomes of the others?",
  contenders: Object.keys(LEARNING_RATES).map((id) => ({ id, label: id })),
  baseline: "tame",
  workloads: () => [{ id: "random", dataset: "random", factors: {} }],
  settings: {},
  measurement: {
    kind: "timed",
    decides: false,
    trial: async (lab, dataset, _workload, { id }) =>
      trainingTrial(lab, {
        data: await vertexData(dataset, { seed: lab.seed, randomWidth: 8, classes: CLASSES }),
        model: {
          layers: gcn({ classes: CLASSES, hidden: 8 }),
          optimizer: adam({ learningRate: LEARNING_RATES[id] }),
        },
      }),
  },
  metrics: { time: { label: "time", unit: "ms", better: "lower" } },
  plots: [],
  notes: [],
  claims: [],
};

Deno.test("diverging training is a failed cell that names epoch and layer; the cell beside it is timed", async () => {
  const device = openWasmDevice({ threads: 2 });
  try {
    const lab = testLab(device, { contextRounds: 2 });
    const stream = new RandomStream(1, "divergence graph");
    const ends = () => Uint32Array.from({ length: 6 * VERTICES }, () => stream.below(VERTICES));
    const graph = csrFromEdges({ vertices: VERTICES, source: ends(), target: ends(), symmetrise: true });
    const counts = { vertices: VERTICES, storedEdges: graph.colIdx.length, undirectedEdges: 0 };
    const dataset: LoadedDataset = { id: "random", kind: "real", graph, hash: "random", counts, note: "" };
    const [workload] = suite.workloads(lab.profile);
    const { rows } = await runComparison(lab, { suite, workload, dataset });

    const time = (id: string) => rows.find(({ contender, metric }) => contender === id && metric === "time")!;
    assert.equal(time("tame").status, "ok");
    assert.equal(time("wild").status, "failed");
    assert.match(time("wild").reason, /epoch \d+/);
    assert.match(time("wild").reason, /layer \d|loss|adam/);
    assert.equal(device.ledger.live, 0);
  } finally {
    device.close();
  }
});
