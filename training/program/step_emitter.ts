/**
 * Emitter of steps in one direction, on behalf of one layer, with which layers are written.
 *
 * @module
 */
import type { Dropout } from "../../kernels/epilogue/epilogue.ts";
import type { StepOperation } from "../operations/step_operation.ts";
import { inferShape, rulesOf, type UnwrittenOperation } from "../operations/step_rules.ts";
import type { Pass, Phase } from "./phase.ts";
import type { Initialisation, Step } from "./program.ts";
import type { Tensor, TensorKind, TensorShape } from "./tensor.ts";

/** Sequences of a program, which share inputs and parameters, and nothing else. */
export type Sequence = "train" | "evaluate";

/** Place of emitted steps. */
export interface StepPlace {
  /** Layer that emits the steps: `layer 1`, `loss`, `adam`. */
  readonly layer: string;
  /** Direction of the steps. */
  readonly pass: Pass;
}

/** Specification of a parameter. */
export interface ParameterSpec extends TensorShape {
  /** Initialisation of the parameter. */
  readonly initialisation: Initialisation;
  /** Whether weight decay applies to the parameter; true by default. */
  readonly decays?: boolean;
}

/** Program under construction that an emitter adds to: the part of a `ProgramBuilder` that layers need. */
export interface StepTarget {
  /** Returns the parameter of a label, the same one in both sequences. */
  parameter(label: string, spec: ParameterSpec): Tensor;
  /** Makes a dropout with a stream of its own. */
  dropout(rate: number): Dropout;
  /** Makes a tensor that a step will write. */
  tensor(kind: TensorKind, label: string, shape: TensorShape): Tensor;
  /** Appends a step whose result exists already. */
  push(sequence: Sequence, step: Step): void;
  /** Records a gradient of a parameter, summed by the emitter's own steps where there are several. */
  learn(steps: StepEmitter, parameter: Tensor, gradient: Tensor): void;
}

/** Emitter of the steps of one layer in one direction. */
export class StepEmitter {
  readonly #target: StepTarget;
  readonly #sequence: Sequence;
  readonly #place: StepPlace;
  #prefix: string;

  /** Creates the emitter; called by `ProgramBuilder.steps`. */
  constructor(target: StepTarget, sequence: Sequence, place: StepPlace) {
    this.#target = target;
    this.#sequence = sequence;
    this.#place = place;
    this.#prefix = place.layer;
  }

  /** Layer that emits the steps. */
  get layer(): string {
    return this.#place.layer;
  }

  /**
   * Creates an emitter for a part of the same layer: a layer that consists of layers gives each a name, which
   * labels have between the layer's own and that of a parameter or tensor.
   */
  part(name: string): StepEmitter {
    const part = new StepEmitter(this.#target, this.#sequence, this.#place);
    part.#prefix = `${this.#prefix} ${name}`;
    return part;
  }

  /** Returns the parameter of a name within the layer or its part, the same one in both sequences. */
  parameter(name: string, spec: ParameterSpec): Tensor {
    return this.#target.parameter(`${this.#prefix} ${name}`, spec);
  }

  /** Makes a dropout of the given rate; none in evaluation or at rate 0. */
  dropout(rate: number): Dropout | undefined {
    return this.#sequence === "train" && rate > 0 ? this.#target.dropout(rate) : undefined;
  }

  /**
   * Emits an operation and returns its result, a new tensor of the shape that follows from the operands.
   *
   * @param name Name of the result, after the layer.
   * @param phase Phase of the operation; that of its kind by default: `spmm` aggregation, `gemm` combination.
   * @throws {UsageError} naming layer, operation and shapes if the operands do not match.
   */
  emit(name: string, operation: UnwrittenOperation, phase: Phase = rulesOf(operation).phase): Tensor {
    const shape = inferShape(stepAction(this.#sequence, { ...this.#place, ...operation }), operation);
    const kind = this.#place.pass === "forward" ? "activation" : "gradient";
    const result = this.#target.tensor(kind, `${this.#prefix} ${name}`, shape);
    // The result completes this very operation; TypeScript does not add the property to a union.
    this.write({ ...operation, out: result } as StepOperation, phase);
    return result;
  }

  /**
   * Emits an operation whose result exists already.
   *
   * @throws {UsageError} as {@linkcode StepTarget.push}.
   */
  write(operation: StepOperation, phase: Phase = rulesOf(operation).phase): void {
    this.#target.push(this.#sequence, { ...operation, ...this.#place, phase });
  }

  /** Makes a tensor for {@linkcode StepEmitter.write}, labelled after the layer. */
  tensor(kind: TensorKind, name: string, shape: TensorShape): Tensor {
    return this.#target.tensor(kind, `${this.#prefix} ${name}`, shape);
  }

  /** Records a gradient of a parameter; see {@linkcode StepTarget.learn}. */
  learn(parameter: Tensor, gradient: Tensor): void {
    this.#target.learn(this, parameter, gradient);
  }
}

/** Describes a step for error messages: `emit gemm in layer 1 (train, forward)`. */
export function stepAction(
  sequence: Sequence,
  { op, layer, pass }: StepPlace & { readonly op: string },
): string {
  return `emit ${op} in ${layer} (${sequence}, ${pass})`;
}
