/**
 * Contract of trainings that run epoch by epoch, can stop after any of them and go on later: full batches,
 * mini-batches, and one rank among several.
 *
 * @module
 */
import { type ScoredVertices, type SetTally, tallySet } from "../metrics.ts";

/** Sets of vertices that are scored. */
export const SET_NAMES = ["train", "validation", "test"] as const;

/** One of {@linkcode SET_NAMES}. */
export type SetName = typeof SET_NAMES[number];

/** Vertices of each set; any may be empty. */
export type VertexSets = Readonly<Record<SetName, Uint32Array>>;

/** Sums over each set. */
export type SetTallies = Readonly<Record<SetName, SetTally>>;

/** Result of an epoch on one rank. */
export interface EpochOutcome {
  /** Sum over all seeds of the loss of their mini-batch, with the parameters before it. */
  readonly loss: number;
  /** Number of seeds. */
  readonly seeds: number;
  /** Number of training steps. */
  readonly iterations: number;
  /** Milliseconds by phase. */
  readonly phases: Readonly<Record<string, number>>;
  /** Counts over the epoch by name: edges, bytes; empty where there is nothing to count. */
  readonly counts: Readonly<Record<string, number>>;
}

/** Training that runs epoch by epoch. `State` survives a structured clone. */
export interface EpochTraining<State> {
  /**
   * Trains the next epoch.
   *
   * @param pause Callback between two steps, where the process may do other things.
   * @throws {DivergenceError} where the loss is NaN or infinite.
   */
  train(pause?: () => Promise<void>): Promise<EpochOutcome>;
  /** Sums over the rank's sets, with the parameters learned so far. */
  score(): Promise<SetTallies>;
  /** State between two epochs. */
  state(): Promise<State>;
  /**
   * Goes on behind a state of a training with the same settings and data, with the same bits.
   *
   * @throws {UsageError} for the state of another model.
   */
  restore(state: State): void;
  /** Frees all memory. */
  close(): void;
}

/** Sums over each set. */
export function tallySets(scored: ScoredVertices, sets: VertexSets): SetTallies {
  const { train, validation, test } = sets;
  return {
    train: tallySet(scored, train),
    validation: tallySet(scored, validation),
    test: tallySet(scored, test),
  };
}
