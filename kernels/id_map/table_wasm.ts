/**
 * Plans of ID maps on CPU threads: the record that every export reads, and the launches over it.
 *
 * @module
 */
import type { WasmDevice } from "../../hardware/cpu/device.ts";
import { loadWasm } from "../../platform/wasm/module.ts";
import type { KernelOn, ParameterValues, Plan } from "../kernel.ts";
import { planOnWasm } from "../plan_wasm.ts";
import type { IdMapOperandsOf } from "./id_map.ts";
import { TABLE_PARAMETERS, tableShape } from "./table.ts";

const module = await loadWasm(new URL("./id_map.wasm", import.meta.url));

const BLOCK = 1024;
const CLEARED = 65_536;
const PAIR_BYTES = 8;

/** Launch over blocks of ids, or on a single thread (`one`). */
export interface MapLaunch {
  /** Export of the module. */
  readonly fn: string;
  /** Ids that the launch's work items are blocks of. */
  readonly over: "ids" | "kept" | "all" | "one";
}

/** Builds the part of a kernel that all ID maps on CPU threads have in common. */
export function mapOnThreads(
  kernel: Pick<KernelOn<"wasm", IdMapOperandsOf>, "id" | "origin" | "mapping">,
  { numbering, steps }: {
    /** Launches that number ids; launches that enter kept ids are skipped where there are none. */
    readonly numbering: readonly MapLaunch[];
    /** Number of steps, as the papers count them. */
    readonly steps: number;
  },
): KernelOn<"wasm", IdMapOperandsOf> {
  return {
    ...kernel,
    backend: "wasm",
    source: module.digest,
    parameters: TABLE_PARAMETERS,
    needs: () => ({ workgroupBytes: 0, workgroupInvocations: 1, storageBindings: 7 }),
    prepare: (device, operands, parameters) => planMap(device, operands, { parameters, numbering, steps }),
  };
}

function planMap(
  device: WasmDevice,
  operands: IdMapOperandsOf["wasm"],
  { parameters, numbering, steps }: {
    readonly parameters: ParameterValues;
    readonly numbering: readonly MapLaunch[];
    readonly steps: number;
  },
): Promise<Plan> {
  return planOnWasm(device, module, ({ reserve, upload }) => {
    const { capacity, keptCapacity } = operands;
    const { slots, shift } = tableShape(operands.distinct, parameters);
    const blocksOf = (ids: number) => Math.ceil(ids / BLOCK);
    const table = reserve("hash table", slots * PAIR_BYTES).address;
    const sums = reserve("sums of blocks", 4 * blocksOf(capacity + keptCapacity)).address;
    const { sizes, ids, unique, local, counters } = operands;
    const record = upload(
      "record of an ID map",
      Uint32Array.of(
        ...[sizes, ids, unique, local, counters].map(({ address }) => address),
        ...[table, sums, slots, shift],
      ),
    );
    const items = { ids: capacity, kept: keptCapacity, all: capacity + keptCapacity };
    const call = ({ fn, over }: MapLaunch) => {
      const blocks = over === "one" ? 1 : blocksOf(items[over]);
      return { module, fn, items: blocks, block: taken(blocks, device.threads), args: [record] };
    };
    const launches = [
      ...numbering.filter(({ over }) => over !== "kept" || keptCapacity > 0),
      {
        fn: "translate",
        over: "ids",
      } as const,
    ];
    const pieces = Math.ceil(slots * PAIR_BYTES / CLEARED);
    const clear = { module, fn: "clear", items: pieces, block: 1, args: [record] };
    const calls = [clear, ...launches.map(call)];
    return {
      run: () => calls.forEach((each) => device.parallel(each)),
      facts: { slots, steps, launches: launches.length, barriers: launches.length - 2, groupBarriers: 0 },
    };
  });
}

/** Blocks that a thread takes at once: taking them singly costs more than processing a small block. */
function taken(blocks: number, threads: number): number {
  return Math.max(1, Math.min(8, Math.floor(blocks / (threads * 8))));
}
