/**
 * Tests of aggregation matrices that an adapter computes from sampled blocks, and of their transposes: those
 * of the host, entry by entry.
 *
 * @module
 */
import assert from "node:assert/strict";
import { type CsrMatrix, nnz } from "../../../graph/csr.ts";
import { csrFromEdges } from "../../../graph/edges.ts";
import { transpose } from "../../../graph/transpose.ts";
import type { WebGpuBuffer, WebGpuDevice } from "../../../hardware/webgpu/device.ts";
import { type BlockMatrixKind, planBlockMatrix } from "../../../kernels/block_matrix/mod.ts";
import { idMaps } from "../../../kernels/id_map/mod.ts";
import { openSampler } from "../../../kernels/sampling/mod.ts";
import type { ResidentCsr } from "../../../kernels/spmm/resident_csr.ts";
import { type Aggregation, aggregationMatrix } from "../../../training/mini_batch/aggregation.ts";
import { RandomStream } from "../../../platform/random.ts";
import { testOnAdapter } from "../../hardware/webgpu/any_adapter.ts";

/** Vertices, one of which is drawn by most others; some have a loop, and 40 no edge. */
const VERTICES = 400;

function hubGraph(): CsrMatrix {
  const stream = new RandomStream(7, "hub");
  const edges = 360 * 12;
  const target = Uint32Array.from({ length: edges }, () => stream.below(360));
  const source = target.map((own, e) => e % 6 === 0 ? 3 : e % 17 === 0 ? own : stream.below(360));
  return csrFromEdges({ vertices: VERTICES, source, target });
}

/** Kinds of matrix, with the launches of one and of one with its transpose. */
const KINDS: readonly (readonly [Aggregation, Omit<BlockMatrixKind, "transposed">, readonly number[]])[] = [
  ["mean", { diagonal: false, values: "mean" }, [1, 6]],
  ["gcn", { diagonal: true, values: "gcn" }, [4, 8]],
  ["sum", { diagonal: true }, [3, 7]],
];

async function readCsr(device: WebGpuDevice, csr: ResidentCsr<WebGpuBuffer>): Promise<CsrMatrix> {
  const words = async (buffer: WebGpuBuffer, count: number) =>
    new Uint32Array(await device.read(buffer, 4 * count));
  const rowPtr = await words(csr.rowPtr, csr.rows + 1);
  const colIdx = await words(csr.colIdx, rowPtr[csr.rows]);
  const pattern = { rows: csr.rows, cols: csr.cols, rowPtr, colIdx };
  return csr.values
    ? { ...pattern, values: new Float32Array((await words(csr.values, colIdx.length)).buffer) }
    : pattern;
}

/** Asserts that a matrix is `wanted` with empty rows behind it. */
function assertWithin(got: CsrMatrix, wanted: CsrMatrix): void {
  const { rows } = wanted;
  assert.deepEqual(got.rowPtr.slice(0, rows + 1), wanted.rowPtr);
  assert(got.rowPtr.subarray(rows).every((end) => end === nnz(wanted)));
  assert.deepEqual(got.colIdx, wanted.colIdx);
  assert.equal(got.values === undefined, wanted.values === undefined);
  wanted.values?.forEach((value, e) =>
    assert(Math.abs(got.values![e] - value) <= 1e-6 * value, `entry ${e}`)
  );
}

for (const [aggregation, kind, launches] of KINDS) {
  testOnAdapter(
    `matrices of ${aggregation} and their transposes are the host's, batch after batch`,
    async (device) => {
      const graph = hubGraph();
      const sampler = await openSampler(device, {
        graph,
        fanouts: [4, 15],
        seed: 3,
        maxSeeds: 150,
        idMap: idMaps.find(({ id, backend }) => id === "three-step" && backend === "webgpu")!,
      });
      const [block] = sampler.blocks.slice(-1);
      const whole = await planBlockMatrix(device, block, { ...kind, transposed: true });
      const plain = await planBlockMatrix(device, block, { ...kind, transposed: false });
      assert.equal(plain.transposed, undefined);
      assert.deepEqual([plain, whole].map(({ plan }) => plan.facts!.launches), launches);
      // The second batch is smaller: nothing of the first may be left.
      for (const [batch, count] of [150, 20, 1].entries()) {
        const seeds = Uint32Array.from({ length: count }, (_, i) => (i * 7 + 3) % VERTICES);
        sampler.begin({ seeds, batch });
        sampler.run();
        for (const { plan } of [whole, plain]) plan.run();
        const { blocks } = await sampler.read();
        const wanted = aggregationMatrix(blocks[1], aggregation);
        assertWithin(await readCsr(device, whole.matrix), wanted);
        assertWithin(await readCsr(device, plain.matrix), wanted);
        const flipped = await readCsr(device, whole.transposed!);
        assertWithin(flipped, transpose(wanted));
        if (batch === 0) {
          assert(Math.max(...flipped.rowPtr.map((end, r) => end - (flipped.rowPtr[r - 1] ?? 0))) > 64);
        }
      }
      for (const { plan } of [whole, plain]) plan.destroy();
      sampler.destroy();
      assert.equal(device.ledger.live, 0);
    },
  );
}
