/**
 * Measurement of one point of a map of products: kernels, some of them after an ordering, side by side on one
 * matrix.
 *
 * @module
 */
import type { CsrMatrix } from "../../../../graph/csr.ts";
import { degreeStatistics } from "../../../../graph/degrees.ts";
import { findOrdering } from "../../../../graph/orderings/mod.ts";
import { permuteFeatures, permuteSymmetric } from "../../../../graph/permute.ts";
import type { CheckReport } from "../../../../kernels/checks/check_report.ts";
import { kernelsOf } from "../../../../kernels/registry.ts";
import type { Contender } from "../../../cell.ts";
import type { Lab } from "../../../lab.ts";
import type { JointOutcome } from "../../../measurement.ts";
import type { Metrics } from "../../../metrics.ts";
import { byContender } from "../../../trials/by_contender.ts";
import { checkOrdering } from "../../../trials/ordering_check.ts";
import { measureSideBySide } from "../../../trials/side_by_side.ts";
import { randomFeatures } from "../../../../kernels/random_features.ts";
import { ROUNDING_METRICS } from "../../../trials/product_trial.ts";
import { spmmTrial } from "../../../trials/spmm_trial.ts";
import {
  MAP_ROUNDS,
  measuredContender,
  PREPARED_METRICS,
  preparedFacts,
  RATIO_METRICS,
  ratioFacts,
  withPreparation,
} from "../map_ratios.ts";
import { costTerms, type MatrixCosts, matrixCosts, TERM_METRICS } from "./cost_terms.ts";

/** A kernel, on ids as they are or after an ordering. */
export interface ProductContender extends Contender {
  /** Kernel, and ordering where there is one. */
  readonly factors: { readonly kernel: string } | { readonly kernel: string; readonly ordering: string };
}

/**
 * Products over which preparation is spread: 50 epochs of a model with two layers, forwards and backwards.
 */
export const SPREAD_OVER = 200;

/** Metrics of every map of products. */
export const PRODUCT_METRICS = {
  time: { label: "SpMM time", unit: "ms", better: "lower" },
  ...RATIO_METRICS,
  ordering: { label: "ordering", unit: "ms", better: "lower" },
  prepare: { label: "preparation of the kernel", unit: "ms", better: "lower" },
  prepared_time: { label: "SpMM time with its share of preparation", unit: "ms", better: "lower" },
  ...PREPARED_METRICS,
  pays_off_after: { label: "products until preparation has paid", unit: "products", better: "lower" },
  degree_gini: { label: "Gini coefficient of the degrees", unit: "1" },
  dense_entries: { label: "entries in tiles that are 5 % full", unit: "%" },
  ...ROUNDING_METRICS,
  ...TERM_METRICS,
} as const satisfies Metrics;

/** A matrix under one order of ids. */
interface OrderedMatrix {
  readonly matrix: CsrMatrix;
  readonly features: Float32Array;
  readonly costs: MatrixCosts;
  /** Milliseconds of the ordering, with its check; absent for ids as they are. */
  readonly ordering?: { readonly ms: number; readonly check: CheckReport };
}

function natural({ seed }: Lab, matrix: CsrMatrix, width: number): OrderedMatrix {
  const features = randomFeatures(matrix.cols, width, seed);
  return { matrix, features, costs: matrixCosts(matrix, seed) };
}

function ordered({ seed, say }: Lab, { matrix, features }: OrderedMatrix, id: string): OrderedMatrix {
  say(id);
  const started = performance.now();
  const { perm } = findOrdering(id).compute(matrix, { seed });
  const ms = performance.now() - started;
  const renumbered = permuteSymmetric(matrix, perm);
  return {
    matrix: renumbered,
    features: permuteFeatures(features, features.length / matrix.cols, perm),
    costs: matrixCosts(renumbered, seed),
    ordering: { ms, check: checkOrdering(perm, { vertices: matrix.rows }) },
  };
}

/** Number format in which a kernel reads features. */
function formatOf(kernel: string) {
  return kernelsOf("spmm").find(({ id }) => id === kernel)?.features ?? "f32";
}

/**
 * Checks and times the contenders of one point in interleaved rounds. Preparation is counted twice over: left
 * out, and spread over {@linkcode SPREAD_OVER} products.
 */
export async function measurePoint(
  lab: Lab,
  { matrix, width, contenders, baseline }: {
    /** Matrix with ids as they are. */
    readonly matrix: CsrMatrix;
    /** Columns of the features. */
    readonly width: number;
    /** Contenders that were asked for, the baseline among them. */
    readonly contenders: readonly ProductContender[];
    /** Id of the contender that speed-ups are against. */
    readonly baseline: string;
  },
): Promise<(id: string) => JointOutcome<typeof PRODUCT_METRICS>> {
  const asIs = natural(lab, matrix, width), known = new Map<string, OrderedMatrix>();
  const under = ({ factors }: ProductContender) =>
    "ordering" in factors
      ? known.getOrInsertComputed(factors.ordering, (id) => ordered(lab, asIs, id))
      : asIs;
  const trials = new Map(contenders.map((contender) => {
    const { factors: { kernel } } = contender;
    return [contender.id, () => {
      const { matrix, features } = under(contender);
      return spmmTrial(lab, { matrix, features, width, kernel });
    }] as const;
  }));
  const { profile } = lab;
  const side = await measureSideBySide(lab, trials, { rounds: Math.min(profile.rounds, MAP_ROUNDS) });
  const measured = contenders.flatMap((contender) =>
    measuredContender(
      side,
      contender.id,
      ({ prepareMs }) => [(under(contender).ordering?.ms ?? 0) + prepareMs],
    )
  );
  return byContender(contenders, (contender) => {
    const { id, factors: { kernel } } = contender;
    const time = side.times(id), { facts: { rounding_rms, rounding_max } } = side.of(id);
    const own = measured.find((each) => each.id === id)!;
    const { ordering, costs, matrix } = under(contender);
    return {
      times: {
        time,
        prepare: side.preparation(id),
        prepared_time: { ...time, ms: withPreparation(own, SPREAD_OVER) },
        ...(ordering && { ordering: { ms: [ordering.ms], check: ordering.check, timer: "wall", waits: 0 } }),
      },
      facts: {
        ...ratioFacts(measured, { id, baseline }),
        ...preparedFacts(measured, { id, baseline, uses: SPREAD_OVER }),
        degree_gini: degreeStatistics(matrix).gini,
        dense_entries: 100 * costs.tiles.denseNnzShare,
        ...costTerms(costs, { kernel, width, format: formatOf(kernel) }),
        ...(typeof rounding_rms === "number" && { rounding_rms }),
        ...(typeof rounding_max === "number" && { rounding_max }),
      },
    };
  });
}
