/**
 * Memory-aware aggregation (fastgl) on the CPU: blocks of targets and features whose sums and weights stay in
 * scratch memory.
 *
 * @module
 */
import { nnz } from "../../graph/csr.ts";
import { loadWasm } from "../../platform/wasm/module.ts";
import type { KernelOn } from "../kernel.ts";
import { itemsPerBlock, planOnWasm, wholePanel } from "../plan_wasm.ts";
import { shareCsr } from "./device_csr_wasm.ts";
import { planSharing } from "./shared_arrays.ts";
import type { SpmmOperandsOf } from "./spmm.ts";

const module = await loadWasm(new URL("./spmm.wasm", import.meta.url));

const TARGETS = 8;
const FEATURES = 32;
const CHUNK = 64;
/**
 * Bytes of scratch memory as `assembly/memory_aware.ts` lays it out: a flag, the partial sums, the staged
 * weights.
 */
const SCRATCH_BYTES = 128 + TARGETS * FEATURES * 4 + TARGETS * CHUNK * 4;

/** Kernel `memory-aware@wasm`; see `assembly/memory_aware.ts`. */
export const memoryAwareWasm: KernelOn<"wasm", SpmmOperandsOf> = {
  id: "memory-aware",
  backend: "wasm",
  origin: { paper: "fastgl", section: "equation 4" },
  mapping:
    "a thread takes blocks of 8 targets x 32 features; partial sums live in registers within a chunk of 64 " +
    "weights a target, and with the staged weights in scratch memory between chunks (on a CPU an analogue: its " +
    "caches do by themselves what shared memory does on a GPU, so that staging can only cost)",
  source: module.digest,
  parameters: {},
  needs: () => ({ workgroupBytes: 0, workgroupInvocations: 1, storageBindings: 6 }),
  prepare(device, operands) {
    const { matrix, x, y } = operands;
    return planSharing(device, "memory-aware", (share) =>
      planOnWasm(device, module, (arrays) => {
        const { address, stride } = wholePanel(y);
        const { rowPtr, sources, values } = shareCsr(share, operands);
        const scratches = arrays.reserve("scratch", device.threads * SCRATCH_BYTES);
        const items = y.cols === 0 ? 0 : Math.ceil(matrix.rows / TARGETS);
        const call = {
          module,
          fn: "memory_aware",
          items,
          block: itemsPerBlock(items, nnz(matrix) * y.cols, device.threads),
          args: [
            ...[matrix.rows, rowPtr, sources, values, wholePanel(x).address, address, stride],
            ...[scratches.address, device.threads],
          ],
        };
        return {
          run: () => {
            device.clear(scratches);
            device.parallel(call);
          },
          facts: { block: call.block, scratch_bytes: scratches.bytes },
        };
      }));
  },
};
