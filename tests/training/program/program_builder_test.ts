/**
 * Tests of the errors of a program builder, and of the cost of a program from shapes alone.
 *
 * @module
 */
import assert from "node:assert/strict";
import { dropout } from "../../../training/layers/dropout.ts";
import { linear } from "../../../training/layers/linear.ts";
import { gcn } from "../../../training/models/gcn.ts";
import { lightGcn } from "../../../training/models/lightgcn.ts";
import { sgc } from "../../../training/models/sgc.ts";
import type { StepOperation } from "../../../training/operations/step_operation.ts";
import { inputsOf, outputsOf, type UnwrittenOperation } from "../../../training/operations/step_rules.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import { classifierProgram } from "../../../training/program/classifier_program.ts";
import type { Step } from "../../../training/program/program.ts";
import { ProgramBuilder } from "../../../training/program/program_builder.ts";
import { vertexClassification } from "../../../training/vertex_classification.ts";

const optimizer = adam();

Deno.test("a program at Papers100M's published sizes is built without its arrays", () => {
  const shape = {
    graph: { vertices: 111_059_956, entries: 1_726_745_828, symmetric: false },
    features: { kind: "dense", width: 128 },
    classes: 172,
  } as const;
  const build = () => {
    const layers = gcn({ classes: 172, hidden: 256, layers: 3, dropout: 0.5, bias: true });
    return vertexClassification(shape, { layers, optimizer, seed: 1 }).program;
  };
  const { scores, tensors } = build();
  assert.deepEqual([scores.rows, scores.cols], [111_059_956, 172]);
  assert.ok(tensors.some(({ rows, cols }) => rows * cols > 2 ** 32), "a tensor that no array could hold");
});

Deno.test("every step reads only what was there before, and every result is written once", () => {
  const models = {
    gcn: gcn({ classes: 3, hidden: 8, layers: 4, dropout: 0.2, bias: true }),
    sgc: sgc({ classes: 3 }),
    lightgcn: lightGcn({ classes: 3 }),
  };
  for (const layers of Object.values(models)) {
    for (const kind of ["dense", "sparse"] as const) {
      const features = kind === "dense" ? { kind, width: 6 } : { kind, width: 6, entries: 20 };
      const { program } = vertexClassification(
        { graph: { vertices: 10, entries: 30, symmetric: false }, features, classes: 3 },
        { layers, optimizer, seed: 1 },
      );
      const ids = (list: readonly { id: number }[]) => list.map(({ id }) => id);
      for (const list of [program.tensors, program.sparse, program.indices]) {
        assert.deepEqual(ids(list), [...list.keys()]);
      }
      for (const steps of [program.train, program.evaluate]) assertOrdered(steps);
      assert.equal(program.parameters.length, program.train.filter(({ op }) => op === "adam").length);
      assert.ok(program.evaluate.every(({ pass }) => pass === "forward"));
      assert.deepEqual([program.loss.rows, program.loss.cols], [1, 1]);
    }
  }
});

function assertOrdered(steps: readonly Step[]): void {
  const written = new Set();
  for (const step of steps) {
    for (const tensor of inputsOf(step)) {
      const kept = ["input", "parameter", "moment"].includes(tensor.kind);
      assert.ok(kept || written.has(tensor), `${step.layer} ${step.op} reads ${tensor.label} too early`);
    }
    if (step.op === "adam") continue;
    for (const tensor of outputsOf(step)) {
      assert.ok(!written.has(tensor) && !inputsOf(step).includes(tensor), `${tensor.label} is written twice`);
      written.add(tensor);
    }
  }
}

/** Builder with operands that do not all match. */
function operands() {
  const builder = new ProgramBuilder({ seed: 1 });
  const input = (rows: number, cols: number) => builder.tensor("input", "input", { rows, cols });
  return {
    builder,
    input,
    matrix: builder.sparse("adjacency", { rows: 4, cols: 5, nnz: 7, weighted: true }),
    tall: builder.sparse("adjacency transposed", { rows: 5, cols: 4, nnz: 7, weighted: true }),
    index: builder.index("list", 3),
    steps: builder.steps("train", { layer: "layer 9", pass: "forward" }),
  };
}

