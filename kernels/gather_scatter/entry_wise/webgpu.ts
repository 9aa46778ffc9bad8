/**
 * Gathers of entries with dropout on WebGPU.
 *
 * @module
 */
import type { Panel } from "../../../hardware/dense.ts";
import type { WebGpuBuffer } from "../../../hardware/webgpu/device.ts";
import {
  epilogueBuffers,
  epilogueConstants,
  epiloguePrelude,
  epilogueValues,
} from "../../epilogue/webgpu.ts";
import { type KernelOn, kernelOn } from "../../kernel.ts";
import { entryWise } from "./kernel.ts";
import { alignedPanels } from "../../operand_fit.ts";
import { invocationNeeds, planLaunches, WORKGROUP } from "../../plans/plan_webgpu.ts";
import type { GatherEntriesOperandsOf } from "../entries.ts";
import { assertEntries } from "./operand_fit.ts";
import text from "./entry_wise.wgsl" with { type: "text" };

const source = epiloguePrelude + text;
const BINDINGS = 5;
/** Cost of a Threefry block, in multiply-adds. */
const DRAW_WORK = 64;

type Pair = readonly [from: Panel<WebGpuBuffer>, to: Panel<WebGpuBuffer>];

/**
 * Pairs of panels of x and y that have entries in common: every pair where there is an index, which may point
 * from any panel to any other.
 */
function pairs({ x, index, output }: GatherEntriesOperandsOf["webgpu"]): readonly Pair[] {
  if (index) return output.panels.flatMap((to) => x.panels.map((from) => [from, to] as const));
  return alignedPanels("gather entries", [x, output]).map(([from, to]) => [from, to] as const);
}

/** Kernel `entry-wise@webgpu`; see `entry_wise.wgsl`. */
export const gatherEntriesEntryWiseWebGpu: KernelOn<"webgpu", GatherEntriesOperandsOf> = kernelOn(
  "webgpu",
  entryWise,
  {
    source,
    parameters: { workgroup: WORKGROUP },
    needs: invocationNeeds(BINDINGS),
    prepare: (device, operands, { workgroup }) =>
      planLaunches(device, () => {
        assertEntries(operands);
        const { x, index, dropout } = operands;
        const end = { negativeSlope: 1, ...(dropout ? { dropout } : {}) };
        return pairs(operands).map(([from, to]) => {
          const vectors = to.stride / 4;
          return {
            label: "gather entries",
            source,
            constants: { WORKGROUP: workgroup, INDEXED: index ? 1 : 0, ...epilogueConstants(end) },
            launch: {
              dropout: epilogueValues(end, { cols: x.cols, firstCol: 0 }),
              first: to.firstCol,
              entries: to.cols,
              firstSource: from.firstCol,
              sources: from.cols,
              lastSource: Math.max(0, x.cols - 1),
            },
            buffers: [...epilogueBuffers(end, from.buffer), index ?? from.buffer, from.buffer, to.buffer],
            groups: Math.ceil(vectors / workgroup),
            multiplyAdds: vectors * (dropout ? (index ? 4 : 1) * DRAW_WORK : 4),
          };
        });
      }),
  },
);
