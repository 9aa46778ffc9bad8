/**
 * Uniform sampling on threads.
 *
 * @module
 */
import type { WasmDevice } from "../../hardware/wasm/device.ts";
import { loadWasm } from "../../platform/wasm.ts";
import type { KernelOn, Plan } from "../kernel.ts";
import { planOnWasm } from "../plan_wasm.ts";
import type { LayerOperandsOf } from "./sampling.ts";

const module = await loadWasm(new URL("./sampling.wasm", import.meta.url));

const BLOCK = 256;
const BLOCKS_AT_ONCE = 4;

const kernel = {
  backend: "wasm",
  source: module.digest,
  parameters: {},
  needs: () => ({ workgroupBytes: 0, workgroupInvocations: 1, storageBindings: 12 }),
} as const;

function planLayer(
  device: WasmDevice,
  { graph, destinations, key, fanout, maxRows, rowPtr, map }: LayerOperandsOf["wasm"],
  exports: readonly string[],
): Promise<Plan> {
  return planOnWasm(device, module, ({ reserve, upload }) => {
    const blocks = Math.ceil(maxRows / BLOCK);
    const sums = reserve("sums of blocks", 4 * blocks);
    const buffers = [
      ...[destinations.unique, destinations.sizes, destinations.counters, graph.rowPtr, graph.colIdx, key],
      ...[map.sizes, map.unique, map.ids, map.local, rowPtr, sums],
    ];
    const record = upload(
      "record of a layer",
      Uint32Array.of(...buffers.map(({ address }) => address), fanout),
    );
    const calls = exports.map((fn) => ({
      ...{ module, fn, args: [record] },
      ...(fn === "scan" ? { items: 1, block: 1 } : { items: blocks, block: BLOCKS_AT_ONCE }),
    }));
    return {
      run: () => calls.forEach((call) => device.parallel(call)),
      facts: { launches: calls.length },
    };
  });
}

/** `uniform@wasm`; see `assembly/sampling.ts`. */
export const uniformWasm: KernelOn<"wasm", LayerOperandsOf> = {
  ...kernel,
  id: "uniform",
  origin: { paper: "fastgl", section: "2.1" },
  mapping: "threads take blocks of 256 destinations: they count, wait while one adds up, and draw",
  prepare: (device, operands) => planLayer(device, operands, ["count", "scan", "draw"]),
};

/** `sort-rows@wasm`; see `assembly/sampling.ts`. */
export const sortRowsWasm: KernelOn<"wasm", LayerOperandsOf> = {
  ...kernel,
  id: "sort-rows",
  origin: { paper: "own", section: "" },
  mapping: "threads take blocks of 256 rows and sort each by insertion",
  prepare: (device, operands) => planLayer(device, operands, ["sort"]),
};
