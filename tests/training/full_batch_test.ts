import assert from "node:assert/strict";
import type { HostNumbers } from "../../kernels/operation.ts";
import { UsageError } from "../../platform/errors.ts";
import { DivergenceError, findDivergence } from "../../training/divergence.ts";
import { takeSnapshot } from "../../training/executors/snapshot.ts";
import type { Executor } from "../../training/executors/executor.ts";
import { type Epoch, trainFullBatch } from "../../training/full_batch.ts";
import type { Program } from "../../training/program/program.ts";
import { ProgramBuilder } from "../../training/program/program_builder.ts";
import type { Tensor } from "../../training/program/tensor.ts";

/**
 * Builds a program with four vertices, two classes and one bias. The executor below decides its numbers: the
 * training loop only reads losses, scores and parameters.
 */
function biasProgram(): { readonly program: Program; readonly bias: Tensor; readonly x: Tensor } {
  const builder = new ProgramBuilder({ seed: 1 });
  const x = builder.tensor("input", "x", { rows: 4, cols: 2 });
  const forward = (sequence: "train" | "evaluate") => {
    const steps = builder.steps(sequence, { layer: "layer 1", pass: "forward" });
    const bias = steps.parameter("bias", { rows: 1, cols: 2, initialisation: "zeros" });
    const y = steps.emit("output", { op: "activation", x, epilogue: { negativeSlope: 1, bias } });
    return { steps, bias, y };
  };
  const { steps, bias, y } = forward("train");
  const loss = steps.tensor("loss", "loss", { rows: 1, cols: 1 });
  const sum = steps.emit("sum", { op: "column-sum", x: y });
  steps.write({ op: "gemm", form: "nt", a: sum, b: sum, out: loss });
  const [firstMoment, secondMoment] = ["m", "v"].map((name) => builder.tensor("moment", name, bias));
  const constants = { learningRate: 1, beta1: 0.9, beta2: 0.99, epsilon: 1e-8, weightDecay: 0 };
  builder.steps("train", { layer: "adam", pass: "update" }).write({
    op: "adam",
    parameter: bias,
    gradient: sum,
    firstMoment,
    secondMoment,
    constants,
  });
  return { program: builder.build({ loss, scores: forward("evaluate").y }), bias, x };
}

/**
 * Executor that adds 1 to the bias in every step; the loss is the bias; `scoresAt` computes the scores from
 * it.
 */
class CountingExecutor implements Executor {
  readonly steps: number[] = [];
  reads = 0;
  readonly #numbers = new Map<Tensor, HostNumbers>();

  constructor(
    readonly program: Program,
    readonly scoresAt: (bias: number) => readonly number[],
    readonly diverges: { readonly at: number; readonly tensor: (program: Program) => Tensor } | undefined =
      undefined,
  ) {
    for (const tensor of program.tensors) {
      this.#numbers.set(tensor, new Float64Array(tensor.rows * tensor.cols));
    }
  }

  #of(tensor: Tensor): HostNumbers {
    return this.#numbers.get(tensor)!;
  }

  get bias(): HostNumbers {
    return this.#of(this.program.parameters[0].tensor);
  }

  write(tensor: Tensor, data: HostNumbers): void {
    this.#of(tensor).set(data);
  }

  read(tensor: Tensor): Promise<HostNumbers> {
    this.reads++;
    return Promise.resolve(this.#of(tensor).slice());
  }

  train(step: number): void {
    this.steps.push(step);
    this.#of(this.program.loss).fill(this.bias[0]);
    const broken = this.diverges?.at === step ? this.diverges.tensor(this.program) : undefined;
    if (broken) {
      this.#of(broken).fill(Infinity);
      this.#of(this.program.loss).fill(NaN);
      this.bias.fill(NaN);
    } else this.bias.forEach((value, i) => this.bias[i] = value + 1);
  }

  evaluate(): void {
    this.#of(this.program.scores).set(this.scoresAt(this.bias[0]));
  }

  finish(): Promise<void> {
    return Promise.resolve();
  }

  close(): void {}
}

const labels = Uint32Array.of(0, 0, 1, 1);
const sets = { truth: { labels }, validation: Uint32Array.of(0, 1, 2), test: Uint32Array.of(3) };
/**
 * Scores whose validation loss falls until the bias is 3 and rises again; the test vertex is always wrong.
 */
const valley = (bias: number) => {
  const sure = 3 - Math.abs(bias - 3);
  return [sure, -sure, sure, -sure, -sure, sure, 1, 0];
};

Deno.test("every epoch tells its loss, scores and growing seconds, in order", async () => {
  const { program } = biasProgram();
  const executor = new CountingExecutor(program, valley);
  const seen: Epoch[] = [];
  const result = await trainFullBatch(executor, program, {
    epochs: 4,
    sets,
    onEpoch: (epoch) => void seen.push(epoch),
  });
  assert.deepEqual(executor.steps, [1, 2, 3, 4]);
  assert.deepEqual(seen, result.epochs);
  assert.deepEqual(seen.map(({ epoch, loss }) => [epoch, loss]), [[1, 0], [2, 1], [3, 2], [4, 3]]);
  assert.deepEqual(seen.map(({ validation }) => validation!.accuracy), [1, 1, 1, 1]);
  assert.deepEqual(seen.map(({ test }) => test!.accuracy), [0, 0, 0, 0]);
  for (const [i, { seconds }] of seen.entries()) assert(seconds >= (seen[i - 1]?.seconds ?? 0));
  assert.equal(result.best.epoch, 4);
  assert.equal(result.stoppedEarly, false);
});

