/**
 * Uniform sampling on WebGPU.
 *
 * @module
 */
import random from "../../platform/random.wgsl" with { type: "text" };
import scanSums from "../id_map/scan_sums.wgsl" with { type: "text" };
import type { KernelOn } from "../kernel.ts";
import { planOnWebGpu, WORKGROUP } from "../plan_webgpu.ts";
import rowCounts from "./row_counts.wgsl" with { type: "text" };
import type { LayerOperandsOf } from "./sampling.ts";
import sortRows from "./sort_rows.wgsl" with { type: "text" };
import uniform from "./uniform.wgsl" with { type: "text" };

const SCAN_WORKGROUP = 256;
const BINDINGS = 8;
/** A draw is a generator block, a search and an uncached read; this says how many multiply-adds take as long. */
const WORK_A_DRAW = 256;

const kernel = { backend: "webgpu", parameters: { workgroup: WORKGROUP } } as const;

/** `uniform@webgpu`; see `row_counts.wgsl`, `uniform.wgsl`. Draws the neighbours that the host's sampler draws. */
export const uniformWebGpu: KernelOn<"webgpu", LayerOperandsOf> = {
  ...kernel,
  id: "uniform",
  origin: { paper: "fastgl", section: "2.1" },
  mapping:
    "one invocation a destination: workgroups count, one adds up, each destination's invocation draws its row",
  source: [rowCounts, scanSums, random, uniform].join("\n"),
  needs: ({ workgroup }) => ({
    workgroupBytes: 4 * Math.max(workgroup, SCAN_WORKGROUP),
    workgroupInvocations: Math.max(workgroup, SCAN_WORKGROUP),
    storageBindings: BINDINGS,
  }),
  prepare: (device, { graph, destinations, key, fanout, maxRows, rowPtr, map }, { workgroup }) =>
    planOnWebGpu(device, async ({ reserve, dispatch }) => {
      const blocks = Math.ceil(maxRows / workgroup);
      const sums = reserve("sums of blocks", 4 * (blocks + 1));
      const launch = { constants: { WORKGROUP: workgroup }, launch: [blocks, fanout], groups: blocks };
      const dispatches = [
        await dispatch({
          ...{ ...launch, label: "count neighbours", source: rowCounts, multiplyAdds: maxRows * WORK_A_DRAW },
          buffers: [
            ...[destinations.sizes, destinations.counters, destinations.unique, graph.rowPtr],
            ...[map.sizes, map.unique, sums],
          ],
        }),
        await dispatch({
          ...{ label: "add up blocks", source: scanSums, constants: { WORKGROUP: SCAN_WORKGROUP } },
          ...{ launch: [blocks], buffers: [sums], groups: 1, multiplyAdds: blocks },
        }),
        await dispatch({
          ...{ ...launch, label: "draw neighbours", source: `${random}\n${uniform}` },
          multiplyAdds: maxRows * fanout * WORK_A_DRAW,
          buffers: [
            ...[map.sizes, map.unique, graph.rowPtr, graph.colIdx, key, sums],
            ...[rowPtr, map.ids],
          ],
        }),
      ];
      return {
        run: () => dispatches.forEach((encode) => encode()),
        facts: { launches: dispatches.length },
      };
    }),
};

/** `sort-rows@webgpu`; see `sort_rows.wgsl`. */
export const sortRowsWebGpu: KernelOn<"webgpu", LayerOperandsOf> = {
  ...kernel,
  id: "sort-rows",
  origin: { paper: "own", section: "" },
  mapping: "one invocation sorts a row by insertion",
  source: sortRows,
  needs: ({ workgroup }) => ({ workgroupBytes: 0, workgroupInvocations: workgroup, storageBindings: 3 }),
  prepare: (device, { fanout, maxRows, rowPtr, map }, { workgroup }) =>
    planOnWebGpu(device, async ({ dispatch }) => {
      const blocks = Math.ceil(maxRows / workgroup);
      const run = await dispatch({
        ...{ label: "sort rows", source: sortRows, constants: { WORKGROUP: workgroup }, launch: [blocks] },
        ...{ buffers: [map.sizes, rowPtr, map.local], groups: blocks, multiplyAdds: maxRows * fanout * 16 },
      });
      return { run, facts: { launches: 1 } };
    }),
};
