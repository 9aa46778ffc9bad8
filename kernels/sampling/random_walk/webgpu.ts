/**
 * Random-walk sampling on WebGPU.
 *
 * @module
 */
import random from "../../../platform/random.wgsl" with { type: "text" };
import { planSteps } from "../../id_map/plans/steps_webgpu.ts";
import { type KernelOn, kernelOn } from "../../kernel.ts";
import blockOffsets from "../../prefix_sum/block_offsets.wgsl" with { type: "text" };
import draws from "../plans/draws.wgsl" with { type: "text" };
import { assertColumnsBindable, type GraphColumns } from "../graph_columns.ts";
import { BINDINGS, onAdapter, takingRows, takingSource, WORK_A_DRAW } from "../plans/layer_webgpu.ts";
import type { RandomWalkOperandsOf } from "../sampling.ts";
import { randomWalk } from "./kernel.ts";
import packRows from "./pack_rows.wgsl" with { type: "text" };
import walkText from "./random_walk.wgsl" with { type: "text" };

/** Entries of the graph that one buffer holds. */
type Part = Pick<GraphColumns, "firstEntry" | "endEntry">;

/** The buffer of all columns in `random_walk.wgsl`, and the function that reads it. */
const ALL_COLUMNS = /@group\(0\) @binding\(8\)[^}]*\}/;

/** WGSL of buffers with the parts of a graph's columns: a walk leads from each part to each other. */
function columnsText(parts: readonly Part[]): string {
  const last = parts.length - 1;
  const buffers = parts.map((_, p) =>
    `@group(0) @binding(${BINDINGS + p}) var<storage, read> columns${p}: array<u32>;\n`
  );
  const reads = parts.map(({ firstEntry, endEntry }, p) =>
    `${p < last ? `if (entry < ${endEntry}u) ` : ""}{ return columns${p}[entry - ${firstEntry}u]; }\n`
  );
  return `${buffers.join("")}fn columnAt(entry: u32) -> u32 {\n${reads.join("")}}`;
}

/** WGSL of the walks of so many steps, which size its private arrays, on a graph in parts. */
function walking(steps: number, parts: readonly Part[]): string {
  const walk = walkText.replace(/const STEPS = \d+u/, `const STEPS = ${steps}u`);
  return [random, draws, walk.replace(ALL_COLUMNS, columnsText(parts))].join("\n");
}

const packing = `${blockOffsets}\n${packRows}`;

/** Kernel `random-walk@webgpu`; see `random_walk.wgsl`, `pack_rows.wgsl`. */
export const randomWalkWebGpu: KernelOn<"webgpu", RandomWalkOperandsOf> = kernelOn("webgpu", randomWalk, {
  ...onAdapter,
  source: [takingSource, random, draws, walkText, packing].join("\n"),
  prepare: (device, operands, { workgroup }) =>
    planSteps(device, (reserve) => {
      const { graph, keys, layer, fanout, length, walks, reciprocals, maxRows, rowPtr, map, values } =
        operands;
      const { storageBindings, bindingBytes } = device.limits;
      assertColumnsBindable(randomWalk.id, graph.columns, {
        most: storageBindings - (BINDINGS - 1),
        bindingBytes,
      });
      const steps = length * walks, stride = Math.min(fanout, steps);
      const blocks = Math.ceil(maxRows / workgroup), sums = reserve("sums of blocks", 4 * blocks);
      const counts = reserve("kept vertices of each row", 4 * maxRows);
      const slots = reserve("kept vertices and their visits", 8 * Math.max(1, maxRows * stride));
      const overRows = { constants: { WORKGROUP: workgroup }, groups: blocks };
      return {
        launches: [
          takingRows(operands, workgroup),
          {
            ...overRows,
            label: "walk",
            launch: { layer, maxRows, fanout, length, walks },
            source: walking(steps, graph.columns),
            multiplyAdds: maxRows * steps * WORK_A_DRAW,
            buffers: [
              ...[map.sizes, map.unique, graph.rowPtr, keys, counts, sums, slots],
              ...graph.columns.map(({ buffer }) => buffer),
            ],
          },
          {
            ...overRows,
            label: "pack rows",
            launch: { maxRows, stride },
            source: packing,
            multiplyAdds: maxRows * stride * 4,
            buffers: [map.sizes, counts, sums, slots, reciprocals, rowPtr, map.ids, values],
          },
        ],
      };
    }),
});
