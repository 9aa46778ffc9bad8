/**
 * SpMM by neighbour groups on the CPU, deterministic: groups write partial rows, which a second phase sums.
 *
 * @module
 */
import type { NeighborGroups } from "../../graph/neighbor_groups.ts";
import { loadWasm } from "../../platform/wasm/module.ts";
import type { KernelOn } from "../kernel.ts";
import { itemsPerBlock, wholePanel } from "../plan_wasm.ts";
import { GROUP_SIZE, type GroupPlan, planGroups } from "./device_groups_wasm.ts";
import type { SpmmOperandsOf } from "./spmm.ts";

const module = await loadWasm(new URL("./spmm.wasm", import.meta.url));

/** Most bytes of partial rows in one wave, which stay in a cache between the two phases. */
const PARTIAL_BYTES = 8 * 2 ** 20;

/** Wave: a range of groups whose partial rows are resident together, and the rows that they belong to. */
interface Wave {
  readonly firstGroup: number;
  readonly lastGroup: number;
  readonly firstSlot: number;
  readonly lastSlot: number;
  readonly firstRow: number;
  readonly lastRow: number;
}

/**
 * Offsets of each row's partial rows: every group of a row has one except the first, which writes to the
 * result.
 */
function partialSlots({ groupPtr }: NeighborGroups): Uint32Array {
  const slotPtr = new Uint32Array(groupPtr.length);
  for (let row = 0; row + 1 < groupPtr.length; row++) {
    slotPtr[row + 1] = slotPtr[row] + Math.max(0, groupPtr[row + 1] - groupPtr[row] - 1);
  }
  return slotPtr;
}

/** Divides the groups into waves of at most `capacity` partial rows; one wave where there are none. */
function cutWaves({ groupPtr, count }: NeighborGroups, slotPtr: Uint32Array, capacity: number): Wave[] {
  const rows = groupPtr.length - 1, slots = slotPtr[rows];
  const waves: Wave[] = [];
  let firstGroup = 0, firstRow = 0, row = 0;
  for (let firstSlot = 0; firstSlot < slots || waves.length === 0; firstSlot += capacity) {
    const lastSlot = Math.min(slots, firstSlot + capacity);
    if (lastSlot === slots) {
      waves.push({ firstGroup, lastGroup: count, firstSlot, lastSlot, firstRow, lastRow: rows });
      break;
    }
    // The next wave begins with the group of slot `lastSlot`; that group's row may have slots in both waves.
    while (slotPtr[row + 1] <= lastSlot) row++;
    const lastGroup = groupPtr[row] + 1 + lastSlot - slotPtr[row];
    waves.push({ firstGroup, lastGroup, firstSlot, lastSlot, firstRow, lastRow: row + 1 });
    firstGroup = lastGroup;
    firstRow = row;
  }
  return waves;
}

/** Kernel `neighbor-group@wasm`; see `assembly/neighbor_group.ts`. */
export const neighborGroupWasm: KernelOn<"wasm", SpmmOperandsOf> = {
  id: "neighbor-group",
  backend: "wasm",
  origin: { paper: "eppgcn", section: "Figure 2" },
  mapping:
    "a thread takes blocks of neighbour groups; a row's first group writes the row, its others partial rows, " +
    "which a second phase adds in order, in waves of at most 8 MiB (a thread stands for many warps)",
  source: module.digest,
  parameters: { groupSize: GROUP_SIZE },
  needs: () => ({ workgroupBytes: 0, workgroupInvocations: 1, storageBindings: 10 }),
  prepare(device, operands, { groupSize }) {
    const { matrix, x, y } = operands;
    const { threads } = device;
    const build: GroupPlan["build"] = (arrays, uploaded) => {
      const { address, stride } = wholePanel(y);
      const { groups, start, rowOf, groupPtr, sources, values, block } = uploaded;
      const slots = partialSlots(groups);
      const slotPtr = arrays.upload("partial rows of a row", slots);
      const fit = Math.max(1, Math.floor(PARTIAL_BYTES / Math.max(1, stride)));
      const capacity = Math.min(Math.max(1, slots[matrix.rows]), fit);
      const partials = arrays.reserve("partial rows", capacity * stride);
      const waves = y.cols === 0 ? [] : cutWaves(groups, slots, capacity);
      const calls = waves.flatMap(({ firstGroup, lastGroup, firstSlot, lastSlot, firstRow, lastRow }) => {
        const rows = lastRow - firstRow;
        return [{
          module,
          fn: "neighbor_group",
          items: lastGroup - firstGroup,
          block,
          args: [
            ...[firstGroup, start, rowOf, groupPtr, slotPtr, sources, values],
            ...[wholePanel(x).address, address, stride, partials.address, firstSlot],
          ],
        }, {
          module,
          fn: "neighbor_group_sum",
          items: rows,
          block: itemsPerBlock(rows, (lastSlot - firstSlot + rows) * stride / 4, threads),
          args: [
            ...[firstRow, groupPtr, slotPtr, address, stride, partials.address],
            ...[firstSlot, lastSlot],
          ],
        }];
      });
      return {
        run: () => calls.forEach((call) => device.parallel(call)),
        facts: {
          groups: groups.count,
          largest_group: groups.largest,
          atomics: 0,
          partial_bytes: partials.bytes,
          waves: waves.length,
        },
      };
    };
    return planGroups(device, operands, { kernel: "neighbor-group", module, groupSize, build });
  },
};
