/**
 * Trains the group-size classifier, compares its choices on graphs that it has not seen with those of the
 * other rules, and writes `training/group_size/classifier.json`. Equal seeds give equal files; the real graph
 * is left out where its file is not found, and the file says so. Some minutes on one core.
 *
 * @module
 */
import { loadDataset } from "../../datasets/load.ts";
import { gcnNormalise } from "../../graph/normalization.ts";
import {
  chooseGroupSize,
  constantRule,
  equation3Rule,
  fitGroupSizeRegression,
  gnnAdvisorRule,
  graphFeatures,
  type GroupSizeRule,
  regressionRule,
  tigrRule,
} from "../../kernels/spmm/group_size/mod.ts";
import { MissingError } from "../../platform/errors.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import { RandomStream } from "../../platform/random.ts";
import { median } from "../../platform/statistics/median.ts";
import { classifyGroupSizes } from "../../training/group_size/classification.ts";
import { trainClassifier } from "../../training/group_size/classifier_training.ts";
import {
  labelledGraphs,
  type LabelledMatrix,
  labelledPaths,
} from "../../training/group_size/training_graphs.ts";
import { decodeWeights, encodeWeights } from "../../training/group_size/weights.ts";
import { GROUP_SIZE_CLASSES, GROUP_SIZE_CLASSIFIER } from "../../training/models/group_size_classifier.ts";

const COMMAND =
  "deno run --allow-read --allow-env --allow-sys --allow-write=training/group_size tools/group_size/train.ts";
/** Not one of the paper's eight graphs, so that all of those are new to the classifier. */
const REAL_GRAPH = "soc-epinions1";
const TRAINING = { graphs: 60, questions: 12, epochs: 30, batchSize: 4, learningRate: 0.01, seed: 1 };
const HELD_OUT = { graphs: 25, questions: 12, seed: 2 };

const { graphs, questions, seed, ...options } = TRAINING;
console.log(`labelling ${graphs} R-MAT graphs and their paths by enumeration`);
const drawn = labelledGraphs({ graphs, questions, seed });
const real = await realPaths();
const matrices = [...drawn, ...real];
console.log(`training on ${matrices.length} matrices, ${real.length} of them of ${REAL_GRAPH}`);

const model = GROUP_SIZE_CLASSIFIER;
const learned = await trainClassifier(matrices, {
  ...options,
  model,
  seed,
  onEpoch: (epoch, loss) => console.log(`epoch ${epoch}: loss ${loss.toFixed(3)}`),
});
const file = encodeWeights(learned, {
  command: COMMAND,
  training: {
    ...TRAINING,
    matrices: matrices.length,
    realGraph: real.length > 0 ? REAL_GRAPH : "none",
    labels: "model M6 at the rates of training/group_size/training_graphs.ts",
  },
});
const target = new URL("../../training/group_size/classifier.json", import.meta.url);
await Deno.writeTextFile(target, `${JSON.stringify(file, null, 2)}\n`);

const weights = decodeWeights(file);
const samples = matrices.flatMap(({ matrix, questions }) =>
  questions.map(({ width, best }) => ({ features: graphFeatures(matrix, width), best }))
);
const own = fitGroupSizeRegression(samples).coefficients;
const rules = [
  constantRule(GROUP_SIZE_CLASSES),
  tigrRule,
  gnnAdvisorRule,
  equation3Rule,
  regressionRule(own, { id: "own-regression", origin: "" }),
];
const unseen = labelledGraphs(HELD_OUT);
console.log("modelled time at the chosen size over the fastest, on graphs and paths of other seeds");
report(
  "sagpool",
  await ratios(unseen, ({ matrix, questions }) => classifyGroupSizes(matrix, questions, { weights, model })),
);
for (const rule of rules) report(rule.id, await ratios(unseen, (each) => chosenBy(rule, each)));

/** Paths of the real graph on one training vertex in ten; none where it is not found. */
async function realPaths(): Promise<LabelledMatrix[]> {
  try {
    const { graph } = await loadDataset(REAL_GRAPH, { strict: true });
    const stream = new RandomStream(seed, "real graph of the group-size classifier");
    return labelledPaths(REAL_GRAPH, gcnNormalise(graph), { percent: 10, stream, questions });
  } catch (error) {
    if (!(error instanceof MissingError)) throw error;
    console.log(`without ${REAL_GRAPH}: ${error.message}`);
    return [];
  }
}

function chosenBy(rule: GroupSizeRule, { matrix, questions }: LabelledMatrix): Promise<number[]> {
  return Promise.all(questions.map(({ width }) => chooseGroupSize(rule, matrix, width)));
}

/** For each question, the time at the chosen size, of those that were tried, over the fastest. */
async function ratios(
  matrices: readonly LabelledMatrix[],
  choose: (matrix: LabelledMatrix) => Promise<readonly number[]>,
): Promise<number[]> {
  const found: number[] = [];
  for (const each of matrices) {
    const sizes = await choose(each);
    each.questions.forEach(({ seconds, best }, i) =>
      found.push(seconds[Math.min(sizes[i], GROUP_SIZE_CLASSES) - 1] / seconds[best - 1])
    );
  }
  return found;
}

function report(rule: string, found: readonly number[]): void {
  const mean = sumOf(found) / found.length;
  const most = found.reduce((a, b) => Math.max(a, b));
  console.log(
    `${rule}: mean ${mean.toFixed(3)}, median ${median(found).toFixed(3)}, largest ${most.toFixed(2)}`,
  );
}
