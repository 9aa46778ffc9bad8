/**
 * Systems of roc Figure 6, and the accuracies to which they train.
 *
 * @module
 */
import type { Contender, Workload } from "../../cell.ts";
import type { SamplingMethod } from "./sampling_methods.ts";

/** A system that trains the GCN. */
export interface System extends Contender {
  /** Method that samples its mini-batches; absent for full batches. */
  readonly method?: SamplingMethod;
}

/** Full batches. */
export const ROC: System = { id: "roc", label: "ROC (full batch)" };
/** Sampled neighbours. */
export const SAGE: System = { id: "graphsage", label: "GraphSAGE", method: "graphsage" };
/** Sampled layers. */
const FASTGCN: System = { id: "fastgcn", label: "FastGCN", method: "fastgcn" };
/** All systems, and those that sample. */
export const SYSTEMS = [ROC, SAGE, FASTGCN], SAMPLERS = [SAGE, FASTGCN];

/** Epochs of GraphSAGE after which its accuracy is looked at, as the paper does. */
export const SAGE_EPOCHS = 2;

/** Targets in percent of the best accuracy that any of the systems ends with. */
export const TARGETS = [25, 50, 75, 90, 100];

/** The target of the paper, and the end of the trainings. */
export const TWO_EPOCHS = "two-epochs", END = "end";

/** An accuracy to reach, or the end of the trainings. */
export interface TargetWorkload extends Workload {
  readonly target: number | typeof TWO_EPOCHS | typeof END;
}

/** Id of the workload of a target. */
export const targetId = (target: TargetWorkload["target"]): string => `target:${target}`;
