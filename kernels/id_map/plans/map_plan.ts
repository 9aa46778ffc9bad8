/**
 * Plans of ID maps on CPU threads: the record that every step reads, and the launches over it.
 *
 * @module
 */
import type { WasmBuffer, WasmDevice } from "../../../hardware/cpu/device.ts";
import type { CallItems } from "../../../platform/wasm/bindings.ts";
import { nearAddress } from "../../../platform/wasm/near_address.ts";
import type { ParameterValues, Plan } from "../../kernel.ts";
import { type PlanArrays, planOnWasm } from "../../plans/plan_wasm.ts";
import type { IdMapOperands } from "../id_map.ts";
import { idMapWasm } from "../id_map_bindings.ts";
import { type TableShape, tableShape } from "../table.ts";

const BLOCK = 1024;
const CLEARED_BYTES = 65_536;
const PAIR_BYTES = 8;

/** Launch over blocks of ids, or on a single thread (`one`). */
export interface MapLaunch {
  /** Export of the module, and name of the step. */
  readonly fn: Parameters<typeof idMapWasm.call>[0];
  /** Ids that the launch's work items are blocks of. */
  readonly over: "ids" | "kept" | "all" | "one";
}

/** Steps of an ID map. */
export interface MapSteps {
  /** Launches that number ids; launches that enter kept ids are skipped where there are none. */
  readonly numbering: readonly MapLaunch[];
  /** Number of steps, as the papers count them. */
  readonly steps: number;
}

/** Arrays of a plan, by their names in machine code. */
export interface MapArrays extends Pick<IdMapOperands<WasmBuffer>, "sizes" | "ids" | "unique" | "local"> {
  /** Counters of the operands. */
  readonly counters: WasmBuffer;
  /** Pairs of words. */
  readonly table: WasmBuffer;
  /** Sums of the blocks. */
  readonly sums: WasmBuffer;
}

/** Function that prepares a step otherwise than as WebAssembly; `undefined` for a step that it leaves. */
export type PrepareStep = (
  fn: MapLaunch["fn"],
  items: CallItems,
  shape: TableShape,
  data: { readonly arrays: MapArrays; readonly plan: PlanArrays },
) => (() => void) | undefined;

/**
 * Builds the plan of an ID map.
 *
 * @throws {OutOfMemoryError} where there is no room, or WebAssembly does not reach an operand.
 */
export function planMap(
  device: WasmDevice,
  operands: IdMapOperands<WasmBuffer>,
  { numbering, steps, parameters, prepareStep = () => undefined }: MapSteps & {
    readonly parameters: ParameterValues;
    readonly prepareStep?: PrepareStep;
  },
): Promise<Plan> {
  return planOnWasm(device, idMapWasm, (plan) => {
    const { sizes, ids, unique, local, counters, capacity, keptCapacity } = operands;
    const shape = tableShape(operands.distinct, parameters), { slots, shift } = shape;
    const blocksOf = (count: number) => Math.ceil(count / BLOCK);
    const all = blocksOf(capacity + keptCapacity);
    const blocks = { ids: blocksOf(capacity), kept: blocksOf(keptCapacity), all, one: 1 };
    const table = plan.reserve("hash table", slots * PAIR_BYTES);
    const sums = plan.reserve("sums of blocks", 4 * all);
    const arrays = { sizes, ids, unique, local, counters, table, sums };
    const addresses = Object.values(arrays).map(({ address }) => address);
    const record = plan.upload(
      "record of an ID map",
      Uint32Array.of(...addresses.map(nearAddress), slots, shift),
    );
    const launches = [...numbering, { fn: "translate", over: "ids" } as const]
      .filter(({ over }) => over !== "kept" || keptCapacity > 0);
    const onWasm = (fn: MapLaunch["fn"], items: CallItems) => {
      const call = idMapWasm.call(fn, items, { record });
      return () => device.parallel(call);
    };
    const pieces = Math.ceil(slots * PAIR_BYTES / CLEARED_BYTES);
    const calls = [
      onWasm("clear", { items: pieces, block: 1 }),
      ...launches.map(({ fn, over }) => {
        const items = { items: blocks[over], block: taken(blocks[over], device.threads) };
        return prepareStep(fn, items, shape, { arrays, plan }) ?? onWasm(fn, items);
      }),
    ];
    return {
      run: () => calls.forEach((call) => call()),
      facts: {
        slots,
        steps,
        launches: launches.length,
        barriers: launches.length - 2,
        groupBarriers: 0,
      },
    };
  });
}

/** Blocks that a thread takes at once: taking them singly costs more than processing a small block. */
function taken(blocks: number, threads: number): number {
  return Math.max(1, Math.min(8, Math.floor(blocks / (threads * 8))));
}
