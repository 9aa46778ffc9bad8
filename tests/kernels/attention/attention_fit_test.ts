import assert from "node:assert/strict";
import type { CsrMatrix } from "../../../graph/csr.ts";
import { allocateMatrix, freeMatrix } from "../../../hardware/dense.ts";
import {
  blockDiagonal,
  blockDiagonalGradient,
  edgeSoftmax,
  edgeSoftmaxGradient,
  entrySums,
  headSddmm,
  headSpmm,
} from "../../../kernels/attention/mod.ts";
import { prepareKernel } from "../../../kernels/kernel.ts";
import type { Operation } from "../../../kernels/operation.ts";
import { rowSplitWasm } from "../../../kernels/spmm/row_split/wasm.ts";
import { UsageError } from "../../../platform/errors.ts";
import { testOnThreads } from "../../hardware/cpu/threads.ts";
import { testOnEveryBackend, uniforms } from "../every_backend.ts";
import { problemsOf } from "./every_operation.ts";
import { pattern, productProblems, softmaxProblem, sumsProblem } from "./random_patterns.ts";

const matrix = pattern(6, 9, (row) => row), heads = 3, headWidth = 5;
const products = productProblems(matrix, { heads, headWidth });

testOnEveryBackend("no operation is staged with a matrix whose indices are out of range", (device) => {
  for (const [operation, problem] of problemsOf(matrix, { heads, headWidth })) {
    const { matrix: whole } = problem as { readonly matrix?: CsrMatrix };
    if (whole === undefined) continue;
    const { colIdx, rowPtr } = whole;
    for (const wrong of [{ colIdx: colIdx.with(3, whole.cols) }, { rowPtr: rowPtr.with(2, 2 ** 31) }]) {
      const broken = { ...problem as object, matrix: { ...whole, ...wrong } };
      assert.throws(
        () => operation.stage(device, broken),
        /Cannot use a CSR matrix/,
        `${operation.id} ${Object.keys(wrong)}`,
      );
    }
  }
  return Promise.resolve();
});

testOnEveryBackend("no operation is staged without heads, nor with parts of one", (device) => {
  for (const [operation, problem] of problemsOf(matrix, { heads, headWidth })) {
    const names = ["heads", "headWidth"].filter((name) => name in (problem as object));
    for (const name of names) {
      for (const wrong of [0, -1, 1.5, NaN]) {
        const broken = { ...problem as object, [name]: wrong };
        const stage = () => operation.stage(device, broken);
        assert.throws(stage, /heads? of \S+ columns?\b/, `${operation.id}, ${name} ${wrong}`);
      }
    }
  }
  return Promise.resolve();
});

testOnEveryBackend("operands whose shapes do not fit each other are refused", async (device) => {
  const other = allocateMatrix(device, "other", 7, 7), few = device.allocate("few", 4);
  // deno-lint-ignore no-explicit-any
  const refused = async (operation: Operation<any, any>, problem: unknown, wrongs: readonly object[]) => {
    const operands = operation.stage(device, problem);
    for (const kernel of operation.kernels.filter(({ backend }) => backend === device.backend)) {
      for (const wrong of wrongs) {
        const prepared = prepareKernel(kernel, device, { ...operands, ...wrong }, 1);
        await assert.rejects(
          () => prepared,
          UsageError,
          `${operation.id} ${kernel.id} ${Object.keys(wrong)}`,
        );
      }
    }
    operation.release(device, operands);
  };
  const shape = [{ heads: 0 }, { heads: 1.5 }, { heads: 4 }, { output: other }];
  const width = [{ headWidth: 0 }, { headWidth: 6 }];
  const vectors = { vectors: uniforms(30, 1), gradient: uniforms(90, 1), heads, headWidth };
  await refused(blockDiagonal, vectors, [...shape, ...width, { x: other }]);
  await refused(blockDiagonalGradient, vectors, [...shape, ...width, { x: other }]);
  const turned = { matrix: products.backward.matrix };
  await refused(edgeSoftmax, softmaxProblem(matrix, heads), [...shape, turned, { scores: other }]);
  const learned = [{ scores: other }, { attention: other }, { gradient: other }];
  await refused(edgeSoftmaxGradient, softmaxProblem(matrix, heads), [...shape, turned, ...learned]);
  await refused(headSpmm, products.backward, [
    ...[...shape, ...width, { attention: other }, { x: other }, { order: few }],
  ]);
  await refused(headSddmm, products.entries, [...shape, ...width, { a: other }, { b: other }]);
  await refused(entrySums, sumsProblem(matrix, heads), [
    ...[...shape, { transposed: matrix }, { entries: other }, { order: few }, turned],
  ]);
  freeMatrix(device, other);
  device.free(few);
});

testOnEveryBackend("an order of a different matrix's entries is refused before it is uploaded", (device) => {
  const { order } = products.backward;
  for (const wrong of [order!.subarray(1), order!.with(3, order!.length)]) {
    assert.throws(() => headSpmm.stage(device, { ...products.backward, order: wrong }), UsageError);
    assert.throws(() => entrySums.stage(device, { ...sumsProblem(matrix, heads), order: wrong }), UsageError);
  }
  return Promise.resolve();
});

testOnThreads(
  "a plan shares the matrix with those of spmm and of the product at its entries",
  async (device) => {
    const { forward, entries } = productProblems(matrix, { heads: 2, headWidth: 4 });
    const operands = headSpmm.stage(device, forward), other = headSddmm.stage(device, entries);
    const live = () => device.ledger.live;
    const kernel = (operation: typeof headSpmm | typeof headSddmm) =>
      operation.kernels.find(({ backend }) => backend === "wasm") as typeof headSpmm.kernels[number];
    const before = live(), first = await prepareKernel(kernel(headSpmm), device, operands, 8);
    const shared = live();
    assert.ok(shared > before);
    const second = await prepareKernel(kernel(headSddmm), device, other as never, 8);
    const third = await prepareKernel(
      rowSplitWasm,
      device,
      { matrix, x: operands.x, y: operands.output, output: operands.output } as never,
      8,
    );
    assert.equal(live(), shared);
    for (const plan of [first, second, third]) plan.destroy();
    assert.equal(live(), before);
    headSpmm.release(device, operands);
    headSddmm.release(device, other);
  },
);

testOnThreads(
  "an order with invalid numbers on the device reads nothing beyond the entries",
  async (device) => {
    const operands = headSpmm.stage(device, products.backward);
    device.write(operands.order as never, new Uint32Array(products.backward.order!.length).fill(2 ** 31));
    const kernel = headSpmm.kernels.find(({ backend }) => backend === "wasm")!;
    const plan = await prepareKernel(kernel, device, operands, 15);
    plan.run();
    plan.destroy();
    headSpmm.release(device, operands);
  },
);
