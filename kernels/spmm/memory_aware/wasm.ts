/**
 * Memory-aware aggregation (fastgl) on the CPU: blocks of targets and features whose sums and weights stay in
 * scratch memory.
 *
 * @module
 */
import { nnz } from "../../../graph/csr.ts";
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { itemsPerBlock } from "../../plans/plan_wasm.ts";
import { planCsr } from "../plans/csr_plan_wasm.ts";
import { reserveScratch } from "../plans/scratch_wasm.ts";
import type { SpmmOperandsOf } from "../spmm.ts";
import { spmmWasm } from "../spmm_bindings.ts";
import { memoryAware } from "./kernel.ts";

const TARGETS = 8;
const FEATURES = 32;
const CHUNK = 64;
/** Bytes of the partial sums and the staged weights, as `assembly.ts` lays them out. */
const BLOCK_BYTES = TARGETS * (FEATURES + CHUNK) * 4;

/** Kernel `memory-aware@wasm`; see `assembly.ts`. */
export const memoryAwareWasm: KernelOn<"wasm", SpmmOperandsOf> = kernelOn("wasm", memoryAware, {
  source: spmmWasm.digest,
  prepare: (device, operands) =>
    planCsr(device, operands, memoryAware.id, (csr, arrays) => {
      const { matrix, y } = operands;
      const scratch = reserveScratch(device, arrays, BLOCK_BYTES);
      const items = y.cols === 0 ? 0 : Math.ceil(matrix.rows / TARGETS);
      const block = itemsPerBlock(items, nnz(matrix) * y.cols, device.threads);
      const args = { ...csr, ...scratch.args, rowCount: matrix.rows };
      const call = spmmWasm.call("memory_aware", { items, block }, args);
      return {
        run: () => {
          scratch.clear();
          device.parallel(call);
        },
        facts: { block, scratch_bytes: scratch.bytes },
      };
    }),
});
