/**
 * Maximum of each column in each segment of rows: the max readout of graphs, and its gradient.
 *
 * @module
 */
import { freeMatrix } from "../../hardware/dense.ts";
import type { Operation, Work } from "../operation.ts";
import { stageOperands } from "../staging.ts";
import { segmentMaxGradientOracle, segmentMaxOracle } from "./oracle.ts";
import type {
  SegmentMaxGradientOperandsOf,
  SegmentMaxGradientProblem,
  SegmentMaxOperandsOf,
  SegmentMaxProblem,
} from "./segment_max.ts";
import { segmentMaxGradientVectorWiseWasm, segmentMaxVectorWiseWasm } from "./vector_wise/wasm.ts";
import { segmentMaxGradientVectorWiseWebGpu, segmentMaxVectorWiseWebGpu } from "./vector_wise/webgpu.ts";
import { segmentMaxGradientVectorWiseX86, segmentMaxVectorWiseX86 } from "./vector_wise/x86.ts";
import { assertSegments } from "./segments.ts";

export type {
  SegmentMaxGradientOperands,
  SegmentMaxGradientOperandsOf,
  SegmentMaxGradientProblem,
  SegmentMaxOperands,
  SegmentMaxOperandsOf,
  SegmentMaxProblem,
} from "./segment_max.ts";
export { assertSegments } from "./segments.ts";

function work({ rows, cols, offsets }: SegmentMaxProblem, passes: number): Work {
  const bytes = offsets.byteLength + 4 * cols * (passes * rows + offsets.length - 1);
  return { multiplyAdds: rows * cols, compulsoryBytes: bytes, bytesWithoutReuse: bytes };
}

/** Operation `Y[s, c] = max of X[r, c] over the rows r of segment s` with all its kernels. */
export const segmentMax: Operation<SegmentMaxProblem, SegmentMaxOperandsOf> = {
  id: "segment-max",
  formula: "Y[s, c] = max over the rows r of segment s of X[r, c]; 0 without one",
  oracle: segmentMaxOracle,
  width: ({ cols }) => cols,
  work: (problem) => work(problem, 1),
  stage(device, { x, rows, cols, offsets }) {
    assertSegments(offsets, rows);
    // The buffers belong to the backend of the device that allocated them, so the cast is safe.
    return stageOperands(device, ({ matrix, words }) => ({
      x: matrix("X", { rows, cols }, x),
      offsets: words("offsets", offsets),
      output: matrix("Y", { rows: offsets.length - 1, cols }),
    })) as SegmentMaxOperandsOf["wasm"] | SegmentMaxOperandsOf["webgpu"];
  },
  release(device, { x, offsets, output }) {
    device.free(offsets);
    for (const matrix of [x, output]) freeMatrix(device, matrix);
  },
  kernels: [segmentMaxVectorWiseWasm, segmentMaxVectorWiseX86, segmentMaxVectorWiseWebGpu],
};

/** Operation that computes the gradient of X, with all its kernels. */
export const segmentMaxGradient: Operation<SegmentMaxGradientProblem, SegmentMaxGradientOperandsOf> = {
  id: "segment-max-gradient",
  formula: "T[r, c] = G[s, c] in the first row r of segment s where X[r, c] is largest, else 0",
  oracle: segmentMaxGradientOracle,
  width: ({ cols }) => cols,
  work: (problem) => work(problem, 2),
  stage(device, { x, rows, cols, offsets, gradient }) {
    assertSegments(offsets, rows);
    return stageOperands(device, ({ matrix, words }) => ({
      x: matrix("X", { rows, cols }, x),
      offsets: words("offsets", offsets),
      gradient: matrix("G", { rows: offsets.length - 1, cols }, gradient),
      output: matrix("T", { rows, cols }),
    })) as SegmentMaxGradientOperandsOf["wasm"] | SegmentMaxGradientOperandsOf["webgpu"];
  },
  release(device, { x, offsets, gradient, output }) {
    device.free(offsets);
    for (const matrix of [x, gradient, output]) freeMatrix(device, matrix);
  },
  kernels: [
    segmentMaxGradientVectorWiseWasm,
    segmentMaxGradientVectorWiseX86,
    segmentMaxGradientVectorWiseWebGpu,
  ],
};
