/**
 * Builder of programs: operands first, then the steps of both sequences, each checked against its operands as
 * it is emitted.
 *
 * @module
 */
import type { Dropout } from "../../kernels/epilogue/epilogue.ts";
import { UsageError } from "../../platform/errors.ts";
import { checkShapes, inputsOf, outputsOf, rulesOf } from "../operations/step_rules.ts";
import type { Program, Step } from "./program.ts";
import {
  type ParameterSpec,
  type Sequence,
  stepAction,
  StepEmitter,
  type StepPlace,
  type StepTarget,
} from "./step_emitter.ts";
import {
  type IndexOperand,
  shapeText,
  type SparseOperand,
  type Tensor,
  type TensorKind,
  type TensorShape,
} from "./tensor.ts";

/** Parameter with the gradient that the backward pass has recorded for it. */
export interface LearnedParameter {
  /** The parameter. */
  readonly parameter: Tensor;
  /** Gradient of the parameter, without weight decay. */
  readonly gradient: Tensor;
  /** Whether weight decay applies to the parameter. */
  readonly decays: boolean;
}

interface DeclaredParameter extends ParameterSpec {
  readonly tensor: Tensor;
  gradient?: Tensor;
}

/**
 * Builder that collects operands and steps, and freezes them into a {@linkcode Program}. Every tensor is
 * written by one step of one sequence; only an in-place operation, such as `adam`, changes an existing
 * tensor.
 *
 * @example
 * ```ts
 * import { ProgramBuilder } from "gnn-repro/training";
 * const builder = new ProgramBuilder({ seed: 1 });
 * const x = builder.tensor("input", "features", { rows: 4, cols: 3 });
 * const steps = builder.steps("evaluate", { layer: "layer 1", pass: "forward" });
 * const weight = steps.parameter("weight", { rows: 3, cols: 2, initialisation: "glorot" });
 * const y = steps.emit("output", { op: "gemm", form: "nn", a: x, b: weight });
 * if (y.rows !== 4 || y.cols !== 2) throw new Error("4 x 3 times 3 x 2");
 * ```
 */
export class ProgramBuilder implements StepTarget {
  readonly #seed: number;
  readonly #tensors: Tensor[] = [];
  readonly #sparse: SparseOperand[] = [];
  readonly #indices: IndexOperand[] = [];
  readonly #parameters = new Map<string, DeclaredParameter>();
  readonly #steps: Readonly<Record<Sequence, Step[]>> = { train: [], evaluate: [] };
  readonly #writtenBy = new Map<Tensor, Sequence>();
  #streams = 0;

  /** Creates an empty program; the low 32 bits of `seed` determine its dropout masks. */
  constructor({ seed }: { readonly seed: number }) {
    this.#seed = seed >>> 0;
  }

