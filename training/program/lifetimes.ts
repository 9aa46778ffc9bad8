/**
 * Lifetimes of a program's tensors, which determine the tensors that may share memory, and the bytes alive at
 * once.
 *
 * @module
 */
import { inputsOf, outputsOf, rulesOf } from "../operations/step_rules.ts";
import type { Program, Step } from "./program.ts";
import type { Tensor } from "./tensor.ts";

/** Steps of a sequence from the first to the last, both included. */
export type Span = readonly [first: number, last: number];

/** Lifetime of a tensor's numbers. */
export type Lifetime =
  /** Lifetime of the program: inputs, parameters, and numbers that one run leaves for the next. */
  | "always"
  /** Lifetime from the first write to the last read, in each sequence that uses the tensor. */
  | { readonly train?: Span; readonly evaluate?: Span };

/**
 * Computes the lifetime of each tensor, by id. The loss outlives both sequences and the scores the end of
 * `evaluate`, so that they can be read there; a tensor that a sequence reads before it writes it lives
 * always, and so does one with rows of 0 that no step writes.
 */
export function lifetimesOf(program: Program): readonly Lifetime[] {
  const sparselyWritten = new Set(
    program.train.flatMap((step) => rulesOf(step).writes === "some-rows" ? outputsOf(step) : []),
  );
  const train = spansOf(program.train), evaluate = spansOf(program.evaluate);
  return program.tensors.map((tensor) => {
    const spans = { train: train.get(tensor), evaluate: evaluate.get(tensor) };
    const kept = tensor.kind === "input" || tensor.kind === "parameter" || tensor.kind === "moment";
    if (
      kept || sparselyWritten.has(tensor) || tensor === program.loss || spans.train === "before" ||
      spans.evaluate === "before"
    ) {
      return "always";
    }
    if (tensor === program.scores && spans.evaluate) {
      spans.evaluate = [spans.evaluate[0], program.evaluate.length];
    }
    return {
      ...(spans.train ? { train: spans.train } : {}),
      ...(spans.evaluate ? { evaluate: spans.evaluate } : {}),
    };
  });
}

/**
 * Reports whether two tensors must not share memory. The operands and results of a step overlap in that step.
 *
 * @param keptSteps Steps behind its last use in which nothing else may be written into a tensor's memory.
 */
export function lifetimesOverlap(a: Lifetime, b: Lifetime, keptSteps = 0): boolean {
  if (a === "always" || b === "always") return true;
  const meet = (x: Span | undefined, y: Span | undefined) =>
    x !== undefined && y !== undefined && x[0] <= y[1] + keptSteps && y[0] <= x[1] + keptSteps;
  return meet(a.train, b.train) || meet(a.evaluate, b.evaluate);
}

/** Span from first write to last use of every tensor of a sequence; `before` where it is read first. */
function spansOf(steps: readonly Step[]): Map<Tensor, Span | "before"> {
  const spans = new Map<Tensor, Span | "before">();
  steps.forEach((step, at) => {
    for (const tensor of inputsOf(step)) {
      const span = spans.get(tensor);
      spans.set(tensor, span === undefined || span === "before" ? "before" : [span[0], at]);
    }
    for (const tensor of outputsOf(step)) {
      const span = spans.get(tensor);
      if (span !== "before") spans.set(tensor, [span?.[0] ?? at, at]);
    }
  });
  return spans;
}
