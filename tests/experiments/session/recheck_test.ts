/**
 * Check, time, check again: kernels that are right when they are checked first, and wrong later, get no time. Each of them is
 * measured beside right ones, in the pipeline that every suite runs through.
 *
 * @module
 */
import assert from "node:assert/strict";
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { Suite } from "../../../experiments/suite.ts";
import { randomFeatures } from "../../../kernels/random_features.ts";
import { spmmTrial } from "../../../experiments/trials/spmm_trial.ts";
import { trainingTrial } from "../../../experiments/trials/training_trial.ts";
import { csrFromEdges } from "../../../graph/edges.ts";
import { gcnNormalise } from "../../../graph/normalization.ts";
import { allocateMatrix, freeMatrix } from "../../../hardware/dense.ts";
import { openWasmDevice, type WasmDevice } from "../../../hardware/cpu/device.ts";
import { addEntryWiseWasm } from "../../../kernels/add/entry_wise/wasm.ts";
import type { KernelOn, Plan } from "../../../kernels/kernel.ts";
import { registerKernel } from "../../../kernels/registry.ts";
import { rowSplitWasm } from "../../../kernels/spmm/row_split/wasm.ts";
import type { SpmmOperands, SpmmOperandsOf } from "../../../kernels/spmm/spmm.ts";
import { RandomStream } from "../../../platform/random.ts";
import { gcn } from "../../../training/models/gcn.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import { vertexData } from "../../../training/vertex_data.ts";
import { runComparison, testLab } from "../lab.ts";

const ROWS = 700, WIDTHS = [20, 12];

type SpmmKernel = KernelOn<"wasm", SpmmOperandsOf>;
type Operands = SpmmOperandsOf["wasm"];

/** Plans by the order of their preparation in the comparison at hand, and calls of all of them. */
let prepared = 0, calls = 0;

/** A kernel whose plans are those of the right one, with another `run`. */
const altered = (
  run: (right: Plan, own: { plan: number; call: number; device: WasmDevice; operands: Operands }) => void,
): SpmmKernel["prepare"] =>
async (device, operands, parameters) => {
  const right = await rowSplitWasm.prepare(device, operands, parameters);
  const plan = prepared++;
  let call = 0;
  return { ...right, run: () => run(right, { plan, call: call++, device, operands }) };
};

/** Overwrites the first number of a matrix. */
function scribble(device: WasmDevice, { panels: [{ buffer }] }: Operands["x"]): void {
  device.write(buffer, Float32Array.of(1e6));
}

/** Adds to what is there from its second call on. */
const accumulating: SpmmKernel["prepare"] = async (device, operands, parameters) => {
  const { y } = operands;
  const sum = allocateMatrix(device, "product", y.rows, y.cols);
  const product = await rowSplitWasm.prepare(device, { ...operands, y: sum, output: sum }, parameters);
  const right = await rowSplitWasm.prepare(device, operands, parameters);
  const add = await addEntryWiseWasm.prepare(device, { x: sum, y, output: y, alpha: 1, beta: 1 }, {});
  let call = 0;
  return {
    run: () => {
      if (call++ === 0) return right.run();
      product.run();
      add.run();
    },
    destroy: () => {
      for (const plan of [product, right, add]) plan.destroy();
      freeMatrix(device, sum);
    },
  };
};

/** Results of the right kernel that are on the device. */
const results = new Set<SpmmOperands["y"]>();

/** The right kernel, which tells where its result lies as long as it does. */
const telling: SpmmKernel["prepare"] = async (device, operands, parameters) => {
  const right = await rowSplitWasm.prepare(device, operands, parameters);
  results.add(operands.y);
  return {
    ...right,
    destroy: () => {
      results.delete(operands.y);
      right.destroy();
    },
  };
};

