import fc from "fast-check";
import assert from "node:assert/strict";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { outputsOf } from "../../../training/operations/step_rules.ts";
import { programLedger, sparseCopyBytes } from "../../../training/program/memory_ledger.ts";
import { planMemory } from "../../../training/program/memory_plan.ts";
import { ProgramBuilder } from "../../../training/program/program_builder.ts";
import { plainGcn } from "../plain_program.ts";

const SMALL = { vertices: 10, features: 8, hidden: 4, classes: 4, entries: 30 };
/** Bytes of a CSR with values: 11 offsets, 30 columns, 30 values. */
const CSR = 4 * 11 + 8 * 30;

Deno.test("resident bytes are inputs, parameters, moments, both matrices and the labels", () => {
  const ledger = programLedger(plainGcn(SMALL).program);
  assert.equal(ledger.sparseBytes, 2 * CSR);
  assert.equal(ledger.inputBytes, 4 * (10 * 8 + 10));
  const learned = 8 * 4 + 4 + 4 * 4;
  assert.equal(ledger.residentBytes, 2 * CSR + ledger.inputBytes + 4 * (3 * learned) + 4 + 4 * 10);
});

Deno.test("live bytes follow each tensor from its first write to its last read", () => {
  const { program } = plainGcn(SMALL);
  const { liveBytes, residentBytes, phases, peak } = programLedger(program);
  const extra = [...liveBytes].map((bytes) => bytes - residentBytes);
  const tall = 10 * 4 * 4;
  // Extra bytes: after projection one tensor, with the aggregation and the output two; then output beside the
  // second layer's two; losses of 10 numbers.
  assert.deepEqual(extra.slice(0, 5), [tall, 2 * tall, 2 * tall, 2 * tall, 3 * tall]);
  assert.deepEqual(extra.slice(5, 7), [2 * tall + 40, 2 * tall + 40]);
  assert.equal(peak.bytes, Math.max(...liveBytes));
  assert.equal(Math.max(...[...phases.values()].map(({ bytes }) => bytes)), peak.bytes);
  assert.equal(phases.get("loss")!.step!.layer, "loss");
  assert.equal(phases.get("update")!.step!.op, "adam");
});

Deno.test("the ledger is never above what the device allocates, which pads and cannot reuse every byte", () => {
  const size = fc.integer({ min: 1, max: 40 });
  fc.assert(
    fc.property(size, size, size, size, (vertices, features, hidden, classes) => {
      const { program } = plainGcn({ vertices, features, hidden, classes });
      const { peak, sparseBytes, evaluate } = programLedger(program);
      const { bytes } = planMemory(program, 2 ** 40);
      assert(peak.bytes - sparseBytes <= bytes && evaluate.bytes - sparseBytes <= bytes);
    }),
    { seed: 2 },
  );
});

Deno.test("formats and index sizes count as M7 says", () => {
  const operand = { id: 0, label: "a", rows: 10, cols: 20, nnz: 30, weighted: true };
  assert.equal(sparseCopyBytes(operand, { format: "csr", indexBytes: 4, entryBytes: 4 }), CSR);
  assert.equal(sparseCopyBytes(operand, { format: "csc", indexBytes: 8, entryBytes: 0 }), 8 * 51);
  assert.equal(sparseCopyBytes(operand, { format: "csc", indexBytes: 4, entryBytes: 8 }), 4 * 51 + 8 * 30);
  assert.equal(sparseCopyBytes(operand, { format: "coo", indexBytes: 8, entryBytes: 4 }), 20 * 30);
  const wide = plainGcn({ ...SMALL, entries: 2 ** 31 + 1 }).program;
  assert.equal(programLedger(wide).sparseBytes, 2 * (8 * (11 + 2 ** 31 + 1) + 4 * (2 ** 31 + 1)));
});

