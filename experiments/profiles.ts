/**
 * Profiles: sizes of graphs and durations of comparisons. `smoke` is for tests (seconds), `standard` the
 * default (minutes on two cores without a GPU), `paper` the published sizes.
 *
 * @module
 */
import type { MeasuringOptions } from "../hardware/measuring/options.ts";
import { UsageError } from "../platform/errors.ts";
import { FEWEST_ROUNDS, MOST_ROUNDS } from "../platform/statistics/mod.ts";

/** Name of a profile. */
export type ProfileId = "smoke" | "standard" | "paper";

/** The limits that a profile sets. */
export interface Profile {
  /** The name that `--profile` takes. */
  readonly id: ProfileId;
  /** Largest graph, in stored edges; a larger dataset comes as its stand-in at the first scale that fits. */
  readonly maxStoredEdges: number;
  /** Wall-clock budget of one comparison, in milliseconds. */
  readonly comparisonMs: number;
  /**
   * Milliseconds after which a comparison that has its rounds takes no further ones to narrow its intervals.
   */
  readonly narrowingMs: number;
  /**
   * Least number of rounds of a comparison that decides a claim, spread over all its preparations. At smoke
   * sizes no claim about time is decided.
   */
  readonly rounds: number;
  /** Rounds after which a deciding comparison ends, narrow or not; before, it may end at a look. */
  readonly maxRounds: number;
  /** Preparations of a deciding comparison: each one draws a new placement in memory. */
  readonly preparations: number;
  /** Rounds of a comparison that is context only. */
  readonly contextRounds: number;
  /** Half-width of a median's interval that counts as narrow, relative. */
  readonly narrow: number;
  /**
   * Least duration of a sample in milliseconds, where the profile asks for less than the clock's resolution
   * needs. Times of such a profile decide nothing.
   */
  readonly sampleMs?: number;
  /** Most sets of operands that rotate from call to call where one would stay in a cache. */
  readonly operandSets: number;
}

/**
 * Rounds of a deciding comparison: those of the first look. One of fifteen may contradict the others: the
 * sign test then has p = 0.0005, the look p = 0.001, which Holm's correction over fifty claims leaves below
 * 0.05. With all on one side p is 0.00006.
 */
const DECIDING_ROUNDS = FEWEST_ROUNDS;

/** Sets of operands that fill the last cache twice, at most. */
const OPERAND_SETS = 16;

/** All profiles, by name. */
export const PROFILES: Readonly<Record<ProfileId, Profile>> = {
  smoke: {
    id: "smoke",
    maxStoredEdges: 20_000,
    comparisonMs: 6_000,
    narrowingMs: 0,
    rounds: 2,
    maxRounds: 2,
    preparations: 1,
    contextRounds: 2,
    narrow: 0.05,
    sampleMs: 2,
    operandSets: 2,
  },
  standard: {
    id: "standard",
    maxStoredEdges: 8_000_000,
    comparisonMs: 30_000,
    narrowingMs: 3_000,
    rounds: DECIDING_ROUNDS,
    maxRounds: MOST_ROUNDS,
    preparations: 3,
    contextRounds: 3,
    narrow: 0.01,
    operandSets: OPERAND_SETS,
  },
  paper: {
    id: "paper",
    maxStoredEdges: Number.POSITIVE_INFINITY,
    comparisonMs: 600_000,
    narrowingMs: 120_000,
    rounds: DECIDING_ROUNDS,
    maxRounds: MOST_ROUNDS,
    preparations: 3,
    contextRounds: 3,
    narrow: 0.01,
    operandSets: OPERAND_SETS,
  },
};

/** The same profile with as many rounds for a decision as for context, and one preparation. */
export function contextOf(profile: Profile): Profile {
  const { contextRounds: rounds } = profile;
  return { ...profile, rounds, maxRounds: rounds, preparations: 1 };
}

/** Extent of a measurement under a profile: as a claim needs it where it `decides`, else as context does. */
export function extentOf(
  { rounds, maxRounds, preparations, comparisonMs, narrowingMs, narrow, sampleMs, contextRounds }: Profile,
  { decides }: { readonly decides: boolean },
): Omit<MeasuringOptions, "seed"> {
  return {
    ...decides
      ? { minRounds: rounds, maxRounds, preparations }
      : { minRounds: contextRounds, maxRounds: contextRounds, preparations: 1 },
    budgetMs: comparisonMs,
    narrowingMs,
    narrow,
    ...(sampleMs !== undefined && { sampleMs }),
  };
}

/**
 * The profile of that name.
 *
 * @throws {UsageError} for any other name.
 * @example
 * ```ts
 * import { profileOf } from "gnn-repro";
 * const [smoke, standard] = [profileOf("smoke"), profileOf("standard")];
 * if (smoke.maxStoredEdges >= standard.maxStoredEdges) throw new Error("smoke is smaller");
 * ```
 */
export function profileOf(name: string): Profile {
  const profile = PROFILES[name as ProfileId];
  if (!Object.hasOwn(PROFILES, name)) {
    throw new UsageError({
      action: `use profile "${name}"`,
      current: "no such profile",
      wanted: `one of ${Object.keys(PROFILES).join(", ")}`,
      next: "leave --profile out for standard",
    });
  }
  return profile;
}