  /**
   * Makes a tensor.
   *
   * @throws {UsageError} if rows or columns are not integers from 0.
   */
  tensor(kind: TensorKind, label: string, { rows, cols }: TensorShape): Tensor {
    requireCounts(label, { rows, cols });
    const tensor: Tensor = { id: this.#tensors.length, label, kind, rows, cols };
    this.#tensors.push(tensor);
    return tensor;
  }

  /**
   * Makes a sparse operand.
   *
   * @throws {UsageError} if a count is not an integer from 0.
   */
  sparse(label: string, { rows, cols, nnz, weighted }: Omit<SparseOperand, "id" | "label">): SparseOperand {
    requireCounts(label, { rows, cols, entries: nnz });
    const operand: SparseOperand = { id: this.#sparse.length, label, rows, cols, nnz, weighted };
    this.#sparse.push(operand);
    return operand;
  }

  /**
   * Makes a list of indices.
   *
   * @throws {UsageError} if its length is not an integer from 0.
   */
  index(label: string, length: number): IndexOperand {
    requireCounts(label, { length });
    const operand: IndexOperand = { id: this.#indices.length, label, length };
    this.#indices.push(operand);
    return operand;
  }

  /**
   * Returns the parameter of a label, made at its first use, so that both sequences get the same one.
   *
   * @throws {UsageError} if it was made with another shape.
   */
  parameter(label: string, spec: ParameterSpec): Tensor {
    const known = this.#parameters.get(label);
    if (known) {
      const { rows, cols } = spec;
      if (known.rows === rows && known.cols === cols) return known.tensor;
      throw new UsageError({
        action: `share the parameter "${label}"`,
        current: `${rows} x ${cols}`,
        wanted: `the ${known.rows} x ${known.cols} that it has`,
        next: "give every layer a label of its own",
      });
    }
    const tensor = this.tensor("parameter", label, spec);
    this.#parameters.set(label, { ...spec, tensor });
    return tensor;
  }

  /** Creates an emitter that appends steps to a sequence on behalf of a layer. */
  steps(sequence: Sequence, place: StepPlace): StepEmitter {
    return new StepEmitter(this, sequence, place);
  }

  /** Makes a dropout with a stream of its own. Only the steps of `train` should use one. */
  dropout(rate: number): Dropout {
    return { rate, seed: this.#seed, stream: this.#streams++ };
  }

  /**
   * Appends a step whose result exists already.
   *
   * @throws {UsageError} naming layer, operation and shapes if the operands do not match, if the step reads a
   * tensor that its sequence has not written, or writes one that is written already.
   */
  push(sequence: Sequence, step: Step): void {
    const action = stepAction(sequence, step);
    checkShapes(action, step);
    for (const tensor of inputsOf(step)) {
      this.#requireOwn(action, tensor);
      if (isKept(tensor)) continue;
      const writer = this.#writtenBy.get(tensor);
      if (writer !== sequence) {
        refuse(
          action,
          `${shapeText(tensor)}, ${writer ? `written by ${writer}` : "which no step has written"}`,
          {
            wanted: "an input, a parameter or the result of an earlier step of the same sequence",
          },
        );
      }
    }
    for (const tensor of rulesOf(step).writes === "in-place" ? [] : outputsOf(step)) {
      this.#requireOwn(action, tensor);
      const fixed = isKept(tensor);
      if (fixed || this.#writtenBy.has(tensor)) {
        refuse(
          action,
          `${shapeText(tensor)} as its result, ${fixed ? `of kind ${tensor.kind}` : "written before"}`,
          {
            wanted: "a tensor of its own for each result",
          },
        );
      }
      this.#writtenBy.set(tensor, sequence);
    }
    this.#steps[sequence].push(step);
  }

  /**
   * Records a gradient of a parameter; the gradients of a parameter with several uses are summed.
   *
   * @throws {UsageError} if the shapes differ or it is not a parameter of this program.
   */
  learn(steps: StepEmitter, parameter: Tensor, gradient: Tensor): void {
    const declared = this.#parameters.get(parameter.label);
    const action = `learn ${shapeText(parameter)}`;
    if (declared?.tensor !== parameter) {
      return refuse(action, "no such parameter", { wanted: "one that parameter() has made" });
    }
    if (gradient.rows !== parameter.rows || gradient.cols !== parameter.cols) {
      refuse(action, shapeText(gradient), { wanted: "a gradient of the parameter's shape" });
    }
    declared.gradient = declared.gradient
      ? steps.emit(`${parameter.label} gradient`, {
        op: "add",
        alpha: 1,
        x: declared.gradient,
        beta: 1,
        y: gradient,
      })
      : gradient;
  }

  /**
   * Parameters with their gradients, in the order of the layers, for an optimizer.
   *
   * @throws {UsageError} if the backward pass has recorded no gradient for one.
   */
  learned(): readonly LearnedParameter[] {
    return [...this.#parameters.values()].map(({ tensor: parameter, gradient, decays = true }) => {
      if (gradient) return { parameter, gradient, decays };
      throw new UsageError({
        action: `learn ${shapeText(parameter)}`,
        current: "no gradient",
        wanted: "a backward pass that reaches every parameter",
        next: "leave out the layer that the loss does not depend on",
      });
    });
  }

  /**
   * Finishes the program.
   *
   * @throws {UsageError} if `train` does not write the loss, `evaluate` the scores, or no step of `train`
   * updates a parameter.
   */
  build({ loss, scores }: Pick<Program, "loss" | "scores">): Program {
    this.#requireWritten([[loss, "train"], [scores, "evaluate"]], {
      wanted: "a loss that train writes and scores that evaluate writes",
    });
    return this.#finish({ loss, scores });
  }

  /**
   * Finishes a program that only trains, such as that of a mini-batch: its `evaluate` is empty, its scores
   * are the logits.
   *
   * @throws {UsageError} if `train` does not write both, there are steps that evaluate, or no step updates a
   * parameter.
   */
  buildTraining({ loss, logits }: { readonly loss: Tensor; readonly logits: Tensor }): Program {
    const { length } = this.#steps.evaluate;
    if (length > 0) {
      refuse("build a program that only trains", `${length} steps that evaluate`, { wanted: "none" });
    }
    this.#requireWritten([[loss, "train"], [logits, "train"]], {
      wanted: "a loss and logits that train writes",
    });
    return this.#finish({ loss, scores: logits });
  }

  #requireWritten(
    results: readonly (readonly [tensor: Tensor, sequence: Sequence])[],
    { wanted }: { readonly wanted: string },
  ): void {
    for (const [tensor, sequence] of results) {
      if (this.#writtenBy.get(tensor) === sequence) continue;
      refuse("build a program", `${shapeText(tensor)}, which ${sequence} does not write`, { wanted });
    }
  }

  #finish({ loss, scores }: Pick<Program, "loss" | "scores">): Program {
    const { train, evaluate } = this.#steps;
    const updated = new Set(train.flatMap((step) => rulesOf(step).inPlace?.updates(step) ?? []));
    const parameters = [...this.#parameters.values()].map(({ tensor, initialisation }) => {
      if (updated.has(tensor)) return { tensor, initialisation };
      return refuse("build a program", `${shapeText(tensor)}, which no step updates`, {
        wanted: "an optimizer step for each parameter",
      });
    });
    return {
      tensors: [...this.#tensors],
      sparse: [...this.#sparse],
      indices: [...this.#indices],
      parameters,
      train: [...train],
      evaluate: [...evaluate],
      loss,
      scores,
    };
  }

  /**
   * Finishes a program that only evaluates: its `train` is empty, its loss stays 0.
   *
   * @throws {UsageError} if `evaluate` does not write the scores, or there are steps that train.
   */
  buildInference(scores: Tensor): Program {
    const { train, evaluate } = this.#steps;
    if (train.length > 0 || this.#writtenBy.get(scores) !== "evaluate") {
      refuse("build a program for inference", `${train.length} steps that train, and ${shapeText(scores)}`, {
        wanted: "no step that trains, and scores that evaluate writes",
      });
    }
    const loss = this.tensor("loss", "loss", { rows: 1, cols: 1 });
    const parameters = [...this.#parameters.values()];
    return {
      tensors: [...this.#tensors],
      sparse: [...this.#sparse],
      indices: [...this.#indices],
      parameters: parameters.map(({ tensor, initialisation }) => ({ tensor, initialisation })),
      train: [],
      evaluate: [...evaluate],
      loss,
      scores,
    };
  }

  #requireOwn(action: string, tensor: Tensor): void {
    if (this.#tensors[tensor.id] === tensor) return;
    refuse(action, `${shapeText(tensor)} of another program`, { wanted: "operands of this program" });
  }
}

/**
 * Reports whether a tensor lives as long as the program, so that no step has to write it before another reads
 * it.
 */
function isKept({ kind }: Tensor): boolean {
  return kind === "input" || kind === "parameter" || kind === "moment";
}

function requireCounts(label: string, counts: Readonly<Record<string, number>>): void {
  for (const [what, count] of Object.entries(counts)) {
    if (Number.isSafeInteger(count) && count >= 0) continue;
    throw new UsageError({
      action: `make "${label}"`,
      current: `${count} ${what}`,
      wanted: "a whole number from 0",
      next: "check the sizes of graph, features and layers",
    });
  }
}

function refuse(action: string, current: string, { wanted }: { readonly wanted: string }): never {
  throw new UsageError({
    action,
    current,
    wanted,
    next: "emit the steps in the order in which they depend on each other",
  });
}