type Operands = ReturnType<typeof operands>;

const MISFITS: Readonly<Record<string, (o: Operands) => UnwrittenOperation>> = {
  "an SpMM with too few rows": ({ input, matrix }) => ({ op: "spmm", matrix, x: input(4, 2) }),
  "an SpMM with too few values": ({ input, matrix }) => ({
    op: "spmm",
    matrix,
    x: input(5, 2),
    values: input(1, 6),
  }),
  "a GEMM nn": ({ input }) => ({ op: "gemm", form: "nn", a: input(4, 3), b: input(4, 3) }),
  "a GEMM nt": ({ input }) => ({ op: "gemm", form: "nt", a: input(4, 3), b: input(3, 4) }),
  "a GEMM tn": ({ input }) => ({ op: "gemm", form: "tn", a: input(4, 3), b: input(3, 4) }),
  "a GEMM with a wide bias": ({ input }) => ({
    op: "gemm",
    form: "nn",
    a: input(4, 3),
    b: input(3, 2),
    epilogue: { negativeSlope: 1, bias: input(1, 3) },
  }),
  "an activation with a narrow bias": ({ input }) => ({
    op: "activation",
    x: input(4, 3),
    epilogue: { negativeSlope: 1, bias: input(1, 2) },
  }),
  "an activation's gradient": ({ input }) => ({
    op: "activation-gradient",
    y: input(4, 3),
    gradient: input(3, 4),
    epilogue: { negativeSlope: 0 },
  }),
  "a sum": ({ input }) => ({ op: "add", alpha: 1, x: input(4, 3), beta: 1, y: input(4, 2) }),
  "entries in several rows": ({ input, index }) => ({ op: "gather-entries", x: input(2, 3), index }),
  "a gate with scores in a row": ({ input }) => ({ op: "tanh-gate", x: input(4, 3), scores: input(1, 4) }),
  "a gate's gradient of another shape": ({ input }) => ({
    op: "tanh-gate-gradient",
    x: input(4, 3),
    scores: input(4, 1),
    gradient: input(3, 4),
  }),
  "a gradient for too many segments": ({ input, index }) => ({
    op: "segment-max-gradient",
    offsets: index,
    x: input(4, 3),
    gradient: input(3, 3),
  }),
  "a block-diagonal matrix of one vector": ({ input }) => ({
    op: "block-diagonal",
    heads: 2,
    x: input(1, 4),
  }),
  "a block-diagonal matrix of uneven heads": ({ input }) => ({
    op: "block-diagonal",
    heads: 2,
    x: input(2, 5),
  }),
  "a block-diagonal matrix's gradient": ({ input }) => ({
    op: "block-diagonal-gradient",
    heads: 2,
    gradient: input(4, 2),
  }),
  "attention with scores of rows alone": ({ input, matrix }) => ({
    op: "edge-softmax",
    matrix,
    heads: 2,
    negativeSlope: 0.2,
    scores: input(4, 4),
  }),
  "attention with a score a head": ({ input, matrix }) => ({
    op: "edge-softmax",
    matrix,
    heads: 2,
    negativeSlope: 0.2,
    scores: input(5, 2),
  }),
  "attention over more rows than columns": ({ input, tall }) => ({
    op: "edge-softmax",
    matrix: tall,
    heads: 1,
    negativeSlope: 0.2,
    scores: input(4, 2),
  }),
  "the gradient of attention to too few entries": ({ input, matrix }) => ({
    op: "edge-softmax-gradient",
    matrix,
    heads: 2,
    negativeSlope: 0.2,
    scores: input(5, 4),
    attention: input(6, 2),
    gradient: input(7, 2),
  }),
  "a sum with weights of too few heads": ({ input, matrix }) => ({
    op: "head-spmm",
    matrix,
    heads: 2,
    attention: input(7, 1),
    x: input(5, 4),
  }),
  "a sum with weights in too short an order": ({ input, matrix, index }) => ({
    op: "head-spmm",
    matrix,
    heads: 2,
    attention: input(7, 2),
    order: index,
    x: input(5, 4),
  }),
  "a sum over uneven heads": ({ input, matrix }) => ({
    op: "head-spmm",
    matrix,
    heads: 2,
    attention: input(7, 2),
    x: input(5, 3),
  }),
  "products of rows of two widths": ({ input, matrix }) => ({
    op: "head-sddmm",
    matrix,
    heads: 2,
    a: input(4, 4),
    b: input(5, 2),
  }),
  "sums of entries over a transpose that is none": ({ builder, input, matrix }) => ({
    op: "entry-sums",
    matrix,
    transposed: matrix,
    order: builder.index("order", 7),
    heads: 2,
    entries: input(7, 2),
  }),
  "sums of too few entries": ({ builder, input, matrix, tall }) => ({
    op: "entry-sums",
    matrix,
    transposed: tall,
    order: builder.index("order", 7),
    heads: 2,
    entries: input(6, 2),
  }),
  "a loss with too few labels": ({ input, index }) => ({
    op: "cross-entropy",
    logits: input(4, 3),
    truth: { labels: index },
    weights: input(1, 4),
  }),
  "a loss with weights in a column": ({ input, index }) => ({
    op: "cross-entropy",
    logits: input(3, 3),
    truth: { labels: index },
    weights: input(3, 1),
  }),
  "a loss with narrow targets": ({ input }) => ({
    op: "cross-entropy-gradient",
    logits: input(4, 3),
    truth: { targets: input(4, 2) },
    weights: input(1, 4),
  }),
};

