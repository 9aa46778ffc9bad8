/**
 * Fused-Map on WebGPU.
 *
 * @module
 */
import type { KernelIdentity, KernelOn } from "../../kernel.ts";
import { WORKGROUP } from "../../plans/plan_webgpu.ts";
import type { IdMapOperandsOf } from "../id_map.ts";
import { mapOnAdapter } from "../plans/map_webgpu.ts";
import { fusedMap, fusedMapGrouped } from "./kernel.ts";
import fused from "./fused.wgsl" with { type: "text" };
import keep from "./keep.wgsl" with { type: "text" };

const GROUP_BARRIERS = 2;
/** Two variables, each of which counts as a vector of 16 bytes. */
const WORKGROUP_BYTES = 32;

function fusedOnAdapter(
  identity: KernelIdentity,
  { grouped = false } = {},
): KernelOn<"webgpu", IdMapOperandsOf> {
  return mapOnAdapter(identity, {
    sources: [keep, fused],
    steps: 2,
    workgroup: WORKGROUP,
    workgroupBytes: () => WORKGROUP_BYTES,
    number({ operands, table, workgroup, launch }) {
      const { sizes, ids, unique, counters, capacity, keptCapacity } = operands;
      const keeping = { source: keep, items: keptCapacity, buffers: [sizes, unique, table, counters] };
      const numbering = {
        source: fused,
        items: capacity,
        buffers: [sizes, ids, unique, table, counters],
        constants: { GROUPED: grouped ? 1 : 0 },
      };
      return {
        launches: (keptCapacity > 0 ? [keeping, numbering] : [numbering]).map(launch),
        groupBarriers: grouped ? GROUP_BARRIERS * Math.ceil(capacity / workgroup) : 0,
      };
    },
  });
}

/** Kernel `fused-map@webgpu`; see `fused.wgsl`. */
export const fusedMapWebGpu: KernelOn<"webgpu", IdMapOperandsOf> = fusedOnAdapter(fusedMap);

/** Kernel `fused-map-grouped@webgpu`; see `fused.wgsl`. */
export const fusedMapGroupedWebGpu: KernelOn<"webgpu", IdMapOperandsOf> = fusedOnAdapter(
  fusedMapGrouped,
  { grouped: true },
);
