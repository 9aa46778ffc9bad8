/**
 * Buffers at the end of the address space of 32 bits: an address one row behind such a buffer is a small one.
 *
 * @module
 */
import assert from "node:assert/strict";
import type { WasmDevice } from "../../hardware/cpu/device.ts";
import { smallProblems } from "../../kernels/checks/small_problems.ts";
import { edgeSoftmax, edgeSoftmaxGradient } from "../../kernels/attention/mod.ts";
import { columnSum } from "../../kernels/column_sum/mod.ts";
import { gemm } from "../../kernels/gemm/mod.ts";
import { kernelName } from "../../kernels/kernel.ts";
import type { Operation } from "../../kernels/operation.ts";
import { operations } from "../../kernels/registry.ts";
import { verifyKernel } from "../../kernels/checks/verify_kernel.ts";
import { testOnCpu } from "../hardware/cpu/threads.ts";
import { replaceAllocation } from "../hardware/replaced_allocation.ts";
import { pattern, softmaxProblem } from "./attention/random_patterns.ts";
import { uniforms } from "./every_backend.ts";
import { FORMS, randomGemm } from "./gemm/gemm_problem.ts";

const ALIGNMENT = 128;
/** Last address at which a buffer may end. */
const TOP = 2 ** 32 - ALIGNMENT;

// deno-lint-ignore no-explicit-any
type AnyOperation = Operation<any, any>;

/** Problems with rows of more bytes than lie between the last buffer and the end of the address space. */
const WIDE: readonly (readonly [AnyOperation, unknown])[] = [
  [columnSum, { x: uniforms(300, 1), rows: 3, cols: 100 }],
  ...FORMS.map((form) => [gemm, randomGemm(100, 40, { cols: 100, form })] as const),
  ...[edgeSoftmax, edgeSoftmaxGradient].map((operation) =>
    [operation, softmaxProblem(pattern(20, 30, (row) => row % 7), 80)] as const
  ),
];

const PROBLEMS = [
  ...operations.map((operation) => [operation, smallProblems[operation.id][0]] as const),
  ...WIDE,
] as readonly (readonly [AnyOperation, unknown])[];

/** Runs work with its buffer of this number at the end of the address space; whether it has so many. */
async function withBufferAtTop(device: WasmDevice, which: number, work: () => Promise<void>) {
  let count = 0, ends = 0;
  const replaced = replaceAllocation(device, (allocate) => (label, bytes) => {
    if (count++ !== which) return allocate(label, bytes);
    const probe = allocate("probe", ALIGNMENT), from = probe.address;
    device.free(probe);
    const at = ALIGNMENT * Math.floor((TOP - bytes) / ALIGNMENT), filler = allocate("filler", at - from);
    const buffer = allocate(label, bytes);
    device.free(filler);
    ends = buffer.address + bytes;
    return buffer;
  });
  try {
    await work();
  } finally {
    replaced[Symbol.dispose]();
  }
  assert.ok(count <= which || TOP - ends < ALIGNMENT, `the buffer ends at ${ends}`);
  return count > which;
}

for (const backend of ["wasm", "x86"] as const) {
  testOnCpu(
    backend,
    `kernels of ${backend} are right with any buffer at the end of memory`,
    async (device) => {
      for (const [operation, problem] of PROBLEMS) {
        for (const kernel of operation.kernels.filter((each) => each.backend === backend)) {
          const verify = async () => {
            const report = await verifyKernel({ operation, kernel, device }, problem, { seed: 1 });
            assert.ok(report.ok, `${operation.id} ${kernelName(kernel)}: ${JSON.stringify(report)}`);
          };
          let which = 0;
          while (await withBufferAtTop(device, which, verify)) which++;
          assert.ok(which > 0);
        }
      }
    },
    [1],
  );
}