for (const [what, make] of Object.entries(MISFITS)) {
  Deno.test(`${what} is refused with layer, operation and shapes`, () => {
    const given = operands();
    const operation = make(given);
    assert.throws(() => given.steps.emit("output", operation), {
      name: "UsageError",
      message: new RegExp(`emit ${operation.op} in layer 9 .*\\d x \\d.*wanted.*\\d`),
    });
  });
}

Deno.test("results of a wrong shape, in-place results and updates of another shape are refused", () => {
  const { builder, input, index, steps } = operands();
  const x = input(3, 2), y = builder.tensor("activation", "y", { rows: 2, cols: 2 });
  const refused: readonly (readonly [StepOperation, RegExp])[] = [
    [{ op: "add", alpha: 1, x, beta: 1, y: x, out: y }, /y 2 x 2, wanted 3 x 2/],
    [{ op: "add", alpha: 1, x, beta: 1, y: x, out: x }, /of kind input/],
    [{ op: "scatter-rows", index, rows: 2, x, out: y }, /result 2 x 2.*at least 3 rows/],
    [{ op: "scatter-rows", index, rows: 2, x: input(2, 2), out: y }, /3 rows/],
  ];
  for (const [operation, message] of refused) {
    assert.throws(() => steps.write(operation), { name: "UsageError", message });
  }
  const parameter = steps.parameter("weight", { rows: 3, cols: 2, initialisation: "zeros" });
  const moment = builder.tensor("moment", "moment", { rows: 2, cols: 3 });
  assert.throws(
    () =>
      steps.write({
        op: "adam",
        parameter,
        gradient: x,
        firstMoment: moment,
        secondMoment: moment,
        constants: { learningRate: 1, beta1: 0, beta2: 0, epsilon: 1, weightDecay: 0 },
      }),
    { name: "UsageError", message: /moment 2 x 3.*weight 3 x 2/ },
  );
});

Deno.test("a step that reads what its sequence has not written is refused", () => {
  const { builder, input, steps } = operands();
  const floating = builder.tensor("activation", "floating", { rows: 2, cols: 2 });
  assert.throws(
    () => steps.emit("sum", { op: "column-sum", x: floating }),
    /floating 2 x 2, which no step has written/,
  );
  const written = steps.emit("sum", { op: "column-sum", x: input(3, 2) });
  const evaluation = builder.steps("evaluate", { layer: "layer 9", pass: "forward" });
  assert.throws(() => evaluation.emit("sum", { op: "column-sum", x: written }), /written by train/);
  assert.throws(() => steps.write({ op: "column-sum", x: input(3, 2), out: written }), /written before/);
});

