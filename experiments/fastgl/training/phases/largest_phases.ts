/**
 * Claims about the phase that takes most of an epoch, by the milliseconds of its phases. Memory IO stands
 * apart: its time depends on the link.
 *
 * @module
 */
import type { Loading } from "../../../trials/links/copies.ts";
import { takesLongerBelow } from "../../links/turning_speeds.ts";

/** Phases of a round or mini-batch, in milliseconds, and what is loaded in it. */
export interface LoadedPhases {
  /** Milliseconds of sampling. */
  readonly sampleMs: number;
  /** Milliseconds of computation. */
  readonly computationMs: number;
  /** Copies of features and the work on the device that goes with them. */
  readonly loading: Loading;
}

/** Memory IO at which a claim about phases turns, in milliseconds. */
export type TurnsAt = (phases: LoadedPhases) => number;

/** A phase that is claimed to take longer than each of the others. */
export interface LargestPhase {
  /** Quotient of the phase and the longer one of the others: above 1 where the claim holds. */
  readonly lead: (phases: LoadedPhases, ioMs: number) => number;
  /** Memory IO at which the claim turns. */
  readonly turnsAt: TurnsAt;
}

/** Memory IO takes longer than sampling and than computation. */
export const MEMORY_IO_LARGEST: LargestPhase = {
  lead: ({ sampleMs, computationMs }, ioMs) => ioMs / Math.max(sampleMs, computationMs),
  turnsAt: ({ sampleMs, computationMs }) => Math.max(sampleMs, computationMs),
};

/** Computation takes longer than sampling and than memory IO. */
export const COMPUTATION_LARGEST: LargestPhase = {
  lead: ({ sampleMs, computationMs }, ioMs) => computationMs / Math.max(sampleMs, ioMs),
  turnsAt: ({ sampleMs, computationMs }) => sampleMs > computationMs ? 0 : computationMs,
};

/** Memory IO up to which sampling takes more than half of an epoch: longer than both others together. */
export const sampleTurnsAt: TurnsAt = ({ sampleMs, computationMs }) => sampleMs - computationMs;

/** Link speeds in GB/s up to which memory IO takes longer than where a claim turns, one entry a round. */
export function turningSpeeds(rounds: readonly LoadedPhases[], turnsAt: TurnsAt): number[] {
  return rounds.map((round) => takesLongerBelow(round.loading, turnsAt(round)));
}
