import fc from "fast-check";
import assert from "node:assert/strict";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { OutOfMemoryError } from "../../../platform/errors.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { DeviceMemory } from "../../../training/executors/device_memory.ts";
import { inputsOf, outputsOf } from "../../../training/operations/step_rules.ts";
import { type Lifetime, lifetimesOf, lifetimesOverlap } from "../../../training/program/lifetimes.ts";
import { adamDecays, indexListBytes, planMemory } from "../../../training/program/memory_plan.ts";
import type { Program, Step } from "../../../training/program/program.ts";
import { ProgramBuilder } from "../../../training/program/program_builder.ts";
import type { Tensor } from "../../../training/program/tensor.ts";
import { testOnAdapter } from "../../hardware/webgpu/any_adapter.ts";
import { boundGcn, plainGcn } from "../plain_program.ts";

const NO_LIMIT = 2 ** 40;

/** Runs the steps on names instead of numbers: each slot records the tensor whose numbers it holds. */
function assertNoneIsOverwritten(program: Program, bindingBytes: number): void {
  const { slots, panels } = planMemory(program, bindingBytes);
  const holder: (Tensor | undefined)[] = slots.map(() => undefined);
  const place = (tensor: Tensor) => panels[tensor.id].map(({ slot }) => slot);
  const put = (tensor: Tensor) => place(tensor).forEach((slot) => holder[slot] = tensor);
  const holds = (tensor: Tensor) => place(tensor).every((slot) => holder[slot] === tensor);
  const lasting = program.tensors.filter(({ kind }) =>
    kind === "input" || kind === "parameter" || kind === "moment"
  );
  const run = (steps: readonly Step[]) => {
    for (const step of steps) {
      for (const tensor of inputsOf(step)) {
        assert(holds(tensor), `${tensor.label} is gone before ${step.layer}`);
      }
      if (step.op !== "adam") {
        const read = new Set(inputsOf(step).flatMap(place));
        for (const tensor of outputsOf(step)) {
          assert(!place(tensor).some((slot) => read.has(slot)), `${tensor.label} is written over an input`);
        }
      }
      outputsOf(step).forEach(put);
    }
  };
  lasting.forEach(put);
  for (let epoch = 0; epoch < 2; epoch++) {
    run(program.train);
    assert(holds(program.loss), "the loss is gone after train");
    run(program.evaluate);
    assert(holds(program.loss) && holds(program.scores), "the loss or the scores are gone after evaluate");
  }
  for (const tensor of lasting) assert(holds(tensor), `${tensor.label} is gone`);
}

/** Builds a program whose steps add two earlier tensors of their sequence. */
function randomProgram(picks: readonly (readonly [number, number, number])[]): Program {
  const builder = new ProgramBuilder({ seed: 1 });
  const inputs = [1, 3, 8].map((rows) => builder.tensor("input", `input ${rows}`, { rows, cols: 5 }));
  const emit = (sequence: "train" | "evaluate") => {
    const steps = builder.steps(sequence, { layer: sequence, pass: "forward" });
    const made = inputs.map((tensor) => [tensor]);
    for (const [size, first, second] of picks) {
      const same = made[size % made.length];
      const [x, y] = [first, second].map((pick) => same[pick % same.length]);
      same.push(steps.emit(`sum ${made.flat().length}`, { op: "add", alpha: 1, x, beta: 1, y }));
    }
    return made.find((same) => same.length > 1)!.at(-1)!;
  };
  return builder.build({ loss: emit("train"), scores: emit("evaluate") });
}

Deno.test("no step of a random program finds an input overwritten, or writes over one", () => {
  const pick = fc.tuple(fc.nat(2), fc.nat(20), fc.nat(20));
  fc.assert(
    fc.property(fc.array(pick, { minLength: 1, maxLength: 30, size: "max" }), fc.boolean(), (picks, cut) => {
      assertNoneIsOverwritten(randomProgram(picks), cut ? 128 : NO_LIMIT);
    }),
    { seed: 4, numRuns: 300 },
  );
});

