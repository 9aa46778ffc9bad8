/**
 * Operations that gather and scatter rows, and that assemble a batch from several sources.
 *
 * @module
 */
import { freeMatrix, paddedStride } from "../../hardware/dense.ts";
import type { Device } from "../../hardware/device.ts";
import { assertDistinct, assertIndicesBelow } from "../operand_fit.ts";
import type { Operation, Work } from "../operation.ts";
import { stageOperands } from "../staging.ts";
import { type AssembleRowsOperandsOf, type AssembleRowsProblem, assertPlaces } from "./assembled_rows.ts";
import { assembleRowsCopyWasm } from "./assemble_rows/wasm.ts";
import { assembleRowsCopyWebGpu } from "./assemble_rows/webgpu.ts";
import { assembleRowsCopyX86 } from "./assemble_rows/x86.ts";
import { assembleRowsOracle, gatherRowsOracle, scatterRowsOracle } from "./row_oracles.ts";
import { gatherRowsCopyWasm, scatterRowsCopyWasm } from "./row_copy/wasm.ts";
import { gatherRowsCopyWebGpu, scatterRowsCopyWebGpu } from "./row_copy/webgpu.ts";
import { gatherRowsCopyX86, scatterRowsCopyX86 } from "./row_copy/x86.ts";
import type { GatherRowsProblem, RowsOperandsOf, ScatterRowsProblem } from "./rows.ts";

type Operands = RowsOperandsOf["wasm"] | RowsOperandsOf["webgpu"];

function copyWork(
  { index, cols }: { readonly index: Uint32Array; readonly cols: number },
  out: number,
): Work {
  const bytes = index.byteLength + 4 * cols * (index.length + out);
  return { multiplyAdds: out * cols, compulsoryBytes: bytes, bytesWithoutReuse: bytes };
}

function release(device: Device, { x, index, output }: Operands): void {
  freeMatrix(device, x);
  device.free(index);
  freeMatrix(device, output);
}

/**
 * Checks the indices of a gather before they are uploaded.
 *
 * @throws {UsageError} where an index is not a row of X.
 */
function assertGatherIndex(
  { index, sourceRows }: Pick<GatherRowsProblem, "index" | "sourceRows">,
): void {
  assertIndicesBelow(sourceRows, index, "gather rows by an index");
}

/**
 * Checks the indices of a scatter before they are uploaded.
 *
 * @throws {UsageError} where an index is not a row of Y, or occurs twice.
 */
function assertScatterIndex(
  { index, targetRows }: Pick<ScatterRowsProblem, "index" | "targetRows">,
): void {
  const action = "scatter rows by an index";
  assertIndicesBelow(targetRows, index, action);
  assertDistinct(targetRows, index, action);
}

/** Operation `Y[i, :] = X[index[i], :]` with all its kernels. */
export const gatherRows: Operation<GatherRowsProblem, RowsOperandsOf> = {
  id: "gather-rows",
  formula: "Y[i, :] = X[index[i], :]",
  oracle: gatherRowsOracle,
  width: ({ cols }) => cols,
  work: (problem) => copyWork(problem, problem.index.length),
  stage(device, problem) {
    assertGatherIndex(problem);
    const { x, sourceRows, cols, index } = problem;
    // The buffers belong to the backend of the device that allocated them, so the cast is safe.
    return stageOperands(device, ({ matrix, words }) => ({
      x: matrix("X", { rows: sourceRows, cols }, x),
      index: words("index", index),
      output: matrix("Y", { rows: index.length, cols }),
    })) as Operands;
  },
  release,
  kernels: [gatherRowsCopyWasm, gatherRowsCopyX86, gatherRowsCopyWebGpu],
};

/** Operation `Y[index[i], :] = X[i, :]`, all other rows 0, with all its kernels. */
export const scatterRows: Operation<ScatterRowsProblem, RowsOperandsOf> = {
  id: "scatter-rows",
  formula: "Y[index[i], :] = X[i, :], all other rows 0",
  oracle: scatterRowsOracle,
  width: ({ cols }) => cols,
  work: (problem) => copyWork(problem, problem.targetRows),
  stage(device, problem) {
    assertScatterIndex(problem);
    const { x, targetRows, cols, index } = problem;
    return stageOperands(device, ({ matrix, words }) => ({
      x: matrix("X", { rows: index.length, cols }, x),
      index: words("index", index),
      output: matrix("Y", { rows: targetRows, cols }),
    })) as Operands;
  },
  release,
  kernels: [scatterRowsCopyWasm, scatterRowsCopyX86, scatterRowsCopyWebGpu],
};

type AssemblyOperands = AssembleRowsOperandsOf["wasm"] | AssembleRowsOperandsOf["webgpu"];

/** Writes the staged rows to the last rows of Y, where a kernel expects them. */
function writeStaged(
  device: Device,
  { output, firstStaged }: AssemblyOperands,
  { staged, stagedRows, cols }: AssembleRowsProblem,
): void {
  for (const { firstCol, cols: width, stride, buffer } of output.panels) {
    const rows = new Float32Array(stagedRows * stride);
    for (let row = 0; row < stagedRows; row++) {
      const from = row * cols + firstCol;
      rows.set(staged.subarray(from, from + width), row * stride);
    }
    device.write(buffer, rows, 4 * firstStaged * stride);
  }
}

/** Operation `Y[i, :] = source[place[i], :]` with all its kernels, which read the staged rows from Y. */
export const assembleRows: Operation<AssembleRowsProblem, AssembleRowsOperandsOf> = {
  id: "assemble-rows",
  formula: "Y[i, :] = source[place[i], :], sources: the cache, the batch before, the last rows of Y",
  oracle: assembleRowsOracle,
  width: ({ cols }) => cols,
  work({ cacheRows, previousRows, stagedRows, cols, place }) {
    const firstStaged = place.length - stagedRows;
    // The rows written are those before the staged ones, and the rows that these exchange with.
    const exchanged =
      place.subarray(0, firstStaged).filter((from) => from >= cacheRows + previousRows).length;
    const bytes = 4 * (firstStaged + exchanged) + 8 * paddedStride(cols) * (firstStaged + exchanged);
    return { multiplyAdds: place.length * cols, compulsoryBytes: bytes, bytesWithoutReuse: bytes };
  },
  stage(device, problem) {
    assertPlaces(problem);
    const { cache, cacheRows, previous, previousRows, stagedRows, cols, place } = problem;
    const operands = stageOperands(device, ({ matrix, words }) => ({
      cache: matrix("cache", { rows: cacheRows, cols }, cache),
      previous: matrix("previous", { rows: previousRows, cols }, previous),
      place: words("place", place),
      firstStaged: place.length - stagedRows,
      output: matrix("Y", { rows: place.length, cols }),
    })) as AssemblyOperands;
    writeStaged(device, operands, problem);
    return operands;
  },
  restore: writeStaged,
  release(device, { cache, previous, place, output }) {
    for (const matrix of [cache, previous, output]) freeMatrix(device, matrix);
    device.free(place);
  },
  kernels: [assembleRowsCopyWasm, assembleRowsCopyX86, assembleRowsCopyWebGpu],
};
