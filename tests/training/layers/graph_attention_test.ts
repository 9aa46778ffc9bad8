import assert from "node:assert/strict";
import type { CsrMatrix } from "../../../graph/csr.ts";
import { UsageError } from "../../../platform/errors.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { OracleExecutor } from "../../../training/executors/oracle_executor.ts";
import { gat } from "../../../training/models/gat.ts";
import { assertGradients, randomParameters } from "../gradient_check.ts";
import { randomBlock, stagedProgram } from "../staged_program.ts";

const HEADS = 2, HEAD_WIDTH = 3;
const model = (
  { separate = false, ...options }: {
    readonly layers: number;
    readonly dropout?: number;
    readonly separate?: boolean;
  },
) =>
  gat({
    classes: 3,
    heads: HEADS,
    headWidth: HEAD_WIDTH,
    projection: { bias: true, negativeSlope: 0, separate },
    ...options,
  });
const block = (cols: number, rows: number) => ({
  matrix: randomBlock({ rows, cols, degree: 4, own: true, seed: 2 }),
});

for (const separate of [false, true]) {
  Deno.test(`gradients of attention to ${separate ? "separately " : ""}activated projections are those of finite differences`, async () => {
    const adjacencies = [block(16, 12), block(12, 9), block(9, 4)];
    const { program, bindings } = stagedProgram(model({ layers: 3, dropout: 0.3, separate }), adjacencies);
    assert.deepEqual(program.parameters.slice(0, 4).map(({ tensor }) => tensor.label), [
      "layer 1 weight",
      "layer 1 attention vectors",
      "layer 1 bias",
      "layer 1 projection bias",
    ]);
    await assertGradients(new OracleExecutor(program, bindings), program);
  });
}

Deno.test("bias and activation in passes of their own leave the same numbers as those fused into the product", async () => {
  const scores: Float32Array[] = [];
  for (const separate of [false, true]) {
    const { program, bindings } = stagedProgram(model({ layers: 2, separate }), [block(9, 7), block(7, 4)]);
    const passes = program.evaluate.filter(({ op }) => op === "activation").length;
    // Bias of either result and ReLU between the layers, and of each projection a bias and a ReLU.
    assert.equal(passes, separate ? 2 + 4 : 2);
    const executor = new OracleExecutor(program, bindings);
    const parameters = new Map(
      [...randomParameters(program)].map(([tensor, numbers]) => [tensor.label, numbers]),
    );
    for (const { tensor } of program.parameters) executor.write(tensor, parameters.get(tensor.label)!);
    executor.evaluate();
    scores.push(Float32Array.from(await executor.read(program.scores)));
  }
  assert.deepEqual(scores[1], scores[0]);
});

Deno.test("z = ReLU(W h + b), a = softmax of LeakyReLU(a1 z_v + a2 z_u), h' = sum of a z, vertex by vertex", async () => {
  const adjacency = block(9, 5), { program, bindings } = stagedProgram(model({ layers: 1 }), [adjacency]);
  const executor = new OracleExecutor(program, bindings);
  const parameters = new Map(
    [...randomParameters(program)].map(([tensor, numbers]) => [tensor.label, numbers]),
  );
  for (const { tensor } of program.parameters) executor.write(tensor, parameters.get(tensor.label)!);
  executor.evaluate();
  const scores = await executor.read(program.scores);
  const [weight, vectors, bias, projectionBias] = ["weight", "attention vectors", "bias", "projection bias"]
    .map((name) => parameters.get(`layer 1 ${name}`)!);
  const [[features, x]] = bindings.inputs, classes = 3;
  const z = Array.from({ length: features.rows }, (_, v) =>
    Array.from({ length: classes }, (_, c) => {
      let sum = projectionBias[c];
      for (let k = 0; k < features.cols; k++) sum += x[v * features.cols + k] * weight[k * classes + c];
      return Math.max(0, sum);
    }));
  const score = (v: number, which: number) => sumOf(z[v], (zc, c) => zc * vectors[which * classes + c]);
  const { rowPtr, colIdx }: CsrMatrix = adjacency.matrix;
  for (let v = 0; v < 5; v++) {
    const neighbours = [...colIdx.subarray(rowPtr[v], rowPtr[v + 1])];
    const shares = neighbours.map((u) => {
      const e = score(v, 0) + score(u, 1);
      return Math.exp(e > 0 ? e : 0.2 * e);
    });
    const total = sumOf(shares);
    for (let c = 0; c < classes; c++) {
      const wanted = bias[c] + sumOf(neighbours, (u, i) => shares[i] / total * z[u][c]);
      assert.ok(Math.abs(scores[v * classes + c] - wanted) < 1e-9, `vertex ${v}, class ${c}`);
    }
  }
});

Deno.test("a projection out of range is refused", () => {
  const projection = { negativeSlope: -1 };
  assert.throws(() => gat({ classes: 3, heads: 1, headWidth: 1, projection }), UsageError);
});
