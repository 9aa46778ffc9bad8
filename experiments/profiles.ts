/**
 * Profiles: how large and how long. `smoke` is for tests (seconds), `standard` the default (minutes on two cores without a
 * GPU), `paper` the published sizes.
 *
 * @module
 */
import { UsageError } from "../platform/errors.ts";

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
  /** Milliseconds after which a comparison that has its rounds takes no further ones to narrow its intervals. */
  readonly narrowingMs: number;
  /** Rounds of a comparison that decides a claim (at smoke sizes none about time is); the preparations that they are spread over. */
  readonly rounds: number;
  /** Rounds after which a deciding comparison ends, narrow or not. */
  readonly maxRounds: number;
  /** How often a deciding comparison draws its placement in memory anew. */
  readonly preparations: number;
  /** Rounds of a comparison that is context only. */
  readonly contextRounds: number;
  /** Half-width of a median's interval that counts as narrow, relative. */
  readonly narrow: number;
  /** Milliseconds of a sample at least, where that is less than the clock needs: times of such a profile decide nothing. */
  readonly sampleMs?: number;
}

/**
 * Of fifteen rounds one may go the other way: p of the sign test is 0.0005 then, which Holm's correction over a hundred claims
 * leaves below 0.05. Of thirteen it would be 0.0017.
 */
const DECIDING_ROUNDS = 15;

/** All profiles, by name. */
export const PROFILES: Readonly<Record<ProfileId, Profile>> = {
  smoke: {
    id: "smoke",
    maxStoredEdges: 20_000,
    comparisonMs: 6_000,
    narrowingMs: 0,
    rounds: 3,
    maxRounds: 3,
    preparations: 1,
    contextRounds: 2,
    narrow: 0.05,
    sampleMs: 2,
  },
  standard: {
    id: "standard",
    maxStoredEdges: 8_000_000,
    comparisonMs: 30_000,
    narrowingMs: 3_000,
    rounds: DECIDING_ROUNDS,
    maxRounds: 39,
    preparations: 3,
    contextRounds: 3,
    narrow: 0.01,
  },
  paper: {
    id: "paper",
    maxStoredEdges: Number.POSITIVE_INFINITY,
    comparisonMs: 600_000,
    narrowingMs: 120_000,
    rounds: DECIDING_ROUNDS,
    maxRounds: 39,
    preparations: 3,
    contextRounds: 3,
    narrow: 0.01,
  },
};

/**
 * The profile of that name.
 *
 * @throws {UsageError} for any other name.
 * @example
 * ```ts
 * import { profileOf } from "gnn-repro";
 * if (profileOf("smoke").maxStoredEdges >= profileOf("standard").maxStoredEdges) throw new Error("smoke is smaller");
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
