/**
 * Epilogues of WGSL kernels: the prelude, the bound buffers and the uniform values of a dispatch.
 *
 * @module
 */
import type { DeviceBuffer } from "../../hardware/device.ts";
import type { WebGpuBuffer } from "../../hardware/webgpu/device.ts";
import type { UniformValues } from "../../hardware/webgpu/uniform.ts";
import floatBitsText from "../../platform/float_bits.wgsl" with { type: "text" };
import random from "../../platform/random.wgsl" with { type: "text" };
import { dropoutConstants, type EpilogueOperands } from "./epilogue.ts";
import dropoutText from "./dropout.wgsl" with { type: "text" };
import epilogueText from "./epilogue.wgsl" with { type: "text" };

/**
 * WGSL prelude of a kernel that draws the mask of an epilogue; the training step is binding 1, the kernel's
 * own bindings follow.
 */
export const dropoutPrelude: string = random + dropoutText;

/**
 * WGSL prelude of a kernel that ends with an epilogue: training step and bias are bindings 1 and 2, the
 * kernel's own bindings follow.
 */
export const epiloguePrelude: string = dropoutPrelude + floatBitsText + epilogueText;

/** Storage buffers that {@linkcode dropoutPrelude} and {@linkcode epiloguePrelude} bind. */
export const DROPOUT_BINDINGS = 1, EPILOGUE_BINDINGS = 2;

/** Values of the `override` constants of a kernel with an epilogue. */
export function epilogueConstants(
  epilogue: EpilogueOperands<DeviceBuffer> | undefined,
): Readonly<Record<string, number>> {
  return { BIASED: epilogue?.bias ? 1 : 0, DROPS: epilogue?.dropout ? 1 : 0 };
}

/**
 * Buffers at bindings 1 and 2; `other`, a buffer that the kernel reads anyway, stands in where there is no
 * dropout or no bias.
 */
export function epilogueBuffers(
  epilogue: EpilogueOperands<WebGpuBuffer> | undefined,
  other: WebGpuBuffer,
): readonly WebGpuBuffer[] {
  return [epilogue?.dropout?.step ?? other, epilogue?.bias?.panels[0]?.buffer ?? other];
}

/** Position of a dispatch in the matrix that the epilogue ends. */
export interface EpiloguePlace {
  /** Columns of the whole matrix. */
  readonly cols: number;
  /** Column of the whole matrix, a multiple of 4, where the columns of the dispatch begin. */
  readonly firstCol: number;
  /** Whether this dispatch is the last that adds to its entries; true when absent. */
  readonly last?: boolean;
}

/** Values of `struct Epilogue`, by the names of its fields. */
export function epilogueValues(
  epilogue: EpilogueOperands<DeviceBuffer> | undefined,
  { cols, firstCol, last = true }: EpiloguePlace,
): UniformValues {
  const { negativeSlope = 1, dropout } = epilogue ?? {};
  const { threshold, scale } = dropoutConstants(dropout?.rate ?? 0);
  return {
    negativeSlope,
    keptScale: scale,
    threshold,
    seed: dropout?.seed ?? 0,
    stream: dropout?.stream ?? 0,
    vectors: Math.ceil(cols / 4),
    firstVector: firstCol / 4,
    applies: epilogue && last ? 1 : 0,
  };
}
