/**
 * Rounds in which partitions take turns.
 *
 * @module
 */
import type { Profile } from "../../profiles.ts";

/**
 * Least number of rounds in which partitions take turns: as many as a claim wants; two in a smoke run, whose
 * times decide nothing.
 */
export function timedRounds({ id, rounds }: Profile): number {
  return id === "smoke" ? 2 : rounds;
}

/**
 * Rounds of a comparison that decides claims, as kernels have them: it ends when its intervals are narrow,
 * whichever way they point, so that further rounds take nothing from the level of its tests.
 */
export function decidingRounds(profile: Profile): { readonly rounds: number; readonly mostRounds: number } {
  const rounds = timedRounds(profile);
  return { rounds, mostRounds: profile.id === "smoke" ? rounds : profile.maxRounds };
}
