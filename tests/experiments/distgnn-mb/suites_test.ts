/** The suites of distgnn-mb: sizes, models, published numbers, kernels that are compared. @module */
import assert from "node:assert/strict";
import { figure2 } from "../../../experiments/distgnn-mb/one_socket/figure_2.ts";
import { figure2Broadcast } from "../../../experiments/distgnn-mb/one_socket/figure_2_broadcast.ts";
import {
  headSpmmProblem,
  headSpmmTrial,
} from "../../../experiments/distgnn-mb/one_socket/head_spmm_trial.ts";
import { hitRates } from "../../../experiments/distgnn-mb/embedding_cache/hit_rates.ts";
import { imbalance } from "../../../experiments/distgnn-mb/partitions/imbalance.ts";
import { sizeOf, sizeWorkloads } from "../../../experiments/distgnn-mb/operators/layer_sizes.ts";
import { loadImbalanceOfRanks } from "../../../experiments/distgnn-mb/ranks/load_imbalance.ts";
import { MODEL_IDS } from "../../../experiments/distgnn-mb/rank_models.ts";
import { FANOUTS, scaledDown, scaledGraph } from "../../../experiments/distgnn-mb/scaled_graphs.ts";
import { section3 } from "../../../experiments/distgnn-mb/operators/section_3.ts";
import { singleSocket } from "../../../experiments/distgnn-mb/one_socket/single_socket.ts";
import { socketModel } from "../../../experiments/distgnn-mb/one_socket/socket_models.ts";
import { table1 } from "../../../experiments/distgnn-mb/table_1.ts";
import { updateTrial } from "../../../experiments/distgnn-mb/operators/update_trial.ts";
import { weightGradientTrial } from "../../../experiments/distgnn-mb/operators/weight_gradient_trial.ts";
import { readClaims } from "../../../experiments/claims/published_claims.ts";
import { SuiteEvidence } from "../../../experiments/claims/suite_evidence.ts";
import { profileOf, PROFILES } from "../../../experiments/profiles.ts";
import { findPaper } from "../../../experiments/papers.ts";
import { matches, readPublished } from "../../../experiments/published/mod.ts";
import { NO_DATASET } from "../../../experiments/lab.ts";
import { loadDataset } from "../../../datasets/load.ts";
import type { CsrMatrix } from "../../../graph/csr.ts";
import { miniBatches, sampleBatch, uniformNeighbors } from "../../../graph/sampling/mod.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { batchProgram } from "../../../training/mini_batch/mod.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import type { Suite } from "../../../experiments/suite.ts";
import type { Row } from "../../../results/row.ts";
import { testLab } from "../lab.ts";
import { metricTexts } from "../../../experiments/metrics.ts";

Deno.test("rules of Algorithm 2 that the code itself keeps hold by construction, and are no reproduction", () => {
  const tiers = new Map(readClaims(findPaper("distgnn-mb")).map(({ claimId, tier }) => [claimId, tier]));
  const kept = hitRates.claims.filter(({ premise }) => premise === undefined);
  assert.equal(kept.length, 5);
  for (const { claimId } of kept) assert.equal(tiers.get(claimId), "by-construction", claimId);
});

Deno.test("every number that a suite says is published is one row of the paper's, and all 33 are found", () => {
  const rows = readPublished(findPaper("distgnn-mb")), found = new Set<string>();
  const suites: readonly Suite[] = [
    section3,
    singleSocket,
    table1,
    hitRates,
    imbalance,
    loadImbalanceOfRanks,
    figure2,
    figure2Broadcast,
  ];
  for (const suite of suites) {
    for (const workload of suite.workloads(PROFILES.standard)) {
      for (const contender of suite.contenders) {
        for (const { id } of metricTexts(suite.metrics)) {
          const key = suite.publishedAs?.(workload, contender, id);
          if (key === undefined) continue;
          const matching = rows.filter((row) => matches(row, key));
          assert.equal(matching.length, 1, `${suite.id} ${workload.id} ${contender.id} ${id}`);
          found.add(matching[0].claimId);
        }
      }
    }
  }
  assert.equal(found.size, 3 + 1 + 12 + 3 + 2 + 2 + 8 + 2);
});

Deno.test("Table 1 has what was loaded, and not what the paper prints", async () => {
  const { measurement } = table1, device = openWasmDevice({ threads: 1 });
  assert.ok(measurement.kind === "exact");
  try {
    const [workload] = table1.workloads(PROFILES.smoke),
      dataset = { ...NO_DATASET, featureWidth: 7, classes: 3 };
    const facts = await measurement.count(testLab(device), dataset, workload, table1.contenders[0]);
    assert.deepEqual(facts, { vertices: 0, edges: 0, features: 7, classes: 3 });
  } finally {
    device.close();
  }
});

Deno.test("a stand-in keeps the iterations of an epoch and the share that is pushed", () => {
  const papers = scaledGraph(PROFILES.standard, "ogbn-papers100m");
  assert.equal(papers.dataset, "ogbn-papers100m@1/1024");
  assert.deepEqual([1000, 2000, 1e6].map((vertices) => scaledDown(vertices, papers)), [1, 2, 977]);
  assert.equal(scaledGraph(PROFILES.paper, "ogbn-papers100m").dataset, "ogbn-papers100m");
});

Deno.test("N stays as many times C where a size shrinks, and is as printed in the profile paper", () => {
  const ratios = (profile: "standard" | "paper") =>
    sizeWorkloads(profileOf(profile)).map((workload) => {
      const { rows, inputs } = sizeOf(workload);
      return rows / inputs;
    });
  assert.deepEqual(ratios("standard"), ratios("paper"));
  assert.deepEqual(sizeWorkloads(PROFILES.paper).map((workload) => sizeOf(workload).rows), [5e3, 5e4, 4e5]);
});

