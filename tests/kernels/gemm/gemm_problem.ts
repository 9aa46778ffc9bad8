/**
 * Random dense products for tests, with and without an epilogue.
 *
 * @module
 */
import fc from "fast-check";
import type { Epilogue } from "../../../kernels/epilogue/epilogue.ts";
import type { GemmForm, GemmProblem } from "../../../kernels/gemm/gemm.ts";
import { RandomStream } from "../../../platform/random.ts";

/** Forms of a product. */
export const FORMS: readonly GemmForm[] = ["nn", "nt", "tn"];

/** Choices of a test about an epilogue; everything else is drawn. */
export interface EpilogueChoice {
  readonly negativeSlope: number;
  readonly biased: boolean;
  readonly dropout?: { readonly rate: number; readonly step: number; readonly stream?: number };
}

/** Epilogues, one of each kind. */
export const EPILOGUES: readonly EpilogueChoice[] = [
  { negativeSlope: 1, biased: true },
  { negativeSlope: 0, biased: false },
  { negativeSlope: 0.2, biased: true },
  { negativeSlope: 1, biased: false, dropout: { rate: 0.3, step: 2 } },
  { negativeSlope: 0, biased: true, dropout: { rate: 0.5, step: 70_000 } },
];

/** Epilogue of a choice, for rows of `cols` entries. */
export function randomEpilogue(
  { negativeSlope, biased, dropout }: EpilogueChoice,
  cols: number,
  seed: number,
): Epilogue {
  const stream = new RandomStream(seed, "test bias");
  const bias = Float32Array.from({ length: cols }, () => 2 * stream.uniform() - 1);
  return {
    negativeSlope,
    ...(biased ? { bias } : {}),
    ...(dropout ? { dropout: { seed: (seed * 2_654_435_761) >>> 0, stream: 7, ...dropout } } : {}),
  };
}

/** Problem of a given shape with random entries in [-1, 1). */
export function randomGemm(rows: number, inner: number, { cols, seed = 1, form, epilogue }: {
  readonly cols: number;
  readonly seed?: number;
  readonly form?: GemmForm;
  readonly epilogue?: EpilogueChoice;
}): GemmProblem & { readonly a: Float32Array; readonly b: Float32Array } {
  const stream = new RandomStream(seed, "test product");
  const uniform = () => 2 * stream.uniform() - 1;
  const a = Float32Array.from({ length: rows * inner }, uniform);
  const b = Float32Array.from({ length: inner * cols }, uniform);
  return {
    a,
    b,
    rows,
    inner,
    cols,
    ...(form ? { form } : {}),
    ...(epilogue ? { epilogue: randomEpilogue(epilogue, cols, seed) } : {}),
  };
}

/** Arbitrary epilogue, or none. */
export const anyEpilogue: fc.Arbitrary<EpilogueChoice | undefined> = fc.option(
  fc.record({
    negativeSlope: fc.constantFrom(0, 0.01, 0.2, 1),
    biased: fc.boolean(),
    dropout: fc.option(
      fc.record({
        rate: fc.constantFrom(0, 0.1, 0.5, 0.9),
        step: fc.integer({ min: 0, max: 0xffffffff }),
        stream: fc.integer({ min: 0, max: 0xffffffff }),
      }),
      { nil: undefined },
    ),
  }).map(({ dropout, ...rest }) => ({ ...rest, ...(dropout ? { dropout } : {}) })),
  { nil: undefined },
);

/** Arbitrary form, epilogue and shape up to `largest`. */
export function anyGemm(largest: number): fc.Arbitrary<GemmProblem> {
  const size = fc.integer({ min: 1, max: largest });
  return fc.record({
    rows: size,
    inner: size,
    cols: size,
    seed: fc.nat(),
    form: fc.constantFrom(...FORMS),
    epilogue: anyEpilogue,
  }).map(({ rows, inner, epilogue, ...rest }) =>
    randomGemm(rows, inner, { ...rest, ...(epilogue ? { epilogue } : {}) })
  );
}
