/**
 * Trials of one graph measured side by side within a counted suite: each is checked, all are timed in interleaved rounds, and
 * every value that is derived from two of them is derived round by round.
 *
 * @module
 */
import { measure, timesOf } from "../../hardware/measuring.ts";
import { refuseEmulated } from "../../hardware/emulated.ts";
import { ReproError, WrongResultError } from "../../platform/errors.ts";
import type { Fact, Lab, Trial } from "../suite.ts";

/** What was measured of one contender. */
export interface SideResult {
  /** Milliseconds of an execution, one a round. */
  readonly ms: readonly number[];
  /** Milliseconds that the preparation of its kernels took. */
  readonly prepareMs: number;
  /** What trial, plan and check say: counts, parts of an execution, rows that were compared. */
  readonly facts: readonly Fact[];
}

/** The contenders of one graph. What failed to start, or was wrong, keeps no other from running. */
export class SideBySide {
  readonly #results: ReadonlyMap<string, SideResult | { readonly error: unknown }>;

  /** Made by {@linkcode measureSideBySide}. */
  constructor(results: ReadonlyMap<string, SideResult | { readonly error: unknown }>) {
    this.#results = results;
  }

  /**
   * What was measured of a contender.
   *
   * @throws what kept it from being measured.
   */
  of(id: string): SideResult {
    const result = this.#results.get(id)!;
    if ("error" in result) throw result.error;
    return result;
  }

  /** Time of one contender over another's, round by round. */
  ratio(above: string, below: string): number[] {
    const { ms } = this.of(below);
    return this.of(above).ms.map((each, round) => each / ms[round]);
  }
}

/**
 * Checks and times. Rounds are the profile's least, so that the time that a suite takes can be told beforehand.
 *
 * @throws {MissingError} on an emulated GPU, whose times say nothing.
 */
export async function measureSideBySide(
  lab: Lab,
  trials: ReadonlyMap<string, () => Trial | Promise<Trial>>,
  { decides = true, preparations = lab.profile.preparations }: {
    /** Whether claims rest on it: as many rounds as they need, else as few as context has. */
    readonly decides?: boolean;
    /** How often placement in memory is drawn anew; as the profile says when absent. */
    readonly preparations?: number;
  } = {},
): Promise<SideBySide> {
  const { device, profile, seed } = lab;
  refuseEmulated(device, "time products");
  const results = new Map<string, SideResult | { readonly error: unknown }>();
  const standing = new Map<string, { readonly trial: Trial; readonly result: Omit<SideResult, "ms"> }>();
  for (const [id, open] of trials) {
    try {
      const trial = await open();
      standing.set(id, { trial, result: await checked(id, trial) });
    } catch (error) {
      if (!(error instanceof ReproError)) throw error;
      results.set(id, { error });
    }
  }
  const contestants = [...standing].map(([id, { trial }]) => ({
    ...{ id, bytes: trial.bytes, prepare: () => trial.prepare() },
    ...(trial.shared && { shared: trial.shared }),
  }));
  const rounds = decides ? profile.rounds : profile.contextRounds;
  const measured = await measure(device, contestants, {
    ...{ seed, minRounds: rounds, maxRounds: rounds, preparations: decides ? preparations : 1 },
    ...{ budgetMs: profile.comparisonMs, narrow: profile.narrow },
  });
  for (const [id, { result }] of standing) {
    const error = measured.failures.get(id);
    results.set(id, error ? { error } : { ...result, ms: timesOf(measured, id) });
  }
  return new SideBySide(results);
}

async function checked(id: string, trial: Trial): Promise<Omit<SideResult, "ms">> {
  const prepared = await trial.prepare();
  try {
    const { ok, worst, relErr, tolerance, checkedRows } = await prepared.check();
    if (!ok) {
      throw new WrongResultError({
        action: `time ${id}`,
        current: `${worst!.got} in row ${worst!.row}`,
        wanted: `${worst!.wanted}, as the oracle has`,
        next: "run the kernels' tests on this device",
      });
    }
    const counts = Object.entries(prepared.facts ?? {}).map(([metric, value]) => ({
      metric,
      unit: "1",
      value,
    }));
    const proof = [
      { metric: "checked_rows", unit: "rows", value: checkedRows },
      { metric: "rel_err", unit: "1", value: relErr },
      { metric: "tolerance", unit: "1", value: tolerance },
    ];
    const parts = await prepared.breakdown?.() ?? [];
    return { prepareMs: prepared.prepareMs, facts: [...trial.facts, ...counts, ...parts, ...proof] };
  } finally {
    prepared.destroy();
  }
}