Deno.test("panels are a tensor's columns in turn, each within a binding and its buffer, which no others could share", () => {
  const pick = fc.tuple(fc.nat(2), fc.nat(20), fc.nat(20));
  const limits = fc.constantFrom(NO_LIMIT, 160, 128);
  fc.assert(
    fc.property(
      fc.array(pick, { minLength: 1, maxLength: 20, size: "max" }),
      limits,
      fc.nat(2),
      (picks, limit, lentId) => {
        const program = randomProgram(picks), lifetimes = lifetimesOf(program);
        const lent = new Set([program.tensors[lentId]]);
        const { slots, panels, unsharedBytes, tensorBytes, bytes } = planMemory(program, limit, { lent });
        const tenants = slots.map((): Lifetime[] => []);
        let unshared = 0;
        for (const tensor of program.tensors) {
          if (lent.has(tensor)) assert.deepEqual(panels[tensor.id], []);
          let next = 0;
          for (const { firstCol, cols, stride, slot } of panels[tensor.id]) {
            assert.deepEqual([firstCol, stride], [next, 4 * Math.ceil(cols / 4)]);
            const own = 4 * tensor.rows * stride;
            assert(cols > 0 && own <= limit && own <= slots[slot]);
            unshared += Math.max(16, own);
            tenants[slot].push(lifetimes[tensor.id]);
            next += cols;
          }
          assert.equal(next, lent.has(tensor) ? 0 : tensor.cols);
        }
        assert.equal(unsharedBytes, unshared);
        assert.equal(tensorBytes, sumOf(slots));
        assert.equal(bytes, tensorBytes + 4, "and the number of the step");
        // Whoever opened the later buffer found the earlier one taken.
        tenants.forEach((own, at) =>
          tenants.slice(0, at).forEach((earlier) =>
            assert(
              own.some((one) => earlier.some((other) => lifetimesOverlap(one, other))),
              "two buffers for one",
            )
          )
        );
      },
    ),
    { seed: 5, numRuns: 200 },
  );
});

Deno.test("a tensor with rows that no step writes begins as 0 and shares its memory with none", () => {
  const builder = new ProgramBuilder({ seed: 1 });
  const [targets, sources] = ["targets", "sources"].map((label) => builder.index(label, 2));
  const sparse = (label: string, size: number) =>
    builder.sparse(label, { rows: size, cols: size, nnz: 3, weighted: false });
  const matrix = sparse("matrix", 9), path = sparse("path", 2);
  const x = builder.tensor("input", "x", { rows: 9, cols: 4 });
  const chain = (sequence: "train" | "evaluate", first: Tensor) => {
    const steps = builder.steps(sequence, { layer: "chain", pass: "forward" });
    const add = (y: Tensor, i: number) => steps.emit(`${i}`, { op: "add", alpha: 1, x: y, beta: 1, y });
    return steps.emit("sum", { op: "column-sum", x: [0, 1, 2, 3, 4].reduce(add, first) });
  };
  const some = builder.steps("train", { layer: "path", pass: "forward" })
    .emit("product", { op: "path-spmm", matrix, path, targets, sources, x });
  const program = builder.build({ loss: chain("train", some), scores: chain("evaluate", x) });
  const { panels, zeroed } = planMemory(program, NO_LIMIT), [{ slot }] = panels[some.id];
  assert(zeroed.includes(slot));
  assert.equal(panels.flat().filter((panel) => panel.slot === slot).length, 1);
});

Deno.test("pairs of decays are counted once each, and an empty list of indices is a word", () => {
  const builder = new ProgramBuilder({ seed: 1 });
  const x = builder.tensor("input", "x", { rows: 2, cols: 4 });
  const steps = builder.steps("train", { layer: "adam", pass: "update" });
  for (const [at, [beta1, beta2]] of [[0.9, 0.99], [0.9, 0.9], [0.8, 0.99], [0.9, 0.99]].entries()) {
    const parameter = steps.parameter(`weight ${at}`, { rows: 2, cols: 4, initialisation: "glorot" });
    const [firstMoment, secondMoment] = ["m", "v"].map((name) =>
      steps.tensor("moment", `${name} ${at}`, parameter)
    );
    const constants = { learningRate: 1, beta1, beta2, epsilon: 1, weightDecay: 0 };
    steps.write({ op: "adam", parameter, gradient: x, firstMoment, secondMoment, constants });
  }
  const loss = steps.emit("loss", { op: "column-sum", x });
  const scores = builder.steps("evaluate", { layer: "end", pass: "forward" }).emit("scores", {
    op: "column-sum",
    x,
  });
  const program = builder.build({ loss, scores });
  assert.deepEqual(adamDecays(program), [
    { beta1: 0.9, beta2: 0.99 },
    { beta1: 0.9, beta2: 0.9 },
    { beta1: 0.8, beta2: 0.99 },
  ]);
  const { bytes, tensorBytes, zeroed, panels } = planMemory(program, NO_LIMIT);
  assert.equal(bytes, tensorBytes + 4 + 3 * 8);
  for (const { id, kind } of program.tensors) {
    if (kind === "moment") assert(zeroed.includes(panels[id][0].slot), "a moment begins as 0");
  }
  assert.deepEqual([0, 1, 2].map(indexListBytes), [4, 4, 8]);
});

