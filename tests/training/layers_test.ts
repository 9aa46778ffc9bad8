/**
 * Tests of the steps that layers emit, and of equal numbers from equivalent layers.
 *
 * @module
 */
import assert from "node:assert/strict";
import type { CsrMatrix } from "../../graph/csr.ts";
import { transpose } from "../../graph/transpose.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import { OracleExecutor } from "../../training/executors/oracle_executor.ts";
import { dropout } from "../../training/layers/dropout.ts";
import { graphConvolution, type ProductOrder } from "../../training/layers/graph_convolution.ts";
import type { Layer } from "../../training/layers/layer.ts";
import { linear } from "../../training/layers/linear.ts";
import { gcn } from "../../training/models/gcn.ts";
import { lightGcn } from "../../training/models/lightgcn.ts";
import { sgc } from "../../training/models/sgc.ts";
import { adam } from "../../training/optimizers/adam.ts";
import type { Program, Step } from "../../training/program/program.ts";
import { vertexClassification } from "../../training/vertex_classification.ts";
import type { VertexData } from "../../training/vertex_data.ts";
import { graphOf } from "../graph/graph_fixture.ts";
import { adamSteps, assertGradients, gradientsOf, randomParameters } from "./gradient_check.ts";
import { stagedProgram } from "./staged_program.ts";
import { oracleTask, plantedData, withDenseFeatures } from "./vertex_task_fixture.ts";

/** Computes loss, gradients and scores from the same random parameters. */
async function numbersOf(data: VertexData, layers: readonly Layer[]): Promise<readonly Float64Array[]> {
  const { task: { program }, executor } = oracleTask(data, layers);
  const parameters = randomParameters(program);
  const { loss, gradients } = await gradientsOf(executor, program, parameters);
  for (const [tensor, numbers] of parameters) executor.write(tensor, numbers);
  executor.evaluate();
  const scores = Float64Array.from(await executor.read(program.scores));
  assert.ok(
    Math.abs(loss) > 1e-3 && scores.some((score) => Math.abs(score) > 1e-3),
    "numbers that prove nothing",
  );
  return [Float64Array.of(loss), ...gradients.values(), scores];
}

function assertClose(one: readonly Float64Array[], other: readonly Float64Array[], tolerance: number): void {
  assert.equal(one.length, other.length);
  one.forEach((numbers, which) => {
    assert.equal(numbers.length, other[which].length);
    const largest = Math.max(...numbers.map(Math.abs));
    numbers.forEach((number, i) => {
      const apart = Math.abs(number - other[which][i]);
      assert.ok(
        apart <= tolerance * largest,
        `numbers ${which}, entry ${i}: ${number} and ${other[which][i]}`,
      );
    });
  });
}

const MODELS: Readonly<Record<string, (order?: ProductOrder) => readonly Layer[]>> = {
  // Both orders draw the same masks: dropout streams are counted from layer to layer.
  gcn: (order) =>
    gcn({ classes: 3, hidden: 6, layers: 3, dropout: 0.5, bias: true, ...(order ? { order } : {}) }),
  sgc: (order) => sgc({ classes: 3, hops: 3, ...(order ? { order } : {}) }),
  lightgcn: (order) => lightGcn({ classes: 3, hops: 3, ...(order ? { order } : {}) }),
};

for (const [name, model] of Object.entries(MODELS)) {
  Deno.test(`${name}: both orders of the products give the same numbers to 1e-10`, async () => {
    const data = plantedData({ directed: true });
    assertClose(
      await numbersOf(data, model("aggregate-first")),
      await numbersOf(data, model("transform-first")),
      1e-10,
    );
  });
}

type Matrix = readonly (readonly number[])[];

const rowsOf = (numbers: ArrayLike<number>, cols: number): Matrix =>
  Array.from(
    { length: numbers.length / cols },
    (_, r) => Array.from({ length: cols }, (_, c) => numbers[r * cols + c]),
  );
