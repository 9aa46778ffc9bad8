/**
 * GEMM on WebGPU with one invocation per entry: the baseline of the tiled kernel.
 *
 * @module
 */
import { epilogueBuffers, epilogueConstants, epiloguePrelude, epilogueWords } from "../epilogue/webgpu.ts";
import type { KernelOn } from "../kernel.ts";
import { invocationNeeds, WORKGROUP } from "../plan_webgpu.ts";
import type { GemmOperandsOf } from "./gemm.ts";
import { GEMM_BINDINGS, planGemm, rowSlices } from "./gemm_plan_webgpu.ts";
import text from "./gemm_naive.wgsl" with { type: "text" };

const source = epiloguePrelude + text;

/** Kernel `naive@webgpu`; see `gemm_naive.wgsl`. */
export const gemmNaiveWebGpu: KernelOn<"webgpu", GemmOperandsOf> = {
  id: "naive",
  backend: "webgpu",
  origin: { paper: "own", section: "" },
  mapping: "one invocation computes one entry of the result",
  source,
  parameters: { workgroup: WORKGROUP },
  needs: invocationNeeds(GEMM_BINDINGS),
  prepare: (device, operands, { workgroup }) =>
    planGemm(device, operands, ({ builder }, region) => {
      const { epilogue, form = "nn", cols } = operands;
      const { a, b, c, inner, columns, aOffset, bLine, bOffset, cOffset } = region;
      const rowWork = inner * columns;
      return Promise.all(
        rowSlices(device, region.rows, { rowWork, granule: 1 }).map(({ firstRow, lastRow }) =>
          builder.dispatch({
            label: "gemm naive",
            source,
            constants: { WORKGROUP: workgroup, ...epilogueConstants(epilogue) },
            launch: [
              ...epilogueWords(epilogue, { cols, firstCol: c.firstCol + cOffset, last: region.last }),
              ...[firstRow, lastRow, inner, region.adds ? 1 : 0, columns],
              ...(form === "tn" ? [1, a.stride] : [a.stride, 1]),
              aOffset,
              ...(form === "nt" ? [1, b.stride] : [b.stride, 1]),
              bLine * b.stride + bOffset,
              form === "nt" ? Math.min(columns, cols - bLine) : columns,
              ...[region.firstRow, c.stride, cOffset],
            ],
            buffers: [...epilogueBuffers(epilogue, a.buffer), a.buffer, b.buffer, c.buffer],
            groups: Math.ceil((lastRow - firstRow) * columns / workgroup),
            multiplyAdds: (lastRow - firstRow) * rowWork,
          })
        ),
      );
    }),
};
