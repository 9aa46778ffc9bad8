/**
 * Staging of epilogues: copies to a device, their release and their checks.
 *
 * @module
 */
import { freeMatrix } from "../../hardware/dense.ts";
import type { Device } from "../../hardware/device.ts";
import { UsageError } from "../../platform/errors.ts";
import type { Epilogue, EpilogueOperands } from "./epilogue.ts";
import type { Staging } from "../staging.ts";
import { plural } from "../../platform/text/plural.ts";

/** Copies an epilogue's bias and training step to a device; {@linkcode releaseEpilogue} frees them. */
export function stageEpilogue(
  { matrix, words }: Staging,
  { negativeSlope, bias, dropout }: Epilogue,
  cols: number,
): EpilogueOperands {
  return {
    negativeSlope,
    ...(bias ? { bias: matrix("bias", { rows: 1, cols }, bias) } : {}),
    ...(dropout
      ? { dropout: { ...dropout, step: words("training step", Uint32Array.of(dropout.step)) } }
      : {}),
  };
}

/** Frees the buffers that {@linkcode stageEpilogue} allocated. */
export function releaseEpilogue(device: Device, { bias, dropout }: EpilogueOperands): void {
  if (bias) freeMatrix(device, bias);
  if (dropout) device.free(dropout.step);
}

/**
 * Checks that a bias is a row of `cols` entries in one panel, and a training step a single u32: a kernel
 * would silently read something else.
 *
 * @throws {UsageError} for such operands.
 */
export function assertEpilogue({ bias, dropout }: EpilogueOperands, cols: number): void {
  const fits = !bias || bias.rows === 1 && bias.cols === cols && bias.panels.length <= 1;
  if (fits && !(dropout && dropout.step.bytes < 4)) return;
  throw new UsageError({
    action: `end rows of ${plural(cols, "entry", "entries")}`,
    current: fits
      ? "a training step without a word"
      : `a bias of ${bias.rows} x ${bias.cols} in ${plural(bias.panels.length, "panel")}`,
    wanted: fits ? "one u32" : `1 x ${cols}, in one`,
    next: "stage the epilogue with the matrix that it ends",
  });
}
