import assert from "node:assert/strict";
import { UsageError } from "../../../platform/errors.ts";
import type { Bindings } from "../../../training/program/bindings.ts";
import { checkBindings } from "../../../training/program/bindings_check.ts";
import { ProgramBuilder } from "../../../training/program/program_builder.ts";
import type { IndexOperand } from "../../../training/program/tensor.ts";
import { boundGcn } from "../plain_program.ts";

const gcn = boundGcn({ vertices: 12, features: 4, hidden: 3, classes: 2 });

function refused(bindings: Partial<Bindings>, message: RegExp): void {
  assert.throws(
    () => checkBindings(gcn.program, { ...gcn.bindings, ...bindings }),
    (error: Error) => error instanceof UsageError && message.test(error.message),
  );
}

Deno.test("bindings that fit are taken", () => checkBindings(gcn.program, gcn.bindings));

Deno.test("missing and misshapen operands are refused by name", () => {
  refused({ inputs: new Map() }, /"features": found nothing, wanted 12 x 4/);
  refused({ inputs: new Map([[gcn.features, new Float32Array(47)]]) }, /"features": found 47/);
  refused({ sparse: new Map() }, /"adjacency": found nothing/);
  const { values: _, ...plain } = gcn.bindings.sparse.get(gcn.adjacency)!;
  const sparse = new Map(gcn.bindings.sparse).set(gcn.adjacency, plain);
  refused({ sparse }, /"adjacency": found 12 x 12 with \d+ entries without values, wanted .* and values/);
  refused({ indices: new Map([[gcn.labels, new Uint32Array(11)]]) }, /"labels": found 11/);
});

Deno.test("labels past the classes are refused", () => {
  refused(
    { indices: new Map([[gcn.labels, new Uint32Array(12).fill(2)]]) },
    /the index 2, wanted indices below 2/,
  );
});

Deno.test("segments that do not divide the rows are refused", () => {
  const builder = new ProgramBuilder({ seed: 1 });
  const x = builder.tensor("input", "x", { rows: 5, cols: 2 }), offsets = builder.index("offsets", 3);
  const steps = builder.steps("evaluate", { layer: "readout", pass: "forward" });
  const program = builder.buildInference(steps.emit("max", { op: "segment-max", offsets, x }));
  const bind = (...list: readonly number[]) => ({
    sparse: new Map(),
    inputs: new Map([[x, new Float32Array(10)]]),
    indices: new Map([[offsets, Uint32Array.from(list)]]),
  });
  checkBindings(program, bind(0, 0, 5));
  assert.throws(() => checkBindings(program, bind(0, 6, 5)), UsageError);
  assert.throws(() => checkBindings(program, bind(0, 2, 4)), /last offset of 4/);
});

Deno.test("rows past the end, and rows that would be written twice, are refused", () => {
  const builder = new ProgramBuilder({ seed: 1 });
  const x = builder.tensor("input", "x", { rows: 5, cols: 2 });
  const picked = builder.index("picked", 3), placed = builder.index("placed", 3);
  const both = (["train", "evaluate"] as const).map((sequence) => {
    const steps = builder.steps(sequence, { layer: "rows", pass: "forward" });
    const some = steps.emit("some", { op: "gather-rows", index: picked, x });
    return steps.emit("all", { op: "scatter-rows", index: placed, rows: 5, x: some });
  });
  const program = builder.build({ loss: both[0], scores: both[1] });
  const bind = (first: readonly number[], second: readonly number[]) => ({
    sparse: new Map(),
    inputs: new Map([[x, new Float32Array(10)]]),
    indices: new Map<IndexOperand, Uint32Array>([
      [picked, Uint32Array.from(first)],
      [placed, Uint32Array.from(second)],
    ]),
  });
  checkBindings(program, bind([4, 4, 0], [0, 4, 1]));
  assert.throws(() => checkBindings(program, bind([5, 0, 0], [0, 1, 2])), /"picked": found the index 5/);
  assert.throws(() => checkBindings(program, bind([0, 0, 0], [0, 1, 5])), /"placed": found the index 5/);
  assert.throws(() => checkBindings(program, bind([0, 0, 0], [0, 1, 1])), /"placed": found an index twice/);
});

Deno.test("orders of entries that lead past the end are refused", () => {
  const builder = new ProgramBuilder({ seed: 1 });
  const shape = { rows: 2, cols: 2, nnz: 2, weighted: false };
  const [matrix, transposed] = ["adjacency", "transposed"].map((label) => builder.sparse(label, shape));
  const x = builder.tensor("input", "x", { rows: 2, cols: 4 });
  const [weighing, summing] = ["weighing", "summing"].map((label) => builder.index(label, 2));
  const entries = builder.tensor("input", "entries", { rows: 2, cols: 2 });
  const both = (["train", "evaluate"] as const).map((sequence) => {
    const steps = builder.steps(sequence, { layer: "attention", pass: "forward" });
    steps.emit("sums", { op: "entry-sums", matrix, transposed, order: summing, heads: 2, entries });
    return steps.emit("weighed", {
      op: "head-spmm",
      matrix,
      heads: 2,
      attention: entries,
      order: weighing,
      x,
    });
  });
  const program = builder.build({ loss: both[0], scores: both[1] });
  const swap = { rows: 2, cols: 2, rowPtr: Uint32Array.of(0, 1, 2), colIdx: Uint32Array.of(1, 0) };
  const bind = (first: readonly number[], second: readonly number[]): Bindings => ({
    sparse: new Map([[matrix, swap], [transposed, swap]]),
    inputs: new Map([[x, new Float32Array(8)], [entries, new Float32Array(4)]]),
    indices: new Map([[weighing, Uint32Array.from(first)], [summing, Uint32Array.from(second)]]),
  });
  checkBindings(program, bind([1, 0], [1, 0]));
  assert.throws(() => checkBindings(program, bind([2, 0], [1, 0])), /"weighing": found the index 2/);
  assert.throws(() => checkBindings(program, bind([1, 0], [0, 4])), /"summing": found the index 4/);
});