Deno.test("each policy adds what it says and nothing else", () => {
  const { program } = plainGcn({ ...SMALL, dropout: 0.5 });
  const own = programLedger(program);
  const kept = programLedger(program, { keepActivations: true });
  const written = program.train.flatMap(outputsOf).filter(({ kind }) => kind === "activation");
  const all = sumOf(written, ({ rows, cols }) => rows * cols * 4);
  assert(kept.peak.bytes > own.peak.bytes);
  assert(kept.liveBytes.at(-1)! >= own.residentBytes + all, "every activation is alive at the end");
  const messages = programLedger(program, { spmmWorkspace: ({ matrix, x }) => matrix.nnz * x.cols * 4 });
  assert.equal(messages.liveBytes[1] - own.liveBytes[1], 30 * 4 * 4);
  assert.equal(messages.liveBytes[0], own.liveBytes[0]);
  const separate = programLedger(program, { separateEpilogues: true });
  // ReLU's result and the mask live as long as the output of layer 1: until the slope of the backward pass.
  const slope = program.train.findIndex(({ op }) => op === "activation-gradient");
  const extra = [...separate.liveBytes].map((bytes, at) => bytes - own.liveBytes[at]);
  assert.deepEqual(
    extra.map((bytes) => bytes > 0 ? 1 : 0),
    extra.map((_, at) => at >= 2 && at <= slope ? 1 : 0),
  );
  assert.equal(extra[2], 10 * 4 * 5);
});

Deno.test("an epilogue of separate operations: its last input while it runs, ReLU's result and a byte a mask entry with its output", () => {
  // Bytes an entry while the epilogue runs, and afterwards; a product has a result that the epilogue reads,
  // while the input of an operation `activation` is in the program.
  const cases = [
    { negativeSlope: 1, rate: 0, fused: [0, 0], alone: [0, 0] },
    { negativeSlope: 0, rate: 0, fused: [4, 0], alone: [0, 0] },
    { negativeSlope: 0.5, rate: 0, fused: [4, 0], alone: [0, 0] },
    { negativeSlope: 1, rate: 0.5, fused: [4 + 1, 1], alone: [1, 1] },
    { negativeSlope: 0, rate: 0.5, fused: [4 + 1, 4 + 1], alone: [4 + 1, 4 + 1] },
  ];
  for (const { negativeSlope, rate, fused, alone } of cases) {
    for (const [kind, [passing, kept]] of [["fused", fused], ["alone", alone]] as const) {
      const builder = new ProgramBuilder({ seed: 1 });
      const x = builder.tensor("input", "x", { rows: 6, cols: 5 });
      const b = builder.tensor("input", "b", { rows: 5, cols: 7 });
      const sequence = (name: "train" | "evaluate") => {
        const steps = builder.steps(name, { layer: "layer", pass: "forward" }), dropout = steps.dropout(rate);
        const epilogue = { negativeSlope, ...(dropout && { dropout }) };
        const product = { op: "gemm", form: "nn", a: x, b } as const;
        const output = kind === "fused"
          ? steps.emit("output", { ...product, epilogue })
          : steps.emit("output", { op: "activation", x: steps.emit("product", product), epilogue });
        const sum = steps.emit("sum", { op: "column-sum", x: output });
        return steps.emit("end", { op: "add", alpha: 1, x: sum, beta: 1, y: sum });
      };
      const program = builder.build({ loss: sequence("train"), scores: sequence("evaluate") });
      const [separate, own] = [programLedger(program, { separateEpilogues: true }), programLedger(program)];
      const extra = [...separate.liveBytes].map((bytes, at) => bytes - own.liveBytes[at]);
      const before = kind === "fused" ? [] : [0];
      assert.deepEqual(extra, [...before, 42 * passing, 42 * kept, 0], `${kind}, ${negativeSlope}, ${rate}`);
    }
  }
});

Deno.test("published sizes are counted without a graph: Products fits 24 GB, with all messages materialised it does not", () => {
  const { program } = plainGcn({
    vertices: 2_449_029,
    features: 100,
    hidden: 64,
    classes: 47,
    entries: 126_167_309,
  });
  const own = programLedger(program).peak.bytes;
  const gathered = programLedger(program, { spmmWorkspace: ({ matrix, x }) => matrix.nnz * x.cols * 4 });
  assert(own > 4e9 && own < 24 * 2 ** 30, `${own}`);
  assert(gathered.peak.bytes > 24 * 2 ** 30);
  assert.equal(gathered.peak.step!.op, "spmm");
});
