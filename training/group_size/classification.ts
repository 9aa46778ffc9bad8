/**
 * Choice of group sizes by a classifier with given weights, in float64 on the host.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import type { HostNumbers } from "../../kernels/operation.ts";
import { UsageError } from "../../platform/errors.ts";
import { OracleExecutor } from "../executors/oracle_executor.ts";
import {
  inferenceProgram,
  type OpenClassifier,
  scoresOf,
  selectLevels,
} from "../models/group_size_classifier.ts";
import { batchGraphs } from "../pooling/graph_batch.ts";
import { type GroupSizeQuestion, questionRows } from "./questions.ts";
import type { PoolingClassifierOptions } from "../models/classifier_head.ts";

/** Numbers of each parameter by its label, row-major. */
export type ClassifierWeights = ReadonlyMap<string, HostNumbers>;

/**
 * Opens programs in float64 with every parameter, and every known moment, written by its label.
 *
 * @throws {UsageError} where a parameter of a program has no weights.
 */
export function openWith(weights: ClassifierWeights): OpenClassifier {
  return ({ program, bindings }) => {
    const executor = new OracleExecutor(program, bindings);
    for (const tensor of program.tensors) {
      if (tensor.kind !== "parameter" && tensor.kind !== "moment") continue;
      const numbers = weights.get(tensor.label);
      if (numbers) executor.write(tensor, numbers);
      else if (tensor.kind === "parameter") {
        throw new UsageError({
          action: "open a classifier",
          current: `no weights of "${tensor.label}"`,
          wanted: "weights of every parameter",
          next: "take weights that this model was trained to",
        });
      }
    }
    return executor;
  };
}

/**
 * Predicts the most likely group size for each question about one matrix with entries; class c stands for c +
 * 1.
 */
export async function classifyGroupSizes(
  matrix: CsrMatrix,
  questions: readonly GroupSizeQuestion[],
  { weights, model }: { readonly weights: ClassifierWeights; readonly model: PoolingClassifierOptions },
): Promise<number[]> {
  const open = openWith(weights);
  const pooled = await selectLevels(batchGraphs([matrix]), model, open);
  const asked = {
    graph: new Uint32Array(questions.length),
    features: questionRows(questions.map((question) => ({ ...question, matrix }))),
  };
  const scores = await scoresOf(inferenceProgram(pooled, asked, model), open);
  return questions.map((_, i) => {
    let best = 0;
    for (let c = 1, from = i * model.classes; c < model.classes; c++) {
      if (scores[from + c] > scores[from + best]) best = c;
    }
    return best + 1;
  });
}