const times = (a: Matrix, b: Matrix): Matrix =>
  a.map((row) => b[0].map((_, c) => sumOf(row, (left, k) => left * b[k][c])));
const plus = (a: Matrix, b: Matrix): Matrix =>
  a.map((row, r) => row.map((x, c) => x + b[b.length === 1 ? 0 : r][c]));
const rectified = (a: Matrix): Matrix => a.map((row) => row.map((x) => Math.max(0, x)));
const scaled = (a: Matrix, factor: number): Matrix => a.map((row) => row.map((x) => x * factor));

const FORMULAS: Readonly<
  Record<string, readonly [readonly Layer[], (a: Matrix, x: Matrix, parameters: readonly Matrix[]) => Matrix]>
> = {
  "A relu(A X W1 + b1) W2 + b2 (gcn)": [
    gcn({ classes: 3, hidden: 6, bias: true }),
    (a, x, [w1, b1, w2, b2]) => plus(times(times(a, rectified(plus(times(times(a, x), w1), b1))), w2), b2),
  ],
  "A^3 X W + b (sgc)": [
    sgc({ classes: 3, hops: 3 }),
    (a, x, [w, b]) => plus(times(times(a, times(a, times(a, x))), w), b),
  ],
  "(X + A X + A^2 X) / 3 W + b (lightgcn)": [
    lightGcn({ classes: 3, hops: 2 }),
    (a, x, [w, b]) => plus(times(scaled(plus(x, plus(times(a, x), times(a, times(a, x)))), 1 / 3), w), b),
  ],
};

for (const [formula, [layers, compute]] of Object.entries(FORMULAS)) {
  Deno.test(`scores are ${formula}, multiplied out`, async () => {
    const data = plantedData({ directed: true });
    const { task: { program }, executor } = oracleTask(data, layers);
    const parameters = randomParameters(program);
    for (const [tensor, numbers] of parameters) executor.write(tensor, numbers);
    executor.evaluate();
    const { rows, cols, rowPtr, colIdx, values } = data.adjacency;
    const adjacency = new Float64Array(rows * cols);
    for (let r = 0; r < rows; r++) {
      for (let e = rowPtr[r]; e < rowPtr[r + 1]; e++) adjacency[r * cols + colIdx[e]] = values![e];
    }
    assert.ok(data.features.kind === "dense");
    const wanted = compute(
      rowsOf(adjacency, cols),
      rowsOf(data.features.values, data.features.width),
      [...parameters].map(([tensor, numbers]) => rowsOf(numbers, tensor.cols)),
    );
    assertClose(
      [Float64Array.from(wanted.flat())],
      [Float64Array.from(await executor.read(program.scores))],
      1e-12,
    );
  });
}

const WITHOUT_DROPOUT: Readonly<Record<string, readonly Layer[]>> = {
  gcn: gcn({ classes: 3, hidden: 6, bias: true }),
  sgc: sgc({ classes: 3 }),
  lightgcn: lightGcn({ classes: 3 }),
  "linear layers": [
    linear({ label: "layer 1", width: 4, bias: true }),
    linear({ label: "layer 2", width: 3 }),
  ],
};

for (const [name, layers] of Object.entries(WITHOUT_DROPOUT)) {
  Deno.test(`${name}: sparse features give the numbers of the same features written out`, async () => {
    const data = plantedData({ sparse: true, directed: true, width: 9 });
    assertClose(await numbersOf(data, layers), await numbersOf(withDenseFeatures(data), layers), 1e-10);
  });
}

