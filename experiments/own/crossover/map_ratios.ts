/**
 * Ratios of the contenders of a map's point, round by round: to the fastest other one and to the baseline,
 * with preparation left out and spread over uses.
 *
 * @module
 */
import { median } from "../../../platform/statistics/mod.ts";
import type { Facts, Metrics } from "../../metrics.ts";
import type { SideBySide, SideResult } from "../../trials/side_by_side.ts";

/** Metrics of every map. */
export const RATIO_METRICS = {
  lead: { label: "time over the fastest other's", unit: "x", better: "lower" },
  speedup: { label: "speed-up over the baseline", unit: "x", better: "higher" },
} as const satisfies Metrics;

/** The same with preparation. */
export const PREPARED_METRICS = {
  prepared_lead: { label: "time with preparation over the fastest other's", unit: "x", better: "lower" },
  prepared_speedup: { label: "speed-up with preparation", unit: "x", better: "higher" },
} as const satisfies Metrics;

/** Rounds of a point: as many as leave an interval of the median within all samples. */
export const MAP_ROUNDS = 9;

/** A contender that was measured. */
export interface MeasuredContender {
  /** Id of the contender. */
  readonly id: string;
  /** Milliseconds, one a round. */
  readonly ms: readonly number[];
  /** Milliseconds of its preparation, which rounds take in turns; at least one. */
  readonly preparationMs: readonly number[];
}

/** Contender and baseline of a ratio. */
interface Compared {
  readonly id: string;
  readonly baseline: string;
}

/** A contender of a point, alone in its list; empty where it has no times, as its own rows say. */
export function measuredContender(
  side: SideBySide,
  id: string,
  preparationMs: (result: SideResult) => readonly number[],
): MeasuredContender[] {
  if (!side.has(id)) return [];
  const result = side.of(id);
  return [{ id, ms: result.ms, preparationMs: preparationMs(result) }];
}

/** Times of a contender with a share of its preparation: one part in `uses`. */
export function withPreparation({ ms, preparationMs }: MeasuredContender, uses: number): number[] {
  return ms.map((each, round) => each + preparationMs[round % preparationMs.length] / uses);
}

/** Ratio to the fastest other contender, and speed-up over the baseline; none for lack of another. */
export function ratioFacts(
  measured: readonly Pick<MeasuredContender, "id" | "ms">[],
  { id, baseline }: Compared,
): { readonly lead?: readonly number[]; readonly speedup?: readonly number[] } {
  const { ms } = measured.find((each) => each.id === id)!;
  const over = (other: Pick<MeasuredContender, "ms">) => ms.map((each, round) => each / other.ms[round]);
  const others = measured.filter((each) => each.id !== id),
    base = others.find((each) => each.id === baseline);
  return {
    ...(others.length > 0 && {
      lead: over(others.reduce((a, b) => median(b.ms) < median(a.ms) ? b : a)),
    }),
    ...(base && { speedup: over(base).map((ratio) => 1 / ratio) }),
  };
}

/** Ratios of {@linkcode ratioFacts} with a share of preparation, and {@linkcode paysOffAfter}. */
export function preparedFacts(
  measured: readonly MeasuredContender[],
  { uses, ...compared }: Compared & { readonly uses: number },
): Facts<typeof PREPARED_METRICS> & { readonly pays_off_after?: number } {
  const prepared = measured.map((each) => ({ id: each.id, ms: withPreparation(each, uses) }));
  const { lead, speedup } = ratioFacts(prepared, compared), pays = paysOffAfter(measured, compared);
  return {
    ...(lead && { prepared_lead: lead }),
    ...(speedup && { prepared_speedup: speedup }),
    ...(pays !== undefined && { pays_off_after: pays }),
  };
}

/** Uses after which a contender has saved what its preparation takes; undefined where it saves nothing. */
export function paysOffAfter(
  measured: readonly MeasuredContender[],
  { id, baseline }: Compared,
): number | undefined {
  const [own, base] = [id, baseline].map((wanted) => measured.find((each) => each.id === wanted));
  if (own === undefined || base === undefined || own === base) return undefined;
  const saved = median(base.ms) - median(own.ms);
  const extra = median(own.preparationMs) - median(base.preparationMs);
  return saved > 0 ? Math.max(0, extra / saved) : undefined;
}
