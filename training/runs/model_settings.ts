/**
 * Models by name, for callers that choose one at run time.
 *
 * @module
 */

/** Names of models. */
export const MODEL_NAMES = ["sage", "gat", "gcn", "gin"] as const;

/** One of {@linkcode MODEL_NAMES}. */
export type ModelName = typeof MODEL_NAMES[number];

/** Model and its size, as plain data that a rank can be sent. */
export interface ModelSettings {
  /** Name of the model. */
  readonly model: ModelName;
  /** Columns of the hidden layers. */
  readonly hidden: number;
  /** Number of layers that aggregate. */
  readonly layers: number;
}

/** Model and its training, as plain data. */
export interface TrainingSettings extends ModelSettings {
  /** Learning rate of Adam. */
  readonly learningRate: number;
  /** Seed of all random choices. */
  readonly seed: number;
}
