/**
 * Check, then time: a kernel that is wrong on purpose gets no timing row, in the pipeline that every suite runs through.
 *
 * @module
 */
import assert from "node:assert/strict";
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { Suite } from "../../../experiments/suite.ts";
import { randomFeatures } from "../../../kernels/random_features.ts";
import { spmmTrial } from "../../../experiments/trials/spmm_trial.ts";
import { csrFromEdges } from "../../../graph/edges.ts";
import { gcnNormalise } from "../../../graph/normalization.ts";
import { openWasmDevice, type WasmDevice } from "../../../hardware/cpu/device.ts";
import type { KernelOn } from "../../../kernels/kernel.ts";
import { registerKernel } from "../../../kernels/registry.ts";
import { rowSplitWasm } from "../../../kernels/spmm/row_split/wasm.ts";
import type { SpmmOperandsOf } from "../../../kernels/spmm/spmm.ts";
import { RandomStream } from "../../../platform/random.ts";
import { runComparison, testLab } from "../lab.ts";

const ROWS = 700, WIDTH = 20;

type SpmmKernel = KernelOn<"wasm", SpmmOperandsOf>;

/** The right kernel with its device replaced by one that skips the last block of every launch. */
const withoutLastBlock: SpmmKernel["prepare"] = (device, operands, parameters) => {
  const short = new Proxy(device, {
    get: (target, name) => {
      if (name === "parallel") {
        return (call: Parameters<WasmDevice["parallel"]>[0]) =>
          target.parallel({ ...call, items: call.items - Math.min(call.items, call.block) });
      }
      const value = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return rowSplitWasm.prepare(short, operands, parameters);
};

/** The right kernel, on a matrix whose row offsets point one row further from row 300 on. */
const offByOne: SpmmKernel["prepare"] = (device, operands, parameters) => {
  const { matrix } = operands;
  const rowPtr = matrix.rowPtr.slice();
  rowPtr[300] = matrix.rowPtr[301];
  return rowSplitWasm.prepare(device, { ...operands, matrix: { ...matrix, rowPtr } }, parameters);
};

/** The right kernel, with one weight that is not a number. */
const oneNaN: SpmmKernel["prepare"] = (device, operands, parameters) => {
  const { matrix } = operands;
  const values = matrix.values!.slice();
  values[values.length >> 1] = NaN;
  return rowSplitWasm.prepare(device, { ...operands, matrix: { ...matrix, values } }, parameters);
};

const WRONG: Readonly<Record<string, SpmmKernel["prepare"]>> = {
  "one-row-off-by-one": offByOne,
  "nan-in-one-cell": oneNaN,
  "one-workgroup-not-launched": withoutLastBlock,
};

for (const [name, prepare] of Object.entries(WRONG)) {
  registerKernel("spmm", { ...rowSplitWasm, id: name, prepare });
}

const suite: Suite = {
  id: "own/refusal",
  artifact: "Refusal",
  title: "Wrong kernels beside a right one",
  question: "Which of these may be timed?",
  contenders: ["row-split", ...Object.keys(WRONG)].map((id) => ({ id, label: id })),
  baseline: "row-split",
  workloads: () => [{ id: "random", dataset: "random", factors: {} }],
  settings: {},
  measurement: {
    kind: "timed",
    decides: false,
    trial: (lab, dataset, _workload, contender) => {
      const matrix = gcnNormalise(dataset.graph);
      const features = randomFeatures(matrix.cols, WIDTH, lab.seed);
      return Promise.resolve(spmmTrial(lab, { matrix, features, width: WIDTH, kernel: contender.id }));
    },
  },
  metrics: { time: { label: "time", unit: "ms", better: "lower" } },
  plots: [],
  notes: [],
  claims: [],
};

function randomDataset(): LoadedDataset {
  const stream = new RandomStream(1, "refusal graph");
  const ends = () => Uint32Array.from({ length: ROWS * 8 }, () => stream.below(ROWS));
  const graph = csrFromEdges({ vertices: ROWS, source: ends(), target: ends() });
  const counts = { vertices: ROWS, storedEdges: graph.colIdx.length, undirectedEdges: 0 };
  return { id: "random", kind: "real", graph, hash: "random", counts, note: "" };
}

const device = openWasmDevice({ threads: 2 });
const lab = testLab(device, { contextRounds: 1 });
const [workload] = suite.workloads(lab.profile);
const { rows, samples } = await runComparison(lab, { suite, workload, dataset: randomDataset() });
device.close();

for (const name of Object.keys(WRONG)) {
  Deno.test(`a kernel with ${name} reads "wrong", says where, and has no sample and no time`, () => {
    const own = rows.filter(({ contender }) => contender === name);
    const bad = own.filter(({ status }) => status !== "ok");
    assert.deepEqual(bad.map(({ metric, status }) => [metric, status]), [["time", "wrong"]]);
    assert.ok(own.every(({ timer, metric }) => timer === "" && !["gflops", "speedup"].includes(metric)));
    assert.match(bad[0].reason, /^row \d+, column \d+: .+, the oracle has /);
    assert.equal(bad[0].median, undefined);
    assert.ok(bad[0].rel_err === undefined || !(bad[0].rel_err! <= bad[0].tolerance!));
    assert.equal(samples.filter(({ cell }) => cell.endsWith(`:${name}`)).length, 0);
  });
}

Deno.test("the right kernel beside them is timed, with the evidence of its check", () => {
  const time = rows.find(({ contender, metric }) => contender === "row-split" && metric === "time");
  assert.equal(time?.status, "ok");
  assert.ok(time.median! > 0 && time.rel_err! <= time.tolerance!);
  assert.equal(time.checked_rows, ROWS);
  assert.ok(samples.length > 0);
});
