/**
 * Which of two kernels is faster, and can this machine tell? Checks both, measures them in turns, round by
 * round, checks them again, and prints the ratio of paired rounds with its interval.
 *
 *     deno run -A examples/time_two_kernels.ts
 *
 * @module
 */
import {
  checkPlan,
  findKernel,
  gcnNormalise,
  type Kernel,
  loadDataset,
  measure,
  openWasmDevice,
  randomFeatures,
  recheckPlans,
  spmm,
  type SpmmOperandsOf,
  type SpmmProblem,
  stageKernel,
  summarizeRatios,
} from "gnn-repro";

const { graph } = await loadDataset("reddit@1/64", { seed: 1 });
const matrix = gcnNormalise(graph);
const width = 64;
const problem: SpmmProblem = { matrix, features: randomFeatures(matrix.cols, width, 1), width };

const device = openWasmDevice({ threads: 2 });
const contenders = ["row-split-scalar", "row-split"].map((id) => ({
  id,
  bytes: 8 * matrix.cols * width,
  prepare: async () => {
    const kernel = findKernel("spmm", id, "wasm") as Kernel<SpmmOperandsOf>;
    const plan = await stageKernel(device, problem, { operation: spmm, kernel });
    const { ok } = await checkPlan(device, plan, { seed: 1 });
    if (!ok) throw new Error(`${id} is wrong`);
    return {
      run: () => plan.run(),
      recheck: (seed: number) => recheckPlans(device, [plan], seed),
      destroy: () => plan.destroy(),
    };
  },
}));
const options = { seed: 1, minRounds: 7, maxRounds: 7, preparations: 2, budgetMs: 300_000, narrow: 0.02 };
const { samples } = await measure(device, contenders, options);
device.close();

const [scalar, vector] = contenders.map(({ id }) => samples.filter(({ contender }) => contender === id));
const rounds = scalar.map(({ ms, preparation }, i) => ({
  preparation,
  numerator: ms,
  denominator: vector[i].ms,
}));
const { median, ciLo, ciHi, n } = summarizeRatios(rounds, { seed: 1 });
console.log(
  `time(row-split-scalar) / time(row-split) = ${median.toFixed(2)} [${ciLo.toFixed(2)}, ${
    ciHi.toFixed(2)
  }], ${n} rounds`,
);
console.log(ciLo > 1 ? "row-split is faster" : ciHi < 1 ? "row-split is slower" : "this machine cannot tell");
