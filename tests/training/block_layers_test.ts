/**
 * Tests of models whose layers have an adjacency each: square ones, and the blocks of a mini-batch with fewer
 * and fewer vertices.
 *
 * @module
 */
import assert from "node:assert/strict";
import type { CsrMatrix } from "../../graph/csr.ts";
import { rowMean } from "../../graph/normalization.ts";
import { UsageError } from "../../platform/errors.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import { OracleExecutor } from "../../training/executors/oracle_executor.ts";
import { graphAttention } from "../../training/layers/graph_attention.ts";
import type { ProductOrder } from "../../training/layers/graph_convolution.ts";
import { graphIsomorphism } from "../../training/layers/graph_isomorphism.ts";
import type { Layer } from "../../training/layers/layer.ts";
import { gat } from "../../training/models/gat.ts";
import { gcn } from "../../training/models/gcn.ts";
import { gin } from "../../training/models/gin.ts";
import { graphSage } from "../../training/models/graph_sage.ts";
import { residualGcn } from "../../training/models/residual_gcn.ts";
import type { Step } from "../../training/program/program.ts";
import { assertGradients, randomParameters } from "./gradient_check.ts";
import { type BoundAdjacency, randomBlock, stagedProgram } from "./staged_program.ts";

const shape = { classes: 3, hidden: 5, layers: 3 };

/** Models of 3 layers, by their dropout rate. */
const MODELS: Readonly<Record<string, (dropout: number) => readonly Layer[]>> = {
  "gcn": (dropout) => gcn({ ...shape, dropout }),
  "gin": (dropout) => gin({ ...shape, dropout }),
  "gat": (dropout) => gat({ classes: 3, heads: 2, headWidth: 3, layers: 3, dropout }),
  "graphSage": (dropout) => graphSage({ ...shape, dropout }),
  "residualGcn": (dropout) => residualGcn({ ...shape, dropout, bias: true }),
};

const ORDERED: Readonly<Record<string, (order: ProductOrder) => readonly Layer[]>> = {
  "gcn": (order) => gcn({ ...shape, order, bias: true }),
  "gin": (order) => gin({ ...shape, order }),
  "graphSage": (order) => graphSage({ ...shape, order }),
  "residualGcn": (order) => residualGcn({ ...shape, order }),
};

/** Numbers of vertices before each layer of a model and after the last. */
const SIZES: Readonly<Record<string, readonly number[]>> = {
  "a square graph": [11, 11, 11, 11],
  "three blocks": [16, 12, 9, 4],
};

/**
 * Adjacencies of a model: GraphSAGE's rows sum to 1, without the vertex itself; the others have the diagonal.
 */
function adjacenciesOf(model: string, sizes: readonly number[]): readonly BoundAdjacency[] {
  return [0, 1, 2].map((at) => {
    const [cols, rows] = [sizes[at], sizes[at + 1]], own = model !== "graphSage";
    const matrix = randomBlock({ rows, cols, degree: 4, own, seed: rows === cols ? 1 : 2 + at });
    return { matrix: own ? matrix : rowMean(matrix) };
  });
}

for (const [where, sizes] of Object.entries(SIZES)) {
  for (const [name, model] of Object.entries(MODELS)) {
    Deno.test(`gradients of ${name} on ${where} are those of finite differences`, async () => {
      const { program, bindings } = stagedProgram(model(0.3), adjacenciesOf(name, sizes));
      assert.deepEqual([program.scores.rows, program.scores.cols], [sizes[3], 3]);
      await assertGradients(new OracleExecutor(program, bindings), program);
    });
  }
  for (const [name, model] of Object.entries(ORDERED)) {
    for (const order of ["aggregate-first", "transform-first"] as const) {
      Deno.test(`gradients of ${name}, ${order}, on ${where} are those of finite differences`, async () => {
        const { program, bindings } = stagedProgram(model(order), adjacenciesOf(name, sizes));
        await assertGradients(new OracleExecutor(program, bindings), program);
      });
    }
  }
}

type Matrix = readonly (readonly number[])[];

const times = (a: Matrix, b: Matrix): Matrix =>
  a.map((row) => b[0].map((_, c) => sumOf(row, (left, k) => left * b[k][c])));
const plus = (a: Matrix, b: Matrix): Matrix =>
  a.map((row, r) => row.map((x, c) => x + b[b.length === 1 ? 0 : r][c]));
const rectified = (a: Matrix): Matrix => a.map((row) => row.map((x) => Math.max(0, x)));
const rowsOf = (numbers: ArrayLike<number>, cols: number): Matrix =>
  Array.from(
    { length: numbers.length / cols },
    (_, r) => Array.from({ length: cols }, (_, c) => numbers[r * cols + c]),
  );

function writtenOut({ rows, cols, rowPtr, colIdx, values }: CsrMatrix): Matrix {
  const dense = Array.from({ length: rows }, () => new Array<number>(cols).fill(0));
  for (let r = 0; r < rows; r++) {
    for (let e = rowPtr[r]; e < rowPtr[r + 1]; e++) dense[r][colIdx[e]] = values![e];
  }
  return dense;
}

