import assert from "node:assert/strict";
import { UsageError } from "../../../platform/errors.ts";
import { classifyGroupSizes } from "../../../training/group_size/classification.ts";
import {
  type ClassifierTrainingOptions,
  trainClassifier,
} from "../../../training/group_size/classifier_training.ts";
import type { LabelledMatrix } from "../../../training/group_size/training_graphs.ts";
import { csrFromEdges } from "../../../graph/edges.ts";

const OPTIONS: ClassifierTrainingOptions = {
  model: { levels: 2, width: 8, keep: 0.25, hidden: [8], classes: 2, dropout: 0 },
  epochs: 30,
  batchSize: 4,
  learningRate: 0.03,
  seed: 1,
};

/** Paths and stars with equal numbers of vertices and edges, which differ in their degrees. */
function shapes(): LabelledMatrix[] {
  return Array.from({ length: 12 }, (_, i) => {
    const vertices = 8 + i, star = i % 2;
    const source = Uint32Array.from({ length: vertices - 1 }, (_, v) => star ? 0 : v);
    const target = Uint32Array.from({ length: vertices - 1 }, (_, v) => v + 1);
    const matrix = csrFromEdges({ vertices, source, target, symmetrise: true });
    const question = { width: 16, slots: 3584, seconds: star ? [2, 1] : [1, 2], best: 1 + star };
    return { name: star ? "star" : "path", matrix, questions: [question] };
  });
}

Deno.test("training learns to tell graphs apart, equal seeds give equal weights", async () => {
  const matrices = shapes(), losses: number[] = [];
  const weights = await trainClassifier(matrices, { ...OPTIONS, onEpoch: (_, loss) => losses.push(loss) });
  assert.equal(losses.length, 30);
  assert.ok(losses[29] < losses[0] / 4, `losses ${losses[0]} to ${losses[29]}`);
  for (const { matrix, questions } of matrices) {
    const { model } = OPTIONS;
    assert.deepEqual(await classifyGroupSizes(matrix, questions, { weights, model }), [questions[0].best]);
  }
  const short = { ...OPTIONS, epochs: 2 };
  assert.deepEqual(await trainClassifier(matrices, short), await trainClassifier(matrices, short));
  const other = await trainClassifier(matrices, { ...short, seed: 2 });
  assert.notDeepEqual(other, await trainClassifier(matrices, short));
});

Deno.test("weights that lack a parameter of the model are refused by its name", async () => {
  const [{ matrix, questions }] = shapes(), { model } = OPTIONS;
  const weights = new Map([["level 1 convolution weight", new Float32Array(16)]]);
  await assert.rejects(
    () => classifyGroupSizes(matrix, questions, { weights, model }),
    (error: Error) => error instanceof UsageError && /no weights of "level 1/.test(error.message),
  );
});