Deno.test("separate operators are passes of their own, and bias and ReLU of GAT come before attention", () => {
  const blocks = [{ rows: 4, cols: 6, nnz: 9 }, { rows: 3, cols: 4, nnz: 6 }, { rows: 2, cols: 3, nnz: 4 }];
  for (const model of MODEL_IDS) {
    const passes = (fused: boolean) => {
      const { layers, aggregation } = socketModel(model, { classes: 4, hidden: 8, fused });
      const shared = { optimizer: adam(), seed: 1, featureWidth: 5, classes: 4, labels: "single" } as const;
      const { program } = batchProgram({ ...shared, layers, aggregation }, blocks);
      const biases = program.parameters.map(({ tensor: { label } }) => label).filter((label) =>
        label.endsWith("bias")
      );
      if (model === "GAT") assert.ok(biases.every((label) => label.endsWith("projection bias")));
      assert.equal(biases.length, 3);
      return program.train.filter(({ op }) => op === "activation").length;
    };
    // GAT's are before attention in every layer; its dropout of two layers is a pass for either.
    assert.deepEqual([passes(false), passes(true)], model === "GAT" ? [8, 2] : [7, 3], model);
  }
});

Deno.test("dense trials compute what the oracle does, remainders included, fused and separate bit by bit the same", async () => {
  const device = openWasmDevice({ threads: 2, memoryBytes: 64 * 2 ** 20 });
  try {
    const lab = testLab(device), size = { rows: 203, inputs: 19, outputs: 13 };
    const trials = [
      ...[true, false].map((fused) => updateTrial(lab, size, fused)),
      ...(["N", "C,K"] as const).map((split) => weightGradientTrial(lab, size, split)),
    ];
    for (const trial of trials) {
      const prepared = await trial.prepare();
      assert.ok((await prepared.check()).ok);
      const { difference } = (await prepared.breakdown!()).facts as { difference: number };
      const { roundings = 0 } = trial.facts as { roundings?: number };
      assert.ok(difference <= roundings, `${difference} of ${roundings}`);
      prepared.destroy();
    }
    assert.equal(device.ledger.live, 0);
  } finally {
    device.close();
  }
});

Deno.test("an imbalance between the printed 20 % and a fifth more decides nothing", () => {
  const cell = `${imbalance.id}:ogbn-papers100m:r4:metis`, [{ decide }] = imbalance.claims;
  const answers = [20, 20.7, 24, 24.1].map((percent) => {
    const values = { fewest_batches: 100, most_batches: 100 + percent, imbalance: percent };
    const rows = Object.entries(values).map(([metric, median]) => ({
      suite: imbalance.id,
      cell,
      metric,
      median,
      status: "ok",
      source: "measured",
      dataset: "ogbn-papers100m@1/1024",
      dataset_kind: "stand-in",
    } as Row));
    const part = decide(new SuiteEvidence(imbalance.id, { rows, samples: [] }, 1)).at(-1)!;
    return part.kind === "exact" ? part.holds : part.kind;
  });
  assert.deepEqual(answers, [true, "open", "open", false]);
});

Deno.test("a scalar and a vector aggregation of some blocks are checked block by block, and give back all memory", async () => {
  const device = openWasmDevice({ threads: 2, memoryBytes: 64 * 2 ** 20 });
  try {
    const lab = testLab(device);
    const matrix = (rows: number, cols: number): CsrMatrix => ({
      ...{ rows, cols, rowPtr: Uint32Array.from({ length: rows + 1 }, (_, r) => 3 * r) },
      colIdx: Uint32Array.from({ length: 3 * rows }, (_, e) => Math.floor(e / 3) + (e % 3) * 7),
    });
    const problems = [matrix(20, 40), matrix(9, 30)].map((each, seed) =>
      headSpmmProblem(each, { heads: 4, headWidth: 64, seed })
    );
    const works = figure2Broadcast.contenders.map(({ id }) =>
      headSpmmTrial(lab, { problems, kernel: id, facts: {} })
    );
    for (const trial of works) {
      const prepared = await trial.prepare(), report = await prepared.check();
      assert.deepEqual([report.ok, report.checkedRows], [true, 29]);
      assert.ok("run" in prepared);
      prepared.run();
      prepared.destroy();
    }
    // 87 entries times 256 columns.
    assert.deepEqual(works.map(({ work }) => work.multiplyAdds), [87 * 256, 87 * 256]);
    assert.equal(device.ledger.live, 0);
  } finally {
    device.close();
  }
});

Deno.test("a mini-batch has about as many rows a seed as Section 3.3 prints for 1000 seeds", async () => {
  const { graph, split } = await loadDataset("ogbn-papers100m@1/1024", { seed: 1 });
  const [batch] = miniBatches(split!.train, { batchSize: 20, epoch: 0, seed: 1 });
  const { blocks } = await sampleBatch(uniformNeighbors(graph, { fanouts: FANOUTS, seed: 1 }), batch);
  // Of 400 next to the input: few seeds share fewer of their rows there than 1000 do.
  for (const [layer, printed] of [[1, 50], [2, 5]] as const) {
    const rows = blocks[layer].sources.length / 20, ratio = rows / printed;
    assert.ok(ratio > 1 / 1.5 && ratio < 1.5, `L${layer}: ${rows} rows a seed, printed ${printed}`);
  }
});
