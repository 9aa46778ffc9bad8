/**
 * When the numbers of a tensor matter: what decides which tensors may share memory, and how many bytes are
 * alive at once.
 *
 * @module
 */
import { inputsOf, outputsOf, rulesOf } from "../operations/step_rules.ts";
import type { Program, Step } from "./program.ts";
import type { Tensor } from "./tensor.ts";

/** The steps of a sequence from the first to the last, both included. */
export type Span = readonly [first: number, last: number];

/** When a tensor's numbers matter. */
export type Lifetime =
  /** As long as the program: inputs, what is learned, and what one run leaves for the next. */
  | "always"
  /** From the step that writes it first to the last that reads it, in each sequence that uses it. */
  | { readonly train?: Span; readonly evaluate?: Span };

/**
 * The lifetime of each tensor, by id. The loss outlives both sequences and the scores the end of `evaluate`,
 * so that they can be read there; a tensor that a sequence reads before it writes it lives always, and so
 * does one with rows of 0 that no step writes.
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

/** Whether two tensors must not share memory. What a step reads and what it writes overlap in that step. */
export function overlap(a: Lifetime, b: Lifetime): boolean {
  if (a === "always" || b === "always") return true;
  const meet = (x: Span | undefined, y: Span | undefined) =>
    x !== undefined && y !== undefined && x[0] <= y[1] && y[0] <= x[1];
  return meet(a.train, b.train) || meet(a.evaluate, b.evaluate);
}

/** First write to last use of every tensor of a sequence; `before` where it is read first. */
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