Deno.test("early stopping waits its patience out and gives the best epoch's parameters back", async () => {
  for (const restoreBest of [true, false]) {
    const { program } = biasProgram();
    const executor = new CountingExecutor(program, valley);
    const { best, epochs, stoppedEarly } = await trainFullBatch(executor, program, {
      epochs: 50,
      sets,
      earlyStopping: { patience: 2, watch: "loss", restoreBest },
    });
    assert(stoppedEarly);
    assert.equal(best.epoch, 3);
    assert.equal(epochs.length, 5);
    assert.equal(executor.bias[0], restoreBest ? 3 : 5);
  }
});

Deno.test("sets are scored every so many epochs, patience counts evaluations", async () => {
  const { program } = biasProgram();
  const { epochs } = await trainFullBatch(new CountingExecutor(program, valley), program, {
    epochs: 50,
    evaluateEvery: 2,
    sets,
    earlyStopping: { patience: 1, watch: "loss" },
  });
  assert.deepEqual(epochs.map(({ validation }) => validation !== undefined), [false, true, false, true]);
});

Deno.test("without evaluations nothing is read between the first epoch and the last", async () => {
  const { program } = biasProgram();
  const executor = new CountingExecutor(program, valley);
  const before = executor.train.bind(executor);
  let readsAtFirst = 0, readsAtLast = 0;
  executor.train = (step) => {
    if (step === 1) readsAtFirst = executor.reads;
    readsAtLast = executor.reads;
    before(step);
  };
  const { epochs } = await trainFullBatch(executor, program, { epochs: 10, evaluateEvery: 0, sets });
  assert.equal(readsAtLast, readsAtFirst);
  assert.deepEqual(epochs.map(({ epoch, loss }) => [epoch, loss]), [[10, 9]]);
});

Deno.test("a loss that is no number ends training, naming the epoch, the layer and the first tensor", async () => {
  for (const evaluateEvery of [0, 1]) {
    const { program } = biasProgram();
    const sum = program.tensors.find(({ label }) => label === "layer 1 sum")!;
    const executor = new CountingExecutor(program, valley, { at: 3, tensor: () => sum });
    await assert.rejects(
      () => trainFullBatch(executor, program, { epochs: 8, evaluateEvery }),
      (error: DivergenceError) => {
        assert(error instanceof DivergenceError);
        assert.deepEqual(error.place, { epoch: 3, layer: "layer 1", tensor: "layer 1 sum" });
        return true;
      },
    );
  }
});

Deno.test("a loss that parameters of a later epoch break is found from those of the epoch before it", async () => {
  const { program } = biasProgram();
  const sum = program.tensors.find(({ label }) => label === "layer 1 sum")!;
  const executor = new CountingExecutor(program, valley), start = await takeSnapshot(executor, program);
  const train = executor.train.bind(executor);
  executor.train = (step) => {
    const breaks = executor.bias[0] === 2;
    train(step);
    // The parameters stay finite.
    executor.write(sum, new Float64Array(sum.rows * sum.cols).fill(breaks ? Infinity : 0));
    if (breaks) executor.write(program.loss, Float64Array.of(NaN));
  };
  const place = { epoch: 3, layer: "layer 1", tensor: "layer 1 sum" };
  assert.deepEqual(await findDivergence(executor, program, { start, epochs: 5 }), place);
  assert.equal(await findDivergence(executor, program, { start, epochs: 2 }), undefined);
});

Deno.test("an input that is no number is named before anything that follows from it", async () => {
  const { program, x } = biasProgram();
  const executor = new CountingExecutor(program, valley, { at: 1, tensor: () => program.loss });
  executor.write(x, Float64Array.of(1, 2, 3, NaN, 5, 6, 7, 8));
  await assert.rejects(
    () => trainFullBatch(executor, program, { epochs: 2 }),
    (error: DivergenceError) => error.place.tensor === "x" && error.place.layer === "layer 1",
  );
});

Deno.test("scores and parameters that are no numbers end training too", async () => {
  const { program, bias } = biasProgram();
  const overflow = new CountingExecutor(
    program,
    (value) => valley(value).map((score) => value > 2 ? Infinity : score),
  );
  await assert.rejects(
    () => trainFullBatch(overflow, program, { epochs: 8, sets }),
    (error: DivergenceError) => error.place.epoch === 3 && error.place.tensor === "layer 1 output",
  );
  const silent = new CountingExecutor(program, valley), start = await takeSnapshot(silent, program);
  const before = silent.train.bind(silent);
  silent.train = (step) => {
    before(step);
    if (step === 2) silent.write(bias, Float64Array.of(2, NaN));
  };
  await assert.rejects(
    () => trainFullBatch(silent, program, { epochs: 2 }),
    (error: DivergenceError) => error.place.epoch === 2 && error.place.layer === "adam",
  );
  const place = { epoch: 2, layer: "adam", tensor: bias.label };
  assert.deepEqual(await findDivergence(silent, program, { start, epochs: 4 }), place);
});

Deno.test("options that contradict each other are refused before anything runs", async () => {
  const { program } = biasProgram();
  const executor = new CountingExecutor(program, valley);
  const earlyStopping = { patience: 2, watch: "loss" } as const;
  for (
    const options of [
      { epochs: 0 },
      { epochs: 1.5 },
      { epochs: 3, evaluateEvery: -1 },
      { epochs: 3, earlyStopping },
      { epochs: 3, earlyStopping, evaluateEvery: 0, sets },
      { epochs: 3, earlyStopping, sets: { truth: { labels } } },
    ]
  ) {
    await assert.rejects(() => trainFullBatch(executor, program, options), UsageError);
  }
  assert.deepEqual(executor.steps, []);
});