Deno.test("dropout of sparse features leaves a dropped entry out in the forward and in the backward pass", async () => {
  const data = plantedData({ sparse: true, width: 9 });
  const { task: { program, features }, executor } = oracleTask(data, [
    dropout({ label: "input", rate: 0.5 }),
    linear({ label: "layer 1", width: 3 }),
  ]);
  executor.train(1);
  const gathered = program.train.filter((step) => step.op === "gather-entries");
  assert.equal(gathered.length, 2);
  const [kept, moved] = await Promise.all(gathered.map(({ out }) => executor.read(out)));
  assert.ok(kept.includes(0) && kept.some((value) => value > 0), "a mask that keeps some and drops some");
  assert.ok("madeEntries" in features);
  const words = data.features.kind === "sparse" ? data.features.matrix : undefined;
  const dropped: CsrMatrix = { ...words!, values: Float32Array.from(kept) };
  assert.deepEqual(Float32Array.from(moved), transpose(dropped).values);
});

Deno.test("evaluation drops nothing: its scores do not depend on the dropout rate", async () => {
  const data = plantedData();
  const scores = await Promise.all([0, 0.5].map(async (rate) => {
    const { task: { program }, executor } = oracleTask(data, gcn({ classes: 3, hidden: 6, dropout: rate }));
    for (const [tensor, numbers] of randomParameters(program)) executor.write(tensor, numbers);
    executor.evaluate();
    return await executor.read(program.scores);
  }));
  assert.deepEqual(scores[0], scores[1]);
});

Deno.test("dropout masks change from step to step and from seed to seed, and repeat", async () => {
  const data = plantedData();
  const lossOf = async (step: number, seed: number) => {
    const { task: { program }, executor } = oracleTask(
      data,
      gcn({ classes: 3, hidden: 6, dropout: 0.5 }),
      seed,
    );
    for (const [tensor, numbers] of randomParameters(program)) executor.write(tensor, numbers);
    executor.train(step);
    return (await executor.read(program.loss))[0];
  };
  assert.equal(await lossOf(1, 7), await lossOf(1, 7));
  assert.notEqual(await lossOf(1, 7), await lossOf(2, 7));
  assert.notEqual(await lossOf(1, 7), await lossOf(1, 8));
});

const opsOf = (steps: readonly Step[], layer: string, pass: Step["pass"]) =>
  steps.filter((step) => step.layer === layer && step.pass === pass).map(({ op }) => op);

function programOf(layers: readonly Layer[], width: number): Program {
  const shape = {
    graph: { vertices: 10, entries: 40 },
    features: { kind: "dense", width },
    classes: 3,
  } as const;
  return vertexClassification(shape, { layers, optimizer: adam(), seed: 1 }).program;
}

Deno.test("the first layer computes no gradient of its input, also under a dropout", () => {
  const { train } = programOf(gcn({ classes: 3, hidden: 8, dropout: 0.5, order: "aggregate-first" }), 8);
  assert.deepEqual(opsOf(train, "input", "backward"), []);
  assert.deepEqual(opsOf(train, "layer 1", "backward"), ["activation-gradient", "gemm"]);
  assert.deepEqual(opsOf(train, "layer 2", "backward"), ["gemm", "gemm", "spmm"]);
});

Deno.test("bias, ReLU and dropout are part of the GEMM where it comes last, else one step after the SpMM", () => {
  const model = (order: ProductOrder) => gcn({ classes: 3, hidden: 8, dropout: 0.5, bias: true, order });
  const fused = programOf(model("aggregate-first"), 8).train;
  assert.deepEqual(opsOf(fused, "layer 1", "forward"), ["spmm", "gemm"]);
  const gemm = fused.find((step) => step.op === "gemm");
  assert.ok(gemm?.epilogue?.bias && gemm.epilogue.dropout && gemm.epilogue.negativeSlope === 0);
  const apart = programOf(model("transform-first"), 8).train;
  assert.deepEqual(opsOf(apart, "layer 1", "forward"), ["gemm", "spmm", "activation"]);
});