/** Copies the result of another plan where there is one, by a product with the identity, and computes where there is none. */
const copying: SpmmKernel["prepare"] = async (device, operands, parameters) => {
  const right = await rowSplitWasm.prepare(device, operands, parameters);
  const { rows } = operands.matrix;
  const identity = {
    ...{ rows, cols: rows },
    rowPtr: Uint32Array.from({ length: rows + 1 }, (_, row) => row),
    colIdx: Uint32Array.from({ length: rows }, (_, row) => row),
  };
  const [other] = [...results].filter((y) => y !== operands.y);
  if (other === undefined) return right;
  // Buffers of the one backend that these tests run on.
  const copy = await rowSplitWasm.prepare(
    device,
    { ...operands, matrix: identity, x: other as Operands["x"] },
    parameters,
  );
  return {
    run: () => copy.run(),
    destroy: () => {
      right.destroy();
      copy.destroy();
    },
  };
};

const idle = () => {};

const WRONG: Readonly<Record<string, SpmmKernel["prepare"]>> = {
  "does nothing from its second call on": altered((right, { call }) => call === 0 ? right.run() : idle()),
  "does nothing in timed plans": altered((right, { plan }) => plan === 0 ? right.run() : idle()),
  "is wrong from the second call of one plan in three": altered((right, { plan, call, device, operands }) => {
    right.run();
    if (plan % 3 === 2 && call > 0) scribble(device, operands.y);
  }),
  "is wrong from the second call of all plans together": altered((right, { device, operands }) => {
    right.run();
    if (calls++ > 0) scribble(device, operands.y);
  }),
  "overwrites X": altered((right, { call, device, operands }) => {
    right.run();
    if (call > 0) scribble(device, operands.x);
  }),
  "overwrites X in timed plans": altered((right, { plan, device, operands }) => {
    right.run();
    if (plan > 0) scribble(device, operands.x);
  }),
  "overwrites X at once": altered((right, { device, operands }) => {
    right.run();
    scribble(device, operands.x);
  }),
  "overwrites the matrix on the host": (device, operands, parameters) => {
    operands.matrix.values!.fill(1);
    return rowSplitWasm.prepare(device, operands, parameters);
  },
  "accumulates into Y": accumulating,
  "reads another plan's output": copying,
};

const HALF_RIGHT = "is right on one width only";
const THROWING: Readonly<Record<string, SpmmKernel["prepare"]>> = {
  "throws in its first call": altered(() => {
    throw new TypeError("not today");
  }),
  "throws in its fifth call": altered((right) => {
    if (calls++ > 3) throw new TypeError("not today");
    right.run();
  }),
  "throws in its second preparation": (device, operands, parameters) => {
    if (prepared++ > 0) throw new TypeError("not twice");
    return rowSplitWasm.prepare(device, operands, parameters);
  },
};

const bad: Readonly<Record<string, SpmmKernel["prepare"]>> = {
  ...WRONG,
  ...THROWING,
  [HALF_RIGHT]: altered((right, { operands }) => operands.x.cols === WIDTHS[0] ? right.run() : idle()),
};
/** Id of the kernel that does so: `recheck-overwrites-x`. */
const kernelId = (id: string) => `recheck-${id.toLowerCase().replaceAll(/[^a-z]+/g, "-")}`;

for (const [id, prepare] of Object.entries({ ...bad, "right": telling })) {
  registerKernel("spmm", { ...rowSplitWasm, id: kernelId(id), prepare });
}

const suite = (id: string): Suite => ({
  id: "own/recheck",
  artifact: "Recheck",
  title: "A wrong kernel beside right ones",
  question: "Is it timed?",
  contenders: [kernelId("right"), "row-split", kernelId(id)].map((contender) => ({
    id: contender,
    label: contender,
  })),
  baseline: "row-split",
  workloads: () =>
    WIDTHS.map((width) => ({ id: `w${width}`, dataset: "random", factors: { width: String(width) } })),
  settings: {},
  measurement: {
    kind: "timed",
    decides: true,
    trial: (lab, dataset, { factors }, contender) => {
      const width = Number(factors.width), matrix = gcnNormalise(dataset.graph);
      const features = randomFeatures(matrix.cols, width, lab.seed);
      return Promise.resolve(spmmTrial(lab, { matrix, features, width, kernel: contender.id }));
    },
  },
  metrics: { time: { label: "time", unit: "ms", better: "lower" } },
  plots: [],
  notes: [],
  claims: [],
});

