/**
 * Group-size rule of eppgcn's classifier, with the weights that come with the harness.
 *
 * @module
 */
import { nnz } from "../../graph/csr.ts";
import type { GroupSizeRule } from "../../kernels/spmm/group_size/mod.ts";
import { GROUP_SIZE_CLASSES, GROUP_SIZE_CLASSIFIER } from "../models/group_size_classifier.ts";
import { type ClassifierWeights, classifyGroupSizes } from "./classification.ts";
import trained from "./classifier.json" with { type: "json" };
import { CARD_SLOTS } from "./training_graphs.ts";
import { decodeWeights } from "./weights.ts";

/** Card and weights of the rule. */
export interface SagPoolRuleOptions {
  /** Number of groups that the card processes at once; 3,584, a P100's, by default. */
  readonly slots?: number;
  /** Weights of {@linkcode GROUP_SIZE_CLASSIFIER}; those that come with the harness by default. */
  readonly weights?: ClassifierWeights;
}

/** Weights of `classifier.json`: a constant of the module, decoded when the rule is first used. */
let shipped: ClassifierWeights | undefined;

/**
 * SAGPool rule: the class that a graph classifier finds most likely for the path, from its structure and its
 * own features. It runs on the host; `classifier.json` records its training.
 *
 * @example
 * ```ts
 * import { csrFromEdges } from "gnn-repro";
 * import { chooseGroupSize } from "gnn-repro/kernels";
 * import { sagPoolRule } from "gnn-repro/training";
 * const source = Uint32Array.from({ length: 300 }, (_, e) => e % 30),
 *   target = source.map((v, e) => (v * e + 1) % 30);
 * const graph = csrFromEdges({ vertices: 30, source, target });
 * const groupSize = await chooseGroupSize(sagPoolRule({ slots: 5120 }), graph, 16);
 * if (!(Number.isInteger(groupSize) && groupSize >= 1)) {
 *   throw new Error("entries of a row that a group sums up");
 * }
 * ```
 */
export function sagPoolRule({ slots = CARD_SLOTS[0], weights }: SagPoolRuleOptions = {}): GroupSizeRule {
  return {
    id: "sagpool",
    origin: "eppgcn, Section 5, classifier",
    meaning:
      `the most likely of the sizes 1 to ${GROUP_SIZE_CLASSES}, by a graph classifier with self-attention pooling`,
    async choose(matrix, width) {
      if (nnz(matrix) === 0) return 1;
      const own = weights ?? (shipped ??= decodeWeights(trained));
      const model = GROUP_SIZE_CLASSIFIER;
      const [size] = await classifyGroupSizes(matrix, [{ width, slots }], { weights: own, model });
      return size;
    },
  };
}
