/**
 * What a layer is written with: emits steps in one direction, on behalf of one layer.
 *
 * @module
 */
import type { Dropout } from "../../kernels/epilogue.ts";
import type { StepOperation } from "../operations/step_operation.ts";
import { inferShape, rulesOf, type UnwrittenOperation } from "../operations/step_rules.ts";
import type { Pass, Phase } from "./phase.ts";
import type { Initialisation } from "./program.ts";
import type { ProgramBuilder } from "./program_builder.ts";
import type { Tensor, TensorKind, TensorShape } from "./tensor.ts";

/** The two sequences of a program. They share inputs and parameters, and nothing else. */
export type Sequence = "train" | "evaluate";

/** Where steps are emitted. */
export interface StepPlace {
  /** Who emits them: `layer 1`, `loss`, `adam`. */
  readonly layer: string;
  /** Which way they go. */
  readonly pass: Pass;
}

/** A parameter to be made. */
export interface ParameterSpec extends TensorShape {
  /** How it begins. */
  readonly initialisation: Initialisation;
  /** Whether the optimizer's weight decay holds for it; it does when absent. */
  readonly decays?: boolean;
}

/** Emits the steps of one layer in one direction: what a layer is written with. */
export class StepEmitter {
  readonly #builder: ProgramBuilder;
  readonly #sequence: Sequence;
  readonly #place: StepPlace;
  #prefix: string;

  /** Made by {@linkcode ProgramBuilder.steps}. */
  constructor(builder: ProgramBuilder, sequence: Sequence, place: StepPlace) {
    this.#builder = builder;
    this.#sequence = sequence;
    this.#place = place;
    this.#prefix = place.layer;
  }

  /** Who emits. */
  get layer(): string {
    return this.#place.layer;
  }

  /**
   * Emits for a part of the same layer: a layer that is made of layers gives each a name, which stands in
   * labels between its own and that of a parameter or tensor.
   */
  part(name: string): StepEmitter {
    const part = new StepEmitter(this.#builder, this.#sequence, this.#place);
    part.#prefix = `${this.#prefix} ${name}`;
    return part;
  }

  /** The parameter of a name of the layer or its part, the same one in both sequences. */
  parameter(name: string, spec: ParameterSpec): Tensor {
    return this.#builder.parameter(`${this.#prefix} ${name}`, spec);
  }

  /** A dropout of the given rate; none in evaluation or at rate 0. */
  dropout(rate: number): Dropout | undefined {
    return this.#sequence === "train" && rate > 0 ? this.#builder.dropout(rate) : undefined;
  }

  /**
   * Emits an operation and returns its result, a new tensor of the shape that follows from the operands.
   *
   * @param name What the result is called, after the layer.
   * @param phase Where an operation counts; that of its kind when absent: `spmm` aggregation, `gemm`
   * combination.
   * @throws {UsageError} naming layer, operation and shapes if the operands do not go together.
   */
  emit(name: string, operation: UnwrittenOperation, phase: Phase = rulesOf(operation).phase): Tensor {
    const shape = inferShape(stepAction(this.#sequence, { ...this.#place, ...operation }), operation);
    const kind = this.#place.pass === "forward" ? "activation" : "gradient";
    const result = this.#builder.tensor(kind, `${this.#prefix} ${name}`, shape);
    // The result is the one that was left out of this very operation; TypeScript does not add it to a union.
    this.write({ ...operation, out: result } as StepOperation, phase);
    return result;
  }

  /**
   * Emits an operation whose result exists already.
   *
   * @throws {UsageError} as {@linkcode ProgramBuilder.push}.
   */
  write(operation: StepOperation, phase: Phase = rulesOf(operation).phase): void {
    this.#builder.push(this.#sequence, { ...operation, ...this.#place, phase });
  }

  /** A tensor to {@linkcode StepEmitter.write}, labelled after the layer. */
  tensor(kind: TensorKind, name: string, shape: TensorShape): Tensor {
    return this.#builder.tensor(kind, `${this.#prefix} ${name}`, shape);
  }

  /** Leaves a gradient for a parameter; see {@linkcode ProgramBuilder.learn}. */
  learn(parameter: Tensor, gradient: Tensor): void {
    this.#builder.learn(this, parameter, gradient);
  }
}

/** `emit gemm in layer 1 (train, forward)`: a step for error messages. */
export function stepAction(
  sequence: Sequence,
  { op, layer, pass }: StepPlace & { readonly op: string },
): string {
  return `emit ${op} in ${layer} (${sequence}, ${pass})`;
}