function randomDataset(): LoadedDataset {
  const stream = new RandomStream(1, "recheck graph");
  const ends = () => Uint32Array.from({ length: ROWS * 8 }, () => stream.below(ROWS));
  const graph = csrFromEdges({ vertices: ROWS, source: ends(), target: ends() });
  const counts = { vertices: ROWS, storedEdges: graph.colIdx.length, undirectedEdges: 0 };
  return { id: "random", kind: "real", graph, hash: "random", counts, note: "" };
}

/** What became of the bad kernel and of the right ones at one width. */
async function timesBeside(id: string, width: number, memoryBytes?: number) {
  prepared = calls = 0;
  results.clear();
  const device = openWasmDevice({ threads: 2, ...(memoryBytes !== undefined && { memoryBytes }) });
  try {
    const own = suite(id);
    const lab = testLab(device, { rounds: 4, maxRounds: 4, preparations: 2 });
    const workload = own.workloads(lab.profile)[WIDTHS.indexOf(width)];
    const { rows, samples } = await runComparison(lab, { suite: own, workload, dataset: randomDataset() });
    const time = (contender: string) =>
      rows.find((row) => row.contender === contender && row.metric === "time")!;
    assert.equal(time("row-split").status, "ok", time("row-split").reason);
    assert.equal(time(kernelId("right")).status, "ok", time(kernelId("right")).reason);
    const row = time(kernelId(id));
    return { row, samples: samples.filter(({ cell }) => cell.endsWith(`:${row.contender}`)).length };
  } finally {
    device.close();
  }
}

/** Room for sets that rotate; for one set that all share; for two plans at a time. */
const ROOMS = { "rotating": undefined, "shared": 2 ** 21, "pairs": 2 ** 19 } as const;

for (const id of Object.keys(WRONG)) {
  Deno.test(`a kernel that ${id} reads "wrong" and has no sample`, async () => {
    for (const [room, memoryBytes] of Object.entries(ROOMS)) {
      // Prepared one at a time, no plan has another beside it to copy from.
      if (room === "pairs" && WRONG[id] === copying) continue;
      const { row, samples } = await timesBeside(id, WIDTHS[0], memoryBytes);
      assert.deepEqual([row.status, row.median, samples], ["wrong", undefined, 0], `${room}: ${row.reason}`);
    }
  });
}

for (const id of Object.keys(THROWING)) {
  Deno.test(`a kernel that ${id} costs its own cells alone`, async () => {
    for (const [room, memoryBytes] of Object.entries(ROOMS)) {
      const { row, samples } = await timesBeside(id, WIDTHS[0], memoryBytes);
      assert.deepEqual([row.status, row.median, samples], ["failed", undefined, 0], `${room}: ${row.reason}`);
      assert.match(row.reason, /not (today|twice)/);
    }
  });
}

Deno.test(`a kernel that ${HALF_RIGHT} is timed there and nowhere else`, async () => {
  assert.equal((await timesBeside(HALF_RIGHT, WIDTHS[0])).row.status, "ok");
  assert.equal((await timesBeside(HALF_RIGHT, WIDTHS[1])).row.status, "wrong");
});

Deno.test("an epoch with a kernel that does nothing in timed plans reads wrong", async () => {
  const device = openWasmDevice({ threads: 2 });
  try {
    const lab = testLab(device, { contextRounds: 2 });
    const data = await vertexData(randomDataset(), { seed: 1, randomWidth: 8, classes: 4 });
    const model = { layers: gcn({ classes: 4, hidden: 8 }), optimizer: adam({ learningRate: 0.01 }) };
    for (
      const [id, wanted] of [["row-split", true], [kernelId("does nothing from its second call on"), false]]
    ) {
      prepared = 0;
      const kernels = { spmm: { id: id as string } };
      const epoch = await trainingTrial(lab, { data, model, kernels }).prepare();
      assert.ok("run" in epoch);
      epoch.run();
      const checked = await epoch.recheck(7).then(() => true, (error) => error.name);
      assert.equal(checked, wanted || "WrongResultError");
      epoch.destroy();
    }
  } finally {
    device.close();
  }
});
