import assert from "node:assert/strict";
import { rmat } from "../../../datasets/generators/rmat.ts";
import { executionPaths, spreadPath } from "../../../graph/execution_paths.ts";
import {
  chooseGroupSize,
  constantRule,
  equation3Rule,
  fitGroupSizeRegression,
  graphFeatures,
  regressionRule,
  tigrRule,
} from "../../../kernels/spmm/group_size/mod.ts";
import { sha256 } from "../../../platform/files/digest.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { sagPoolRule } from "../../../training/group_size/sag_pool_rule.ts";
import { labelledGraphs } from "../../../training/group_size/training_graphs.ts";
import { decodeWeights } from "../../../training/group_size/weights.ts";

const FILE = new URL("../../../training/group_size/classifier.json", import.meta.url);
/** Digest of the committed file, which changes only when the classifier is trained anew. */
const DIGEST = "72918016ffa6cd0bd71333ecc27e3d9e3dc66829f81bc1b97d961b9477d900e9";

Deno.test("the committed weights are those that were trained, and small", async () => {
  const text = await Deno.readTextFile(FILE);
  assert.ok(text.length < 40_000, `${text.length} bytes`);
  assert.equal(sha256(text), DIGEST);
  assert.equal(decodeWeights(JSON.parse(text)).size, 16);
});

Deno.test("on graphs and paths that it has not seen, the chosen size is near the fastest, nearer than any other rule's", async () => {
  // Seeds 1 and 2 belong to the classifier's training and validation graphs.
  const unseen = labelledGraphs({ graphs: 10, seed: 77, questions: 4 });
  const samples = labelledGraphs({ graphs: 10, seed: 78, questions: 4 }).flatMap(({ matrix, questions }) =>
    questions.map(({ width, best }) => ({ features: graphFeatures(matrix, width), best }))
  );
  const own = fitGroupSizeRegression(samples).coefficients;
  const rules = [
    ...[constantRule(32), tigrRule, equation3Rule],
    regressionRule(own, { id: "own regression", origin: "test" }),
  ];
  const ratios = new Map<string, number[]>();
  for (const { matrix, questions } of unseen) {
    for (const { width, slots, seconds, best } of questions) {
      for (const rule of [sagPoolRule({ slots }), ...rules]) {
        const size = Math.min(32, await chooseGroupSize(rule, matrix, width));
        const ratio = seconds[size - 1] / seconds[best - 1];
        ratios.set(rule.id, [...ratios.get(rule.id) ?? [], ratio]);
      }
    }
  }
  const means = new Map(
    [...ratios].map(([id, list]) => [id, sumOf(list) / list.length]),
  );
  console.log([...means].map(([id, mean]) => `${id} ${mean.toFixed(3)}`).join(", "));
  const chosen = means.get("sagpool")!;
  assert.ok(chosen < 1.06, `${chosen} times the fastest`);
  for (const { id } of rules) assert.ok(means.get(id)! - 1 > 2 * (chosen - 1), `${id}: ${means.get(id)}`);
});

Deno.test("a path gets one size, by itself or among all vertices; a matrix without entries gets 1", async () => {
  const graph = rmat({ vertices: 3000, edges: 20_000 }, 4);
  const training = Uint32Array.from({ length: 300 }, (_, i) => 10 * i);
  const [path] = executionPaths(graph, training, { layers: 1 });
  const rule = sagPoolRule();
  const size = await chooseGroupSize(rule, path.matrix, 16);
  assert.ok(size > 1 && size < 32, `${size}`);
  assert.equal(await chooseGroupSize(rule, spreadPath(path, 3000), 16), size);
  const { rows } = graph,
    empty = { rows, cols: rows, rowPtr: new Uint32Array(rows + 1), colIdx: new Uint32Array() };
  assert.equal(await chooseGroupSize(rule, empty, 16), 1);
});

Deno.test("the card matters: fewer slots are filled by larger groups", async () => {
  const graph = rmat({ vertices: 2000, edges: 16_000 }, 4);
  const few = await chooseGroupSize(sagPoolRule({ slots: 448 }), graph, 16);
  const many = await chooseGroupSize(sagPoolRule({ slots: 5120 }), graph, 16);
  assert.ok(few > many, `${few} on 448 slots, ${many} on 5,120`);
});
