/**
 * Fusion of a program's steps into operations of the memory manager.
 *
 * @module
 */
import { inputsOf, outputsOf, rulesOf } from "../operations/step_rules.ts";
import type { Step } from "../program/program.ts";
import type { Tensor } from "../program/tensor.ts";

/** Steps of an operation under construction. */
class Fusion {
  readonly steps: Step[] = [];
  readonly #written = new Set<Tensor>();
  readonly #heavy: Step[] = [];

  constructor(first: Step) {
    this.add(first);
  }

  add(step: Step): void {
    this.steps.push(step);
    for (const tensor of outputsOf(step)) this.#written.add(tensor);
    if (isHeavy(step)) this.#heavy.push(step);
  }

  takes(step: Step): boolean {
    if (this.#isLossOf(step)) return true;
    if (step.pass !== this.steps.at(-1)!.pass) return false;
    const own = (tensor: Tensor) => this.#written.has(tensor);
    const read = inputsOf(step).filter(({ kind }) => kind !== "parameter");
    if (!isHeavy(step)) return read.length > 0 && read.every(own);
    // The gradient of an activation is fused with that of the product before the activation.
    if (this.#heavy.length === 0) return this.steps[0].op === "activation-gradient" && read.some(own);
    return this.#heavy.length === 1 && isOtherGradient(this.#heavy[0], step);
  }

  /** Reports whether a step is the gradient of a loss in this operation. */
  #isLossOf(step: Step): boolean {
    const [loss] = this.#heavy;
    return step.op === "cross-entropy-gradient" && loss?.op === "cross-entropy" &&
      step.logits === loss.logits;
  }
}

function isHeavy(step: Step): boolean {
  return rulesOf(step).weight === "heavy";
}

/**
 * Reports whether two consecutive steps are the two gradients of a linear operation `Y = X W`: that of W,
 * `X^T dY`, and that of X, `dY W^T`, which layers emit in this order.
 */
function isOtherGradient(ofWeight: Step, ofInput: Step): boolean {
  return ofWeight.op === "gemm" && ofInput.op === "gemm" && ofWeight.pass === "backward" &&
    ofWeight.form === "tn" && ofInput.form === "nt" && ofWeight.b === ofInput.a;
}

/**
 * Fuses consecutive steps as Table 3 of roc does: a product and the entry-wise steps that only read its
 * result (activation, dropout, sums of columns); the two gradients of a linear operation, together with that
 * of the activation behind it; the loss and its gradient. Otherwise gradients of weights would be sinks, each
 * of which doubles the number of states. Every step is in one operation, and the operations are in the order
 * of the program.
 */
export function fuseSteps(steps: readonly Step[]): readonly (readonly Step[])[] {
  const fusions: Fusion[] = [];
  for (const step of steps) {
    const last = fusions.at(-1);
    if (last?.takes(step)) last.add(step);
    else fusions.push(new Fusion(step));
  }
  return fusions.map(({ steps }) => steps);
}