/**
 * Computes one head of attention vertex by vertex, as in the paper:
 * `a[v][u] = softmax of LeakyReLU(a1 . z_v + a2 . z_u)`.
 */
function attended(a: Matrix, z: Matrix, [own, other]: Matrix): Matrix {
  const dot = (x: readonly number[], y: readonly number[]) => sumOf(x, (xk, k) => xk * y[k]);
  return a.map((row, v) => {
    const weights = row.map((entry, u) => {
      if (entry === 0) return 0;
      const score = dot(own, z[v]) + dot(other, z[u]);
      return Math.exp(score > 0 ? score : 0.2 * score);
    });
    const sum = sumOf(weights);
    return z[0].map((_, k) => sumOf(weights, (weight, u) => weight / sum * z[u][k]));
  });
}

/** Selects the rows of the output vertices. */
const head = (x: Matrix, a: Matrix): Matrix => x.slice(0, a.length);
const columns = (x: Matrix, from: number, to: number): Matrix => x.map((row) => row.slice(from, to));

const FORMULAS: Readonly<
  Record<string, readonly [model: string, compute: (h: Matrix, a: Matrix, next: () => Matrix) => Matrix]>
> = {
  "ReLU(A H W1 + b1) W2 + b2": [
    "gin",
    (h, a, next) => plus(times(rectified(plus(times(times(a, h), next()), next())), next()), next()),
  ],
  "A H W1 + b + H W2": [
    "graphSage",
    (h, a, next) => plus(plus(times(times(a, h), next()), next()), times(head(h, a), next())),
  ],
};

for (const [formula, [name, compute]] of Object.entries(FORMULAS)) {
  Deno.test(`each layer of ${name} on blocks is ${formula}, multiplied out, with ReLU between`, async () => {
    const adjacencies = adjacenciesOf(name, SIZES["three blocks"]);
    const { program, bindings } = stagedProgram(MODELS[name](0), adjacencies);
    await assertScores(program, bindings, (h, next) =>
      adjacencies.reduce((x, { matrix }, at) => {
        const y = compute(x, writtenOut(matrix), next);
        return at === 2 ? y : rectified(y);
      }, h));
  });
}

Deno.test("each layer of residualGcn is A H W + b with ReLU, and H beside it, through weights where widths differ", async () => {
  const adjacencies = adjacenciesOf("residualGcn", SIZES["three blocks"]);
  const { program, bindings } = stagedProgram(MODELS.residualGcn(0), adjacencies);
  await assertScores(program, bindings, (h, next) =>
    adjacencies.reduce((x, { matrix }, at) => {
      const a = writtenOut(matrix), convolved = plus(times(times(a, x), next()), next());
      // Widths of the three layers: 4 columns to 5, 5 to 5, 5 to 3.
      const beside = at === 1 ? head(x, a) : times(head(x, a), next());
      return plus(at === 2 ? convolved : rectified(convolved), beside);
    }, h));
});

Deno.test("each layer of gat on blocks is what the paper says, vertex by vertex and head by head", async () => {
  const adjacencies = adjacenciesOf("gat", SIZES["three blocks"]);
  const { program, bindings } = stagedProgram(MODELS.gat(0), adjacencies);
  await assertScores(program, bindings, (h, next) =>
    adjacencies.reduce((x, { matrix }, at) => {
      const z = times(x, next()), vectors = next(), bias = next(), a = writtenOut(matrix);
      const heads = Array.from({ length: at === 2 ? 1 : 2 }, (_, i) => [3 * i, 3 * i + 3] as const)
        .map(([from, to]) => attended(a, columns(z, from, to), columns(vectors, from, to)));
      const y = plus(heads[0].map((_, v) => heads.flatMap((each) => each[v])), bias);
      return at === 2 ? y : rectified(y);
    }, h));
});

/**
 * Asserts the scores of random parameters, against `compute`, which takes the parameters one after the other.
 */
async function assertScores(
  program: ReturnType<typeof stagedProgram>["program"],
  bindings: ReturnType<typeof stagedProgram>["bindings"],
  compute: (features: Matrix, next: () => Matrix) => Matrix,
): Promise<void> {
  const executor = new OracleExecutor(program, bindings), parameters = randomParameters(program);
  for (const [tensor, numbers] of parameters) executor.write(tensor, numbers);
  executor.evaluate();
  const queue = [...parameters].map(([tensor, numbers]) => rowsOf(numbers, tensor.cols));
  const [[features, values]] = bindings.inputs;
  const wanted = compute(rowsOf(values, features.cols), () => queue.shift()!).flat();
  assert.equal(queue.length, 0, "a parameter that nothing was computed with");
  const got = await executor.read(program.scores);
  assert.equal(got.length, wanted.length);
  const largest = Math.max(...wanted.map(Math.abs));
  assert.ok(largest > 1e-3, "scores that prove nothing");
  wanted.forEach((score, i) =>
    assert.ok(Math.abs(got[i] - score) <= 1e-12 * largest, `${i}: ${got[i]}, ${score}`)
  );
}

