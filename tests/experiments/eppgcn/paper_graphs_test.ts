import assert from "node:assert/strict";
import { loadDataset } from "../../../datasets/load.ts";
import { graphInProfile, PAPER_GRAPHS, paperGraph } from "../../../experiments/eppgcn/paper_graphs.ts";
import { scaledRegressionRule } from "../../../experiments/eppgcn/group_sizes/scaled_regression.ts";
import { gnnAdvisorBytes, pathBytes } from "../../../experiments/eppgcn/execution_paths/training_memory.ts";
import { profileOf } from "../../../experiments/profiles.ts";
import { nnz } from "../../../graph/csr.ts";
import { gcnNormalise } from "../../../graph/normalization.ts";
import { testExactLab } from "../lab.ts";
import { equation3Rule, EQUATION_3 } from "../../../kernels/spmm/group_size/mod.ts";
import { drawTrainingSet, pathsOf } from "../../../experiments/eppgcn/drawn_paths.ts";
import { originalScale, scaledSlots } from "../../../experiments/eppgcn/scaled_slots.ts";

const blog = await loadDataset("blog@1/64", { seed: 1 });

Deno.test("a drawn training set has its share of distinct vertices, ascending, and never none", () => {
  const set = drawTrainingSet(1000, 10, 1);
  assert.equal(new Set(set).size, 100);
  assert.deepEqual(set, set.toSorted());
  assert.equal(drawTrainingSet(3, 10, 1).length, 1);
  assert.equal(drawTrainingSet(0, 10, 1).length, 0);
  assert.notDeepEqual(set, drawTrainingSet(1000, 10, 2));
});

Deno.test("a stand-in at 1/64 gets a 64th of the slots, as the original's edges are 64 times as many", () => {
  assert.ok(Math.abs(originalScale(blog) / 64 - 1) < 0.05, `${originalScale(blog)}`);
  assert.ok(Math.abs(scaledSlots(blog, 3584) - 56) <= 3);
  assert.equal(originalScale({ ...blog, kind: "real" }), 1);
});

Deno.test("the standard profile takes eighths of the graphs without files, all others the graphs themselves", () => {
  assert.equal(graphInProfile("blog", profileOf("standard")), "blog@1/8");
  assert.equal(graphInProfile("cora", profileOf("standard")), "cora");
  assert.equal(graphInProfile("blog", profileOf("paper")), "blog");
  for (const { id, name } of PAPER_GRAPHS) {
    assert.equal(paperGraph(graphInProfile(id, profileOf("standard"))).name, name);
  }
});

Deno.test("a regression for a graph that stands for a larger one sees the larger one's vertices and edges", () => {
  const matrix = gcnNormalise(blog.graph), name = { id: "r", origin: "test" };
  const plain = equation3Rule.choose(matrix, 16) as number;
  assert.equal(scaledRegressionRule(EQUATION_3, 1, name).choose(matrix, 16), plain);
  const scaled = scaledRegressionRule(EQUATION_3, 10, name).choose(matrix, 16) as number;
  const wanted = 9 * (EQUATION_3.vertices * matrix.rows + EQUATION_3.edges * nnz(matrix));
  assert.ok(Math.abs(scaled - plain - wanted) < 1e-9);
});

Deno.test("paths add bytes for what they keep, and more layers need more of both", async () => {
  const matrix = gcnNormalise(blog.graph), graph = paperGraph("blog");
  const lab = testExactLab();
  const bytes = await Promise.all([2, 3].map(async (layers) => [
    gnnAdvisorBytes(matrix, graph, { layers, percent: 10 }),
    pathBytes(await pathsOf(lab, blog, { layers })),
  ]));
  assert.ok(bytes[1][0] > bytes[0][0] && bytes[1][1] > bytes[0][1]);
  assert.ok(bytes[0][0] > 4 * (matrix.rows * graph.features + nnz(matrix)), "features and graph are counted");
  const [path] = await pathsOf(lab, blog, { layers: 1 });
  assert.equal(pathBytes([path]), 4 * (2 * path.targets.length + 1 + nnz(path.matrix)));
});

Deno.test("GNNAdvisor's memory is that of layers that combine before they aggregate, as its paths do", () => {
  const matrix = gcnNormalise(blog.graph), graph = paperGraph("blog"), { features, classes } = graph;
  const V = matrix.rows,
    hidden = 16,
    bytes = (percent: number) => gnnAdvisorBytes(matrix, graph, { layers: 2, percent });
  // Features, a degree, a label and a weight a row, one CSR, and the weights with two moments of Adam; of the
  // forward pass X W_0, A X W_0 and its ReLU, X_1 W_1, A X_1 W_1, a loss a row and their sum; and dX_2.
  const always = V * (features + 3) + V + 1 + nnz(matrix) + 3 * (features * hidden + hidden * classes);
  const kept = V * (3 * hidden + 2 * classes + 1) + 1 + V * classes;
  // With few training vertices most is needed where A^T dX_2 is computed; with many, at the loss.
  assert.equal(bytes(10), 4 * (always + kept + V * classes));
  assert.equal(bytes(80), 4 * (always + kept + 2 * Math.round(0.8 * V) * classes));
});
