/**
 * The contract of an optimizer.
 *
 * @module
 */
import type { LearnedParameter } from "../program/program_builder.ts";
import type { StepEmitter } from "../program/step_emitter.ts";

/** An optimizer: emits the steps that change each parameter by its gradient. */
export interface Optimizer {
  /** Who emits them: `adam`. */
  readonly label: string;
  /** Emits a step for each parameter. */
  update(steps: StepEmitter, learned: readonly LearnedParameter[]): void;
}