Deno.test("a GCN keeps what it needs, in fewer bytes than its tensors have, and the same each time", () => {
  const { program } = plainGcn({ vertices: 50, features: 20, hidden: 12, classes: 5, dropout: 0.5 });
  assertNoneIsOverwritten(program, NO_LIMIT);
  assertNoneIsOverwritten(program, 50 * 16);
  const plan = planMemory(program, NO_LIMIT);
  assert.deepEqual(planMemory(program, NO_LIMIT), plan);
  assert.equal(plan.tensorBytes, sumOf(plan.slots));
  // Three wide buffers suffice for both forward passes and the backward pass: an operand, its result, and a
  // kept activation.
  assert(plan.tensorBytes < 0.7 * plan.unsharedBytes, `${plan.tensorBytes} of ${plan.unsharedBytes}`);
});

Deno.test("a chain needs two buffers beside its input, however long it is", () => {
  const builder = new ProgramBuilder({ seed: 1 });
  const x = builder.tensor("input", "x", { rows: 100, cols: 4 });
  const chain = (sequence: "train" | "evaluate") => {
    const steps = builder.steps(sequence, { layer: "chain", pass: "forward" });
    let y = x;
    for (let i = 0; i < 9; i++) y = steps.emit(`${i}`, { op: "add", alpha: 1, x: y, beta: 1, y: x });
    return steps.emit("sum", { op: "column-sum", x: y });
  };
  const plan = planMemory(builder.build({ loss: chain("train"), scores: chain("evaluate") }), NO_LIMIT);
  assert.deepEqual(plan.slots.filter((bytes) => bytes === 1600).length, 3);
});

Deno.test("the plan's total is what a wasm device allocates", () => {
  const device = openWasmDevice({ threads: 1, memoryBytes: 2 ** 22 });
  try {
    const { program, bindings } = boundGcn({ vertices: 33, features: 9, hidden: 6, classes: 3 });
    const memory = new DeviceMemory(device, program, bindings);
    assert.equal(device.ledger.live, memory.plan.bytes);
    assert.equal(device.ledger.peak, memory.plan.bytes);
    memory.free();
    assert.equal(device.ledger.live, 0);
  } finally {
    device.close();
  }
});

testOnAdapter("the plan's total is what a webgpu device allocates, in panels too", async (device) => {
  const { program, bindings, features } = boundGcn({ vertices: 600, features: 9, hidden: 6, classes: 3 });
  const memory = new DeviceMemory(device, program, bindings);
  assert(memory.matrix(features).panels.length > 1, "nothing was cut");
  assert.equal(device.ledger.live, memory.plan.bytes);
  memory.free();
  await device.finish();
  assert.equal(device.ledger.live, 0);
}, { bindingBytes: 16_384 });

Deno.test("a device without room refuses, typed, and holds nothing afterwards", () => {
  const { program, bindings } = boundGcn({ vertices: 33, features: 9, hidden: 6, classes: 3 });
  const { bytes } = planMemory(program, NO_LIMIT);
  for (const memoryBytes of [64, Math.floor(bytes / 2), bytes - 4]) {
    const device = openWasmDevice({ threads: 1, memoryBytes });
    try {
      assert.throws(() => new DeviceMemory(device, program, bindings), OutOfMemoryError);
      assert.equal(device.ledger.live, 0);
    } finally {
      device.close();
    }
  }
});
