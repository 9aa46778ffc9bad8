/**
 * Operands above one binding (2^31 - 1 bytes on most adapters, here 1 MiB): kernels cut them, and what cannot
 * be cut is refused by name, with its bytes and the limit.
 *
 * @module
 */
import assert from "node:assert/strict";
import type { CsrMatrix } from "../../graph/csr.ts";
import { neighborDraw, type NeighborSampling, sampleBatch } from "../../graph/sampling/mod.ts";
import type { WebGpuDevice } from "../../hardware/webgpu/device.ts";
import { gatherRows } from "../../kernels/gather_scatter/mod.ts";
import { idMaps } from "../../kernels/id_map/mod.ts";
import { openSampler } from "../../kernels/sampling/mod.ts";
import { rowSplitWebGpu } from "../../kernels/spmm/row_split/webgpu.ts";
import { OutOfMemoryError } from "../../platform/errors.ts";
import { testOnAdapter } from "../hardware/webgpu/any_adapter.ts";
import { assertRight, uniforms } from "./every_backend.ts";
import { checkGemm } from "./gemm/gemm_checks.ts";
import { randomGemm } from "./gemm/gemm_problem.ts";
import { checkPlan, matrixOf } from "./spmm/plan_checks_webgpu.ts";

const MEBIBYTE = { bindingBytes: 2 ** 20 };
const ROWS = 12_000, COLS = 40;
/** 1.1 MiB of column indices. */
const graph = () => matrixOf(ROWS, ROWS, () => 24);

testOnAdapter("SpMM cuts edges and features above a binding of 1 MiB", async (device) => {
  const { facts } = await checkPlan(device, rowSplitWebGpu, { matrix: graph(), width: COLS });
  assert(facts.chunks > 1, JSON.stringify(facts));
}, MEBIBYTE);

testOnAdapter("GEMM cuts operands above a binding of 1 MiB", async (device) => {
  const { dispatches } = await checkGemm(device, randomGemm(ROWS, COLS, { cols: 30 }));
  assert(dispatches > 1);
}, MEBIBYTE);

testOnAdapter("gathers cut features above a binding of 1 MiB", async (device) => {
  const index = Uint32Array.from({ length: ROWS }, (_, i) => (i * 7919) % ROWS);
  const problem = { x: uniforms(ROWS * COLS, 3), sourceRows: ROWS, cols: COLS, index };
  assert((await assertRight(device, gatherRows, { problem })).facts.dispatches > 1);
}, MEBIBYTE);

/** Options of a sampler by the three-step map, whose blocks are the host's bit for bit. */
const sampling = (graph: CsrMatrix, how: NeighborSampling) => ({
  ...how,
  graph,
  maxSeeds: 40,
  idMap: idMaps.find(({ id, backend }) => id === "three-step" && backend === "webgpu")!,
});

/** Parts of a graph that walks can bind: seven bindings are for other operands. */
const partsOfWalks = ({ limits }: WebGpuDevice) => limits.storageBindings - 7;

/** Samplings, and the least degree of a vertex with neighbours, by which walks bind three parts. */
const CUT: readonly (readonly [how: NeighborSampling, degree: number])[] = [
  [{ kind: "uniform", fanouts: [9, 60], seed: 1 }, 100],
  [{ kind: "random-walk", fanouts: [9, 20], length: 3, walks: 40, seed: 1 }, 50],
  [{ kind: "layer-importance", layerSizes: [4000, 1000], seed: 1 }, 100],
];
for (const [how, degree] of CUT) {
  for (const weighted of [false, true]) {
    testOnAdapter(
      `${how.kind} sampling cuts a graph with${weighted ? "" : "out"} values above a binding of 1 MiB`,
      async (device) => {
        if (how.kind === "random-walk" && partsOfWalks(device) < 3) {
          return console.log(`a launch of ${device.name} has no bindings for three parts: nothing is tested`);
        }
        const graph = matrixOf(ROWS, ROWS, (row) => row % 5 === 0 ? 0 : degree + row % 16, weighted);
        const sampler = await openSampler(device, sampling(graph, how));
        const { columns } = sampler.graph;
        assert(columns.length > 2 && columns.every(({ buffer }) => buffer.bytes <= 2 ** 20));
        // From all parts, and those around the first cut.
        const { endRow } = columns[0], around = [-2, -1, 0, 1].map((each) => endRow + each);
        for (const batch of [0, 1]) {
          const seeds = Uint32Array.of(...around, ...Array.from({ length: 36 }, (_, i) => batch + 331 * i));
          sampler.begin({ seeds, batch });
          sampler.run();
          const wanted = await sampleBatch(neighborDraw(graph, how), { seeds, batch });
          assert.deepEqual(await sampler.read(), wanted);
          assert(wanted.blocks[0].matrix.colIdx.length > 2_000);
        }
        sampler.destroy();
      },
      MEBIBYTE,
    );
  }
}

testOnAdapter(
  "random walks refuse a graph of more bindings than a launch has, and free its memory",
  async (device) => {
    const most = partsOfWalks(device), { bindingBytes } = device.limits;
    if (most > 60) return console.log(`a launch of ${device.name} binds all columns: nothing is tested`);
    const how: NeighborSampling = { kind: "random-walk", fanouts: [2], length: 2, walks: 4, seed: 1 };
    const graph = matrixOf(4000, 4000, () => Math.ceil((most + 1) * bindingBytes / 4 / 4000));
    await assert.rejects(openSampler(device, sampling(graph, how)), (error: Error) => {
      assert(error instanceof OutOfMemoryError, String(error));
      const { current, wanted } = error.parts;
      assert.match(
        current,
        /^[\d.]+ KiB of columns of the graph, cut by a binding limit of 32 KiB into \d+ parts$/,
      );
      assert.match(wanted, new RegExp(`^at most ${most} of them, `));
      return true;
    });
    assert.equal(device.ledger.live, 0);
    const small = matrixOf(1000, 1000, () => 8), batch = { seeds: Uint32Array.of(1, 2, 3), batch: 0 };
    const sampler = await openSampler(device, sampling(small, how));
    sampler.begin(batch);
    sampler.run();
    assert.deepEqual(await sampler.read(), await sampleBatch(neighborDraw(small, how), batch));
    sampler.destroy();
  },
  { bindingBytes: 2 ** 15 },
);
