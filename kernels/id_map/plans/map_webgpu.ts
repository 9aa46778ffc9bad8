/**
 * Plans of ID maps on WebGPU: the table, and the dispatches that all maps have.
 *
 * @module
 */
import type { WebGpuBuffer } from "../../../hardware/webgpu/device.ts";
import { type KernelIdentity, type KernelOn, kernelOn, type Parameter } from "../../kernel.ts";
import { planOnWebGpu, type WebGpuPlanBuilder, WORKGROUP } from "../../plan_webgpu.ts";
import type { IdMapOperandsOf } from "../id_map.ts";
import { TABLE_PARAMETERS, tableShape } from "../table.ts";
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

/** Dispatch whose uniform holds the parameters of the hash. */
export interface MapDispatch {
  /** WGSL text that follows `hash_table.wgsl`. */
  readonly source: string;
  /** Number of invocations. */
  readonly invocations: number;
  /** Buffers at bindings 1, 2, ... */
  readonly buffers: readonly WebGpuBuffer[];
  /** Further fields of the uniform. */
  readonly launch?: Readonly<Record<string, number>>;
  /** Further `override` constants. */
  readonly constants?: Readonly<Record<string, number>>;
}

/** Context in which a map prepares the dispatches that number ids. */
export interface MapBuilder {
  /** Operands of the map. */
  readonly operands: IdMapOperandsOf["webgpu"];
  /** Hash table of the map. */
  readonly table: WebGpuBuffer;
  /** Invocations of a workgroup. */
  readonly workgroup: number;
  /** Builder of the plan. */
  readonly plan: WebGpuPlanBuilder;
  /** Prepares a dispatch. */
  dispatch(dispatch: MapDispatch): Promise<() => void>;
}

/** Dispatches that number ids, and their barriers. */
export interface Numbering {
  /** Dispatches in their order. */
  readonly dispatches: readonly (() => void)[];
  /** Executions of `workgroupBarrier`, summed over all workgroups. */
  readonly groupBarriers: number;
}

/** Builds the part of a kernel that all ID maps on adapters have in common. */
export function mapOnAdapter(
  identity: KernelIdentity,
  { sources, steps, workgroupWords, number }: {
    /** WGSL texts of the map beside the common ones, part of the kernel's identity. */
    readonly sources: readonly string[];
    /** Number of steps, as the papers count them. */
    readonly steps: number;
    /** Words of workgroup memory for a number of invocations per workgroup. */
    readonly workgroupWords: (workgroup: number) => number;
    /** Prepares the dispatches that number ids. */
    readonly number: (builder: MapBuilder) => Promise<Numbering>;
  },
): KernelOn<"webgpu", IdMapOperandsOf> {
  return kernelOn("webgpu", identity, {
    source: [hashTable, ...sources, translate].join("\n"),
    parameters: { ...TABLE_PARAMETERS, workgroup: WORKGROUP, count: COUNT },
    needs: ({ workgroup }) => ({
      workgroupBytes: 4 * workgroupWords(workgroup),
      workgroupInvocations: workgroup,
      storageBindings: BINDINGS,
    }),
    prepare: (device, operands, parameters) =>
      planOnWebGpu(device, async (plan) => {
        const { workgroup, count } = parameters;
        const { sizes, ids, local, counters, capacity } = operands;
        const { slots, shift } = tableShape(operands.distinct, parameters);
        const table = plan.reserve("hash table", slots * PAIR_BYTES);
        const dispatch = ({ source, invocations, buffers, launch, constants }: MapDispatch) =>
          plan.dispatch({
            label: "ID map",
            source: `${hashTable}\n${source}`,
            buffers,
            constants: { ...constants, WORKGROUP: workgroup, COUNT: count >= 0.5 ? 1 : 0 },
            launch: { slots, shift, ...launch },
            groups: Math.ceil(invocations / workgroup),
            multiplyAdds: invocations * WORK_AN_ID,
          });
        const { dispatches: numbering, groupBarriers } = await number({
          operands,
          table,
          workgroup,
          plan,
          dispatch,
        });
        const buffers = [sizes, ids, local, table, counters];
        const lookup = await dispatch({ source: translate, invocations: capacity, buffers });
        const dispatches = [...numbering, lookup];
        const launches = dispatches.length;
        return {
          run() {
            device.clear(table);
            device.clear(counters);
            for (const encode of dispatches) encode();
          },
          facts: { slots, steps, launches, barriers: launches - 2, groupBarriers },
        };
      }),
  });
}