const opsOf = (steps: readonly Step[], layer: string, pass: Step["pass"]) =>
  steps.filter((step) => step.layer === layer && step.pass === pass).map(({ op }) => op);

Deno.test("on blocks the rows are aggregated before they are transformed, unless they are much wider than the result", () => {
  const blocks = adjacenciesOf("gcn", [300, 30, 9, 4]);
  const first = (width: number, matrices: readonly BoundAdjacency[]) =>
    opsOf(stagedProgram(gcn(shape), matrices, { width }).program.train, "layer 1", "forward")[0];
  assert.equal(first(40, blocks), "spmm");
  assert.equal(first(40, adjacenciesOf("gcn", SIZES["a square graph"])), "gemm");
  assert.equal(first(10, adjacenciesOf("gcn", SIZES["a square graph"])), "spmm");
});

Deno.test("a first layer computes no gradient of its input, and graphSage picks the rows of outputs on blocks alone", () => {
  const passes = (name: string, sizes: readonly number[]) => {
    const { train } = stagedProgram(MODELS[name](0), adjacenciesOf(name, sizes)).program;
    return [opsOf(train, "layer 1", "forward"), opsOf(train, "layer 1", "backward")];
  };
  const [forward, backward] = passes("graphSage", SIZES["three blocks"]);
  assert.deepEqual(forward, ["spmm", "gemm", "gather-rows", "gemm", "add", "activation"]);
  assert.deepEqual(backward, ["activation-gradient", "column-sum", "gemm", "gemm"]);
  const [whole] = passes("graphSage", SIZES["a square graph"]);
  assert.deepEqual(whole, ["spmm", "gemm", "gemm", "add", "activation"]);
  const [, attention] = passes("gat", SIZES["three blocks"]);
  assert.deepEqual(attention, [
    ...["activation-gradient", "column-sum", "head-sddmm", "edge-softmax-gradient", "entry-sums"],
    ...["gemm", "block-diagonal-gradient", "head-spmm", "gemm", "add", "gemm"],
  ]);
});

Deno.test("layers without what they need of an adjacency say what to add", () => {
  const program = (name: string, without: "transposed" | "transposedOrder" | "outputVertices") => () =>
    stagedProgram(MODELS[name](0), adjacenciesOf(name, SIZES["three blocks"]), { without: [without] });
  const refused = (make: () => unknown, message: RegExp) =>
    assert.throws(make, (error: Error) => error instanceof UsageError && message.test(error.message));
  refused(
    program("gat", "transposedOrder"),
    /backward pass of layer 3.*give the adjacency an index operand transposedOrder/s,
  );
  refused(program("gat", "transposed"), /without its transpose.*`transposed` and `transposedOrder`/s);
  for (const name of ["graphSage", "residualGcn"]) {
    refused(program(name, "outputVertices"), /layer 1.*12 x 16.*an index operand outputVertices/s);
  }
  refused(program("gin", "transposed"), /neither a transposed adjacency nor paths/);
});

Deno.test("parameters of the parts of a layer have labels of their own", () => {
  const labels = (name: string) =>
    stagedProgram(MODELS[name](0), adjacenciesOf(name, SIZES["three blocks"])).program.parameters
      .map(({ tensor: { label } }) => label).filter((label) => label.startsWith("layer 1"));
  assert.deepEqual(labels("gin"), [
    ...["layer 1 first weight", "layer 1 first bias", "layer 1 second weight", "layer 1 second bias"],
  ]);
  assert.deepEqual(labels("gat"), ["layer 1 weight", "layer 1 attention vectors", "layer 1 bias"]);
  assert.deepEqual(labels("graphSage"), ["layer 1 weight", "layer 1 bias", "layer 1 self weight"]);
});

Deno.test("models and layers out of range are refused before a program is made", () => {
  const refused: readonly (readonly [() => unknown, RegExp])[] = [
    [() => gin({ ...shape, layers: 0 }), /make a GIN.*0 layers/s],
    [() => gat({ classes: 3, heads: 2, headWidth: 0 }), /2 heads of 0 columns/],
    [() => gat({ classes: 3, heads: 1.5, headWidth: 2 }), /1.5 heads/],
    [() => graphSage({ ...shape, dropout: 1 }), /dropout rate of 1/],
    [() => residualGcn({ ...shape, layers: 2.5 }), /2.5 layers/],
    [() => graphAttention({ label: "layer 1", heads: 1, headWidth: 1, scoreSlope: -1 }), /slope of -1/],
    [() => graphIsomorphism({ label: "layer 1", hidden: 2, width: 2, dropout: 2 }), /dropout rate of 2/],
  ];
  for (const [make, message] of refused) assert.throws(make, { name: "UsageError", message });
});