Deno.test("a layer that says no order aggregates the fewer columns of a training step", () => {
  const orderOf = (inputWidth: number, hidden: number, layer: string) => {
    const { train } = programOf(gcn({ classes: 3, hidden, layers: 3 }), inputWidth);
    return opsOf(train, layer, "forward")[0] === "spmm" ? "aggregate-first" : "transform-first";
  };
  // The first layer aggregates its input once, or its output forward and backward.
  assert.equal(orderOf(16, 8, "layer 1"), "aggregate-first");
  assert.equal(orderOf(17, 8, "layer 1"), "transform-first");
  assert.equal(orderOf(4, 8, "layer 1"), "aggregate-first");
  // Other layers aggregate forward and backward in either order.
  assert.equal(orderOf(4, 8, "layer 2"), "aggregate-first");
  assert.equal(orderOf(4, 8, "layer 3"), "transform-first");
  assert.equal(orderOf(4, 2, "layer 3"), "aggregate-first");
});

Deno.test("both sequences of a program multiply in the same order", () => {
  for (const width of [4, 12, 40]) {
    const { train, evaluate } = programOf(gcn({ classes: 3, hidden: 8, layers: 3 }), width);
    const forward = train.filter(({ pass, layer }) => pass === "forward" && layer !== "loss");
    assert.deepEqual(
      evaluate.map(({ op, layer }) => `${op} ${layer}`),
      forward.map(({ op, layer }) => `${op} ${layer}`),
    );
  }
});

Deno.test("weight decay reaches the first layer of a GCN only, unless told", () => {
  const decays = (options: { decays?: "all" }) => {
    const task = vertexClassification(
      { graph: { vertices: 5, entries: 9 }, features: { kind: "dense", width: 4 }, classes: 3 },
      {
        layers: gcn({ classes: 3, hidden: 2, bias: true, ...options }),
        optimizer: adam({ weightDecay: 0.25 }),
        seed: 1,
      },
    );
    return adamSteps(task.program).map(({ parameter, constants }) =>
      `${parameter.label} ${constants.weightDecay}`
    );
  };
  assert.deepEqual(decays({}), [
    "layer 1 weight 0.25",
    "layer 1 bias 0.25",
    "layer 2 weight 0",
    "layer 2 bias 0",
  ]);
  assert.ok(decays({ decays: "all" }).every((text) => text.endsWith(" 0.25")));
});

Deno.test("options out of range are refused before a program is made", () => {
  const refused: readonly (readonly [() => unknown, RegExp])[] = [
    [() => dropout({ label: "input", rate: 1 }), /dropout rate of 1/],
    [() => linear({ label: "layer 1", width: 2, dropout: -0.1 }), /make layer 1.*dropout rate of -0.1/],
    [() => linear({ label: "layer 1", width: 2, dropout: NaN }), /dropout rate of NaN/],
    [() => linear({ label: "layer 1", width: 2, negativeSlope: -1 }), /negative slope of -1/],
    [() => sgc({ classes: 2, hops: 0 }), /0 hops/],
    [() => gcn({ classes: 2, hidden: 2, layers: 0 }), /0 layers/],
    [() => adam({ learningRate: 0 }), /learning rate of 0/],
    [() => adam({ beta2: 1 }), /beta2 of 1/],
    [() => adam({ learningRate: Infinity }), /learning rate of Infinity/],
    [() => adam({ beta1: 1 }), /beta1 of 1/],
    [() => adam({ beta1: -0.1 }), /beta1 of -0.1/],
    [() => adam({ beta2: -0.1 }), /beta2 of -0.1/],
    [() => adam({ epsilon: 0 }), /epsilon of 0/],
    [() => adam({ epsilon: Infinity }), /epsilon of Infinity/],
    [() => adam({ weightDecay: NaN }), /weight decay of NaN/],
    [() => adam({ weightDecay: -1e-3 }), /weight decay of -0.001/],
    [() => adam({ weightDecay: Infinity }), /weight decay of Infinity/],
  ];
  for (const [make, message] of refused) assert.throws(make, { name: "UsageError", message });
  for (const constants of [{ beta1: 0 }, { beta2: 0 }, { weightDecay: 0 }]) assert.ok(adam(constants));
});

