/**
 * Plans of ID maps on WebGPU: the table, and the dispatches that all maps have.
 *
 * @module
 */
import type { WebGpuBuffer } from "../../../hardware/webgpu/device.ts";
import { type KernelIdentity, type KernelOn, kernelOn, type Parameter } from "../../kernel.ts";
import type { Launch, WebGpuPlanBuilder } from "../../plans/plan_webgpu.ts";
import type { IdMapOperandsOf } from "../id_map.ts";
import { TABLE_PARAMETERS, tableShape } from "../table.ts";
import { planSteps } from "./steps_webgpu.ts";
import hashTable from "./hash_table.wgsl" with { type: "text" };
import translate from "./translate.wgsl" with { type: "text" };

const BINDINGS = 6;
const PAIR_BYTES = 8;
/** Cost of an id, some uncached accesses, in multiply-adds that take as long. */
const WORK_AN_ID = 64;

const COUNT: Parameter = {
  meaning: "1: count atomics and probes, with atomics of its own; 0: do not",
  default: 0,
  range: [0, 1],
};

/** Launch whose uniform holds the parameters of the hash. */
export interface MapLaunch {
  /** WGSL text that follows `hash_table.wgsl`. */
  readonly source: string;
  /** Number of ids, or of their places. */
  readonly items: number;
  /** Items of an invocation, 1 by default. */
  readonly itemsEach?: number;
  /** Buffers at bindings 1, 2, ... */
  readonly buffers: readonly WebGpuBuffer[];
  /** Further fields of the uniform. */
  readonly fields?: Readonly<Record<string, number>>;
  /** Further `override` constants. */
  readonly constants?: Readonly<Record<string, number>>;
}

/** Context in which a map builds the launches that number ids. */
export interface MapBuilder {
  /** Operands of the map. */
  readonly operands: IdMapOperandsOf["webgpu"];
  /** Hash table of the map. */
  readonly table: WebGpuBuffer;
  /** Invocations of a workgroup. */
  readonly workgroup: number;
  /** Reserves a buffer of the plan's own. */
  readonly reserve: WebGpuPlanBuilder["reserve"];
  /** Builds a launch over the hash table. */
  launch(launch: MapLaunch): Launch;
}

/** Launches that number ids, and their barriers. */
export interface Numbering {
  /** Launches in their order. */
  readonly launches: readonly Launch[];
  /** Executions of `workgroupBarrier`, summed over all workgroups. */
  readonly groupBarriers: number;
}

/** Builds the part of a kernel that all ID maps on adapters have in common. */
export function mapOnAdapter(
  identity: KernelIdentity,
  { sources, steps, workgroup, workgroupBytes, number }: {
    /** WGSL texts of the map beside the common ones, part of the kernel's identity. */
    readonly sources: readonly string[];
    /** Number of steps, as the papers count them. */
    readonly steps: number;
    /** Parameter `workgroup`. */
    readonly workgroup: Parameter;
    /** Bytes of workgroup memory for a number of invocations per workgroup. */
    readonly workgroupBytes: (workgroup: number) => number;
    /** Builds the launches that number ids. */
    readonly number: (builder: MapBuilder) => Numbering;
  },
): KernelOn<"webgpu", IdMapOperandsOf> {
  return kernelOn("webgpu", identity, {
    source: [hashTable, ...sources, translate].join("\n"),
    parameters: { ...TABLE_PARAMETERS, workgroup, count: COUNT },
    needs: ({ workgroup }) => ({
      workgroupBytes: workgroupBytes(workgroup),
      workgroupInvocations: workgroup,
      storageBindings: BINDINGS,
    }),
    prepare: (device, operands, parameters) =>
      planSteps(device, (reserve) => {
        const { workgroup, count } = parameters;
        const { sizes, ids, local, counters, capacity } = operands;
        const { slots, shift } = tableShape(operands.distinct, parameters);
        const table = reserve("hash table", slots * PAIR_BYTES);
        const launch = ({ source, items, itemsEach = 1, buffers, fields, constants }: MapLaunch): Launch => ({
          label: "ID map",
          source: `${hashTable}\n${source}`,
          buffers,
          constants: { ...constants, WORKGROUP: workgroup, COUNT: count >= 0.5 ? 1 : 0 },
          launch: { slots, shift, ...fields },
          groups: Math.ceil(items / (itemsEach * workgroup)),
          multiplyAdds: items * WORK_AN_ID,
        });
        const numbering = number({ operands, table, workgroup, reserve, launch });
        const buffers = [sizes, ids, local, table, counters];
        const launches = [
          ...numbering.launches,
          launch({ source: translate, items: capacity, buffers }),
        ];
        const { groupBarriers } = numbering;
        return {
          launches,
          cleared: [table, counters],
          facts: { slots, steps, barriers: launches.length - 2, groupBarriers },
        };
      }),
  });
}
