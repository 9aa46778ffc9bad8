/**
 * Fused-Map on WebGPU.
 *
 * @module
 */
import type { KernelOn } from "../kernel.ts";
import type { IdMapOperandsOf } from "./id_map.ts";
import fused from "./fused.wgsl" with { type: "text" };
import keep from "./keep.wgsl" with { type: "text" };
import { mapOnAdapter } from "./table_webgpu.ts";

const GROUP_BARRIERS = 2;

function fusedMap(
  kernel: Pick<KernelOn<"webgpu", IdMapOperandsOf>, "id" | "origin" | "mapping">,
  grouped: boolean,
): KernelOn<"webgpu", IdMapOperandsOf> {
  return mapOnAdapter(kernel, {
    sources: [keep, fused],
    steps: 2,
    workgroupWords: () => 2,
    async number({ operands, table, workgroup, dispatch }) {
      const { sizes, ids, unique, counters, capacity, keptCapacity } = operands;
      const keeping = keptCapacity === 0 ? [] : [
        await dispatch({
          source: keep,
          invocations: keptCapacity,
          buffers: [sizes, unique, table, counters],
        }),
      ];
      const numbering = await dispatch({
        source: fused,
        invocations: capacity,
        buffers: [sizes, ids, unique, table, counters],
        constants: { GROUPED: grouped ? 1 : 0 },
      });
      return {
        dispatches: [...keeping, numbering],
        groupBarriers: grouped ? GROUP_BARRIERS * Math.ceil(capacity / workgroup) : 0,
      };
    },
  });
}

/**
 * Kernel `fused-map@webgpu`; see `fused.wgsl`. Local ids follow the order in which invocations enter the ids.
 */
export const fusedMapWebGpu: KernelOn<"webgpu", IdMapOperandsOf> = fusedMap({
  id: "fused-map",
  origin: { paper: "fastgl", section: "4.3, Algorithm 2" },
  mapping:
    "one invocation an id; whichever takes an id's slot adds one to a shared counter and numbers it; then one " +
    "invocation an id looks it up",
}, false);

/** Kernel `fused-map-grouped@webgpu`: the counter is advanced once for all new ids of a workgroup. */
export const fusedMapGroupedWebGpu: KernelOn<"webgpu", IdMapOperandsOf> = fusedMap({
  id: "fused-map-grouped",
  origin: { paper: "own", section: "" },
  mapping:
    "as fused-map, but invocations that take a slot are ranked in workgroup memory and one of them adds all to " +
    "the shared counter",
}, true);