Deno.test("backward aggregation over the columns of training vertices alone gives the same gradients", async () => {
  const pairs = Array.from({ length: 30 }, (_, i): [number, number] => [(i * 7 + 1) % 8, i % 8]);
  const graph = graphOf(8, pairs, { selfLoops: "add" });
  const matrix = { ...graph, values: Float32Array.from(graph.colIdx, (_, e) => 0.3 + (e % 5) / 4) };
  const training = [1, 6];
  const whole = transpose(matrix);
  const kept = [...whole.colIdx.keys()].filter((e) => training.includes(whole.colIdx[e]));
  const path: CsrMatrix = {
    ...whole,
    rowPtr: whole.rowPtr.map((begin) => kept.filter((e) => e < begin).length),
    colIdx: Uint32Array.from(kept, (e) => whole.colIdx[e]),
    values: Float32Array.from(kept, (e) => whole.values![e]),
  };
  assert.ok(kept.length < whole.colIdx.length / 2, "a path that leaves entries out");
  const layers = gcn({ classes: 3, hidden: 6, bias: true, order: "aggregate-first" });
  const [full, partial] = await Promise.all([undefined, path].map(async (transposed) => {
    const { program, bindings } = stagedProgram(
      layers,
      [{ matrix }, { matrix, ...(transposed ? { transposed } : {}) }],
      { training, without: ["transposedOrder"] },
    );
    const executor = new OracleExecutor(program, bindings);
    return [...(await gradientsOf(executor, program, randomParameters(program))).gradients.values()];
  }));
  assert.ok(full.flatMap((numbers) => [...numbers]).some((number) => Math.abs(number) > 1e-3));
  assert.deepEqual(partial, full);
});

/** Layer that adds its input to its output, written outside the library with the contract alone. */
function residual(layer: Layer): Layer {
  return {
    label: layer.label,
    forward(steps, input) {
      const output = layer.forward(steps, input);
      const add = (name: string, x: typeof output.features, y: typeof output.features) => {
        assert.ok("rows" in x && "rows" in y);
        return steps.emit(name, { op: "add", alpha: 1, x, beta: 1, y });
      };
      return {
        features: add("sum", output.features, input.features),
        backward(steps, gradient) {
          const inner = output.backward?.(steps, gradient);
          return inner && { tensor: add("sum gradient", inner.tensor, gradient.tensor) };
        },
      };
    },
  };
}

Deno.test("a residual connection can be written around any layer", async () => {
  const { task, executor } = oracleTask(plantedData({ directed: true }), [
    linear({ label: "layer 1", width: 4 }),
    residual(graphConvolution({ label: "layer 2", width: 4, negativeSlope: 0, dropout: 0.3 })),
    residual(
      graphConvolution({
        label: "layer 3",
        width: 4,
        negativeSlope: 0.1,
        bias: true,
        order: "transform-first",
      }),
    ),
    linear({ label: "layer 4", width: 3 }),
  ]);
  await assertGradients(executor, task.program);
});

Deno.test("the gradient of a weight that is used twice is the sum", async () => {
  const twice: Layer = {
    label: "layer 2",
    forward(steps, { features }) {
      assert.ok("rows" in features);
      const b = steps.parameter("weight", { rows: 3, cols: 3, initialisation: "glorot" });
      const once = steps.emit("once", { op: "gemm", form: "nn", a: features, b });
      return {
        features: steps.emit("twice", { op: "gemm", form: "nn", a: once, b }),
        backward(steps, { tensor: gradient }) {
          steps.learn(b, steps.emit("second", { op: "gemm", form: "tn", a: once, b: gradient }));
          const inner = steps.emit("between", { op: "gemm", form: "nt", a: gradient, b });
          steps.learn(b, steps.emit("first", { op: "gemm", form: "tn", a: features, b: inner }));
          return { tensor: steps.emit("below", { op: "gemm", form: "nt", a: inner, b }) };
        },
      };
    },
  };
  const { task, executor } = oracleTask(plantedData(), [linear({ label: "layer 1", width: 3 }), twice]);
  await assertGradients(executor, task.program);
});
