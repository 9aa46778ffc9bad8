/**
 * Plans of samplers on CPU threads: the record that every export reads, and the launches over blocks of rows.
 *
 * @module
 */
import type { WasmBuffer, WasmDevice } from "../../../hardware/cpu/device.ts";
import type { WasmModule } from "../../../platform/wasm/module.ts";
import type { CallItems } from "../../../platform/wasm/bindings.ts";
import { nearAddress } from "../../../platform/wasm/near_address.ts";
import type { ParallelCall } from "../../../platform/wasm/worker_pool.ts";
import type { Plan } from "../../kernel.ts";
import { type PlanArrays, planOnWasm } from "../../plans/plan_wasm.ts";
import type { LayerOperands } from "../sampling.ts";

/** Rows of a block. */
export const BLOCK = 256;

const BLOCKS_AT_ONCE = 4;
const BLOCKS_A_THREAD = 8;
/** Bytes of a layer's key. */
const KEY_BYTES = 8;
/** Words of a vertex's draws that are generated at once. */
const DRAWN_WORDS = 8;

/** Module with the exports `Fn`, each of which takes the address of a record. */
export interface LayerModule<Fn extends string> extends WasmModule {
  /** Call of an export over all items. */
  call(fn: Fn, items: CallItems, args: { readonly record: number }): ParallelCall;
}

/** Launch of an export over work items. */
export interface LayerLaunch<Fn extends string> {
  /** Export of the module. */
  readonly fn: Fn;
  /** Number of work items; the number of blocks of rows when absent. */
  readonly items?: number;
}

/** Part of a plan that one kind of sampler adds. */
export interface LayerDrawing<Fn extends string> {
  /** Further words of the record. */
  readonly words: readonly number[];
  /** Launches in their order. */
  readonly launches: readonly LayerLaunch<Fn>[];
  /** Words of scratch memory of a block beside those of its draws; 0 when absent. */
  readonly scratchWords?: number;
  /** Number of blocks that draw; the number of blocks of rows when absent. */
  readonly drawingBlocks?: number;
}

/** Launch that computes the prefix sum over the blocks, on one thread. */
export const SCAN: LayerLaunch<"scan"> = { fn: "scan", items: 1 };

/** Plans the drawing of a layer. */
export function planLayer<Fn extends string>(
  device: WasmDevice,
  { module, operands }: { readonly module: LayerModule<Fn>; readonly operands: LayerOperands<WasmBuffer> },
  drawing: (arrays: PlanArrays) => LayerDrawing<NoInfer<Fn>>,
): Promise<Plan> {
  const { graph, destinations, keys, layer, maxRows, rowPtr, map, values } = operands;
  // The arena is one binding.
  const [{ buffer: columns }] = graph.columns;
  const key = { address: keys.address + KEY_BYTES * layer };
  return planOnWasm(device, module, (arrays) => {
    const { words, launches, scratchWords = 0, drawingBlocks = 0 } = drawing(arrays);
    const blocks = Math.ceil(maxRows / BLOCK);
    const scratchBytes = 4 * (DRAWN_WORDS + scratchWords);
    const sums = arrays.reserve("sums of blocks", 4 * blocks);
    const scratch = arrays.reserve("draws of blocks", scratchBytes * Math.max(blocks, drawingBlocks));
    const buffers = [
      destinations.unique,
      destinations.sizes,
      destinations.counters,
      graph.rowPtr,
      columns,
      key,
      map.sizes,
      map.unique,
      map.ids,
      values,
      rowPtr,
      sums,
      scratch,
    ];
    const record = arrays.upload(
      "record of a layer",
      Uint32Array.of(...buffers.map((buffer) => nearAddress(buffer?.address ?? 0)), scratchBytes, ...words),
    );
    const calls = launches.map(({ fn, items = blocks }) => {
      const even = Math.floor(items / (device.threads * BLOCKS_A_THREAD));
      return module.call(fn, { items, block: Math.max(1, Math.min(BLOCKS_AT_ONCE, even)) }, { record });
    });
    return {
      run: () => calls.forEach((call) => device.parallel(call)),
      facts: { launches: calls.length },
    };
  });
}
