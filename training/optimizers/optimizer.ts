/**
 * Contract of an optimizer.
 *
 * @module
 */
import type { LearnedParameter } from "../program/program_builder.ts";
import type { StepEmitter } from "../program/step_emitter.ts";

/** Optimizer: emits the steps that change each parameter by its gradient. */
export interface Optimizer {
  /** Label of the optimizer's steps: `adam`. */
  readonly label: string;
  /** Emits a step for each parameter. */
  update(steps: StepEmitter, learned: readonly LearnedParameter[]): void;
}
