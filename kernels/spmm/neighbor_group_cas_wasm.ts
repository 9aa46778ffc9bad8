/**
 * SpMM by neighbour groups on the CPU, where groups of one row add to it by compare-exchange.
 *
 * @module
 */
import { loadWasm } from "../../platform/wasm/module.ts";
import type { KernelOn } from "../kernel.ts";
import { wholePanel } from "../plan_wasm.ts";
import { rowsPerBlock } from "./device_csr_wasm.ts";
import { GROUP_SIZE, type GroupPlan, planGroups } from "./device_groups_wasm.ts";
import type { SpmmOperandsOf } from "./spmm.ts";

const module = await loadWasm(new URL("./spmm.wasm", import.meta.url));

/** Bytes of a thread's scratch memory besides one row of x: the flag. */
const FLAG_BYTES = 128;

/**
 * Kernel `neighbor-group-cas@wasm`; see `assembly/neighbor_group_cas.ts`. The order of the additions, and so
 * the rounding, varies.
 */
export const neighborGroupCasWasm: KernelOn<"wasm", SpmmOperandsOf> = {
  id: "neighbor-group-cas",
  backend: "wasm",
  origin: { paper: "eppgcn", section: "Figure 2" },
  mapping:
    "a thread takes blocks of neighbour groups; a group that shares its row sums in scratch memory and adds " +
    "each column by compare-exchange of the float's bits (a thread stands for many warps: fewer collide)",
  source: module.digest,
  parameters: { groupSize: GROUP_SIZE },
  needs: () => ({ workgroupBytes: 0, workgroupInvocations: 1, storageBindings: 9 }),
  prepare(device, operands, { groupSize }) {
    const { matrix, x, y } = operands;
    const { threads } = device;
    const build: GroupPlan["build"] = (arrays, uploaded) => {
      const { address, stride } = wholePanel(y);
      const { groups, start, rowOf, groupPtr, rowPtr, sources, values, block, sharing } = uploaded;
      const scratches = arrays.reserve("scratch", threads * (FLAG_BYTES + stride));
      const calls = y.cols === 0 ? [] : [{
        module,
        fn: "neighbor_group_clear",
        items: matrix.rows,
        block: rowsPerBlock(matrix, y.cols, threads),
        args: [groupPtr, address, stride],
      }, {
        module,
        fn: "neighbor_group_cas",
        items: groups.count,
        block,
        args: [
          ...[start, rowOf, rowPtr, sources, values, wholePanel(x).address, address],
          ...[stride, y.cols, scratches.address, threads],
        ],
      }];
      return {
        run: () => {
          device.clear(scratches);
          calls.forEach((call) => device.parallel(call));
        },
        facts: { groups: groups.count, largest_group: groups.largest, atomics: sharing * y.cols },
      };
    };
    return planGroups(device, operands, { kernel: "neighbor-group-cas", module, groupSize, build });
  },
};
