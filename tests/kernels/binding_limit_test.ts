/**
 * Operands above one binding (2^31 - 1 bytes on most adapters, here 1 MiB): kernels cut them, and what cannot
 * be cut is refused by name, with its bytes and the limit.
 *
 * @module
 */
import assert from "node:assert/strict";
import { sampleBatch, uniformNeighbors } from "../../graph/sampling/mod.ts";
import { gatherRows } from "../../kernels/gather_scatter/mod.ts";
import { idMaps } from "../../kernels/id_map/mod.ts";
import { openSampler } from "../../kernels/sampling/mod.ts";
import { rowSplitWebGpu } from "../../kernels/spmm/row_split/webgpu.ts";
import { DeviceError } from "../../platform/errors.ts";
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

testOnAdapter(
  "a sampler refuses a graph above a binding of 1 MiB by name, and frees its memory",
  async (device) => {
    const idMap = idMaps.find(({ id, backend }) => id === "three-step" && backend === "webgpu")!;
    const sampling = { fanouts: [2], seed: 1 };
    const open = (matrix: ReturnType<typeof graph>) =>
      openSampler(device, { ...sampling, graph: matrix, maxSeeds: 8, idMap, idMapParameters: {} });
    await assert.rejects(open(graph()), (error: Error) => {
      assert(error instanceof DeviceError, String(error));
      return /bind "[^"]+" of 1.10 MiB: found a binding limit of 1 MiB/.test(error.message);
    });
    assert.equal(device.ledger.live, 0);
    const small = matrixOf(1000, 1000, () => 24), batch = { seeds: Uint32Array.of(1, 2, 3), batch: 0 };
    const sampler = await open(small);
    sampler.begin(batch);
    sampler.run();
    assert.deepEqual(await sampler.read(), await sampleBatch(uniformNeighbors(small, sampling), batch));
    sampler.destroy();
  },
  MEBIBYTE,
);
