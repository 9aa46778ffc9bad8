/**
 * Weights of heads in the lanes of a vector of columns.
 *
 * @module
 */
import { mem, type Vec, vec } from "../../../../hardware/cpu/x86/assembler/operand.ts";
import type { ColumnVector } from "../../../../hardware/cpu/x86/kernel/column_vectors.ts";
import type { KernelBuilder } from "../../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import type { RowAddress } from "../../../../hardware/cpu/x86/kernel/panel.ts";
import type { TailMask } from "../../../../hardware/cpu/x86/kernel/tail_mask.ts";
import { paddedStride } from "../../../../hardware/dense.ts";
import type { HeadShape } from "../../attention.ts";

/** Loads weights from the address of an entry's, for one vector after the other. */
export type SpreadWeights = (weights: RowAddress) => (vector: ColumnVector) => Vec;

/**
 * Takes registers for the weights of one vector and returns the function that loads them: a weight for all
 * lanes, or neighbouring weights that are spread over them. Heads of one column need nothing spread.
 */
export function spreadWeights(
  kernel: KernelBuilder,
  { heads, headWidth }: HeadShape,
  tail: TailMask,
): SpreadWeights {
  const { a, lanes, isa } = kernel, spread = kernel.vector("weights");
  // Vectors of sixteen columns may have more than four heads, whose weights need another register.
  const eight = isa === "avx512" && headWidth < 4 ? vec(256, kernel.vector("eight weights").n) : undefined;
  const headOf = (column: number) => Math.min(Math.floor(column / headWidth), heads - 1);
  return ({ base, bytes = 0 }) => {
    let loaded: number | undefined;
    return ({ at, columns }) => {
      const from = headOf(at), to = headOf(at + columns - 1);
      const weightsAt = (head: number) => mem(base, bytes + 4 * head);
      /** Lanes' heads, counted from `first`. */
      const places = (first: number) =>
        a.words(
          ...Array.from(
            { length: lanes },
            (_, lane) => headOf(Math.min(at + lane, at + columns - 1)) - first,
          ),
        );
      // The weights end with the padding of their row, which the last vector must not pass.
      const firstOf = (count: number) => Math.min(from, paddedStride(heads) - count);
      if (headWidth === 1) tail.load(spread, weightsAt(at), { at, columns });
      else if (from === to) {
        if (loaded !== from) a.vbroadcastss(spread, weightsAt(from));
      } else if (to - firstOf(4) < 4) {
        const first = firstOf(4);
        if (isa === "avx512") a.vbroadcastf32x4(spread, weightsAt(first));
        else a.vbroadcastf128(spread, weightsAt(first));
        a.vpermilps(spread, spread, places(first));
      } else {
        const first = firstOf(8);
        a.vmovups(eight!, weightsAt(first));
        a.vmovups(spread, places(first));
        a.vpermps(spread, spread, vec(512, eight!.n));
      }
      loaded = from === to ? from : undefined;
      return spread;
    };
  };
}