Deno.test("a program for inference has an empty train, and its scores from evaluate", () => {
  const { builder, input, steps } = operands();
  const scores = builder.steps("evaluate", { layer: "sum", pass: "forward" })
    .emit("scores", { op: "column-sum", x: input(3, 2) });
  assert.throws(() => builder.buildInference(input(1, 2)), /scores that evaluate writes/);
  const program = builder.buildInference(scores);
  assert.deepEqual([program.train.length, program.evaluate.length, program.scores], [0, 1, scores]);
  steps.emit("sum", { op: "column-sum", x: input(3, 2) });
  assert.throws(() => builder.buildInference(scores), /1 steps that train/);
});

Deno.test("operands of another program and sizes that are none are refused", () => {
  const { builder, steps } = operands();
  const stranger = operands();
  assert.throws(() => steps.emit("sum", { op: "column-sum", x: stranger.input(3, 2) }), /another program/);
  assert.throws(() => builder.tensor("input", "x", { rows: -1, cols: 2 }), /make "x": found -1 rows/);
  assert.throws(() => builder.tensor("input", "x", { rows: 1, cols: NaN }), /NaN cols/);
  assert.throws(() => builder.index("list", 1.5), /1.5 length/);
  assert.throws(
    () => builder.sparse("a", { rows: 1, cols: 1, nnz: Infinity, weighted: false }),
    /Infinity entries/,
  );
});

Deno.test("a parameter has one shape and one gradient of that shape", () => {
  const { builder, input, steps } = operands();
  const weight = steps.parameter("weight", { rows: 3, cols: 2, initialisation: "glorot" });
  const evaluation = builder.steps("evaluate", { layer: "layer 9", pass: "forward" });
  assert.equal(evaluation.parameter("weight", { rows: 3, cols: 2, initialisation: "glorot" }), weight);
  assert.throws(
    () => evaluation.parameter("weight", { rows: 2, cols: 2, initialisation: "glorot" }),
    /share the parameter "layer 9 weight".*2 x 2.*3 x 2/,
  );
  assert.throws(() => steps.learn(weight, input(2, 3)), /learn layer 9 weight 3 x 2/);
  assert.throws(() => steps.learn(input(3, 2), weight), /no such parameter/);
  assert.throws(() => builder.learned(), /no gradient/);
});

Deno.test("layers that do not make a classifier are refused with a way out", () => {
  const shape = {
    graph: { vertices: 5, entries: 9 },
    features: { kind: "sparse", width: 4, entries: 6 },
    classes: 3,
  } as const;
  const build = (layers: Parameters<typeof vertexClassification>[1]["layers"]) =>
    vertexClassification(shape, { layers, optimizer, seed: 1 });
  assert.throws(() => build([linear({ label: "layer 1", width: 4 })]), /end with 4 columns, wanted 3/);
  assert.throws(() => build([]), /without a parameter/);
  assert.throws(() => build([dropout({ label: "input", rate: 0.5 })]), /without a parameter/);
  assert.throws(
    () => build([linear({ label: "layer 1", width: 3 }), linear({ label: "layer 1", width: 3 })]),
    /two layers "layer 1"/,
  );
  assert.throws(
    () => build(sgc({ classes: 3, order: "aggregate-first" })),
    /aggregate-first on sparse features/,
  );
  assert.throws(
    () => vertexClassification({ ...shape, classes: 0 }, { layers: sgc({ classes: 0 }), optimizer, seed: 1 }),
    /0 classes/,
  );
});

Deno.test("an adjacency that does not fit the features is refused where it is used", () => {
  const { builder, input, matrix, index } = operands();
  assert.throws(
    () =>
      classifierProgram(builder, {
        stages: gcn({ classes: 3, hidden: 4 }).map((layer) => ({
          layer,
          adjacency: { matrix, transposed: matrix },
        })),
        features: input(6, 3),
        truth: { labels: index },
        weights: input(1, 3),
        optimizer,
      }),
    {
      name: "UsageError",
      message: /emit spmm in layer 1 \(train, forward\).*6 x 3.*5 rows.*adjacency 4 x 5/,
    },
  );
});
