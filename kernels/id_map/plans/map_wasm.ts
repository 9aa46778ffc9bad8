/**
 * Plans of ID maps on CPU threads: the record that every export reads, and the launches over it.
 *
 * @module
 */
import { type KernelIdentity, type KernelOn, kernelOn } from "../../kernel.ts";
import { planOnWasm } from "../../plan_wasm.ts";
import type { IdMapOperandsOf } from "../id_map.ts";
import { idMapWasm } from "../id_map_bindings.ts";
import { TABLE_PARAMETERS, tableShape } from "../table.ts";

const BLOCK = 1024;
const CLEARED_BYTES = 65_536;
const PAIR_BYTES = 8;

/** Launch over blocks of ids, or on a single thread (`one`). */
export interface MapLaunch {
  /** Export of the module. */
  readonly fn: Parameters<typeof idMapWasm.call>[0];
  /** Ids that the launch's work items are blocks of. */
  readonly over: "ids" | "kept" | "all" | "one";
}

/** Builds the part of a kernel that all ID maps on CPU threads have in common. */
export function mapOnThreads(
  identity: KernelIdentity,
  { numbering, steps }: {
    /** Launches that number ids; launches that enter kept ids are skipped where there are none. */
    readonly numbering: readonly MapLaunch[];
    /** Number of steps, as the papers count them. */
    readonly steps: number;
  },
): KernelOn<"wasm", IdMapOperandsOf> {
  return kernelOn("wasm", identity, {
    source: idMapWasm.digest,
    parameters: TABLE_PARAMETERS,
    prepare: (device, operands, parameters) =>
      planOnWasm(device, idMapWasm, ({ reserve, upload }) => {
        const { sizes, ids, unique, local, counters, capacity, keptCapacity } = operands;
        const { slots, shift } = tableShape(operands.distinct, parameters);
        const blocksOf = (count: number) => Math.ceil(count / BLOCK);
        const all = blocksOf(capacity + keptCapacity);
        const blocks = { ids: blocksOf(capacity), kept: blocksOf(keptCapacity), all, one: 1 };
        const table = reserve("hash table", slots * PAIR_BYTES);
        const sums = reserve("sums of blocks", 4 * all);
        const arrays = [sizes, ids, unique, local, counters, table, sums].map(({ address }) => address);
        const record = upload("record of an ID map", Uint32Array.of(...arrays, slots, shift));
        const pieces = Math.ceil(slots * PAIR_BYTES / CLEARED_BYTES);
        const launches = [...numbering, { fn: "translate", over: "ids" } as const]
          .filter(({ over }) => over !== "kept" || keptCapacity > 0);
        const calls = [
          idMapWasm.call("clear", { items: pieces, block: 1 }, { record }),
          ...launches.map(({ fn, over }) => {
            const items = blocks[over];
            return idMapWasm.call(fn, { items, block: taken(items, device.threads) }, { record });
          }),
        ];
        return {
          run: () => calls.forEach((call) => device.parallel(call)),
          facts: {
            slots,
            steps,
            launches: launches.length,
            barriers: launches.length - 2,
            groupBarriers: 0,
          },
        };
      }),
  });
}

/** Blocks that a thread takes at once: taking them singly costs more than processing a small block. */
function taken(blocks: number, threads: number): number {
  return Math.max(1, Math.min(8, Math.floor(blocks / (threads * 8))));
}
