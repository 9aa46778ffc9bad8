/**
 * Measurement of one point of a map: kernels, some of them after an ordering, side by side on one matrix.
 *
 * @module
 */
import type { CsrMatrix } from "../../../graph/csr.ts";
import { degreeStatistics } from "../../../graph/degrees.ts";
import { findOrdering } from "../../../graph/orderings/mod.ts";
import { permuteFeatures, permuteSymmetric } from "../../../graph/permute.ts";
import type { CheckReport } from "../../../kernels/check.ts";
import { kernelsOf } from "../../../kernels/registry.ts";
import { median } from "../../../platform/statistics/mod.ts";
import type { Contender } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import { byContender } from "../../trials/by_contender.ts";
import { checkOrdering } from "../../trials/ordering_check.ts";
import { measureSideBySide, type SideBySide } from "../../trials/side_by_side.ts";
import { randomFeatures, ROUNDING_METRICS, spmmTrial } from "../../trials/spmm_trial.ts";
import { costTerms, type MatrixCosts, matrixCosts, TERM_METRICS } from "./cost_terms.ts";

/** A kernel, on ids as they are or after an ordering. */
export interface MapContender extends Contender {
  /** Kernel, and ordering where there is one. */
  readonly factors: { readonly kernel: string } | { readonly kernel: string; readonly ordering: string };
}

/**
 * Products over which preparation is spread: 50 epochs of a model with two layers, forwards and backwards.
 */
export const SPREAD_OVER = 200;

/** Metrics of every map. */
export const MAP_METRICS = {
  time: { label: "SpMM time", unit: "ms", better: "lower" },
  lead: { label: "time over the fastest other's", unit: "x", better: "lower" },
  speedup: { label: "speed-up over the baseline", unit: "x", better: "higher" },
  ordering: { label: "ordering", unit: "ms", better: "lower" },
  prepare: { label: "preparation of the kernel", unit: "ms", better: "lower" },
  prepared_time: { label: "SpMM time with its share of preparation", unit: "ms", better: "lower" },
  prepared_lead: { label: "time with preparation over the fastest other's", unit: "x", better: "lower" },
  prepared_speedup: { label: "speed-up with preparation", unit: "x", better: "higher" },
  pays_off_after: { label: "products until preparation has paid", unit: "products", better: "lower" },
  degree_gini: { label: "Gini coefficient of the degrees", unit: "1", better: "neither" },
  dense_entries: { label: "entries in tiles that are 5 % full", unit: "%", better: "neither" },
  ...ROUNDING_METRICS,
  ...TERM_METRICS,
} as const satisfies Metrics;

/** Rounds of a point: as many as leave an interval of the median within all samples. */
const ROUNDS = 9;

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

/** Contenders that were measured, each with its times without and with its share of preparation. */
interface Standing {
  readonly id: string;
  readonly ms: readonly number[];
  readonly withPreparation: readonly number[];
  readonly preparationMs: number;
}

/** Ratio to the fastest other contender of the point, round by round; undefined where it was alone. */
function lead(standing: readonly Standing[], id: string, ms: (of: Standing) => readonly number[]) {
  const own = standing.find((each) => each.id === id)!;
  const others = standing.filter((each) => each.id !== id);
  if (others.length === 0) return undefined;
  const best = others.reduce((a, b) => median(ms(b)) < median(ms(a)) ? b : a);
  return ms(own).map((each, round) => each / ms(best)[round]);
}

function standingOf(side: SideBySide, id: string, orderingMs: () => number): Standing[] {
  try {
    const { ms, prepareMs } = side.of(id);
    const preparationMs = orderingMs() + prepareMs;
    return [{ id, ms, preparationMs, withPreparation: ms.map((each) => each + preparationMs / SPREAD_OVER) }];
  } catch {
    // The contender's own rows say why; the others are compared without it.
    return [];
  }
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
    readonly contenders: readonly MapContender[];
    /** Id of the contender that speed-ups are against. */
    readonly baseline: string;
  },
): Promise<(id: string) => JointOutcome<typeof MAP_METRICS>> {
  const asIs = natural(lab, matrix, width), known = new Map<string, OrderedMatrix>();
  const under = ({ factors }: MapContender) =>
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
  const side = await measureSideBySide(lab, trials, { rounds: Math.min(profile.rounds, ROUNDS) });
  const standing = contenders.flatMap((contender) =>
    standingOf(side, contender.id, () => under(contender).ordering?.ms ?? 0)
  );
  const base = standing.find(({ id }) => id === baseline);
  return byContender(contenders, (contender) => {
    const { id, factors: { kernel } } = contender;
    const time = side.times(id), { facts: { rounding_rms, rounding_max } } = side.of(id);
    const own = standing.find((each) => each.id === id)!;
    const { ordering, costs, matrix } = under(contender);
    const saved = base === undefined ? 0 : median(base.ms) - median(own.ms);
    const extra = own.preparationMs - (base?.preparationMs ?? 0);
    const leads = lead(standing, id, ({ ms }) => ms);
    const preparedLeads = lead(standing, id, ({ withPreparation }) => withPreparation);
    return {
      times: {
        time,
        prepare: side.preparation(id),
        prepared_time: { ...time, ms: own.withPreparation },
        ...(ordering && { ordering: { ms: [ordering.ms], check: ordering.check, timer: "wall", waits: 0 } }),
      },
      facts: {
        ...(leads && { lead: leads }),
        ...(preparedLeads && { prepared_lead: preparedLeads }),
        ...(base !== undefined && id !== baseline && {
          speedup: base.ms.map((ms, round) => ms / own.ms[round]),
          prepared_speedup: base.withPreparation.map((ms, round) => ms / own.withPreparation[round]),
          ...(saved > 0 && { pays_off_after: Math.max(0, extra / saved) }),
        }),
        degree_gini: degreeStatistics(matrix).gini,
        dense_entries: 100 * costs.tiles.denseNnzShare,
        ...costTerms(costs, { kernel, width, format: formatOf(kernel) }),
        ...(typeof rounding_rms === "number" && { rounding_rms }),
        ...(typeof rounding_max === "number" && { rounding_max }),
      },
    };
  });
}
