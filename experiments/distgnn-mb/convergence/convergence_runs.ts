/**
 * Trainings to their accuracy on one rank and on several, for Table 3.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { balancedPartition, rankPartitions } from "../../../distributed/partition/mod.ts";
import {
  type HaloPolicyName,
  ParameterScorer,
  rankData,
  runInLockStep,
  trainOnRank,
} from "../../../distributed/training/mod.ts";
import type { CsrMatrix } from "../../../graph/csr.ts";
import { uniformNeighbors } from "../../../graph/sampling/mod.ts";
import { RandomStream } from "../../../platform/random.ts";
import type { MiniBatchData } from "../../../training/mini_batch/mod.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import { type VertexData, vertexData } from "../../../training/vertex_data.ts";
import type { Lab } from "../../lab.ts";
import { markedFeatures } from "../../trials/marked_features.ts";
import { LEARNING_RATE, type ModelId, rankModel } from "../rank_models.ts";
import { FANOUTS, PAPER_BATCH, PAPER_CACHE } from "../scaled_graphs.ts";

/** Learning rates of one rank (Table 2). */
const SINGLE_LEARNING_RATE: Readonly<Record<ModelId, number>> = { GraphSAGE: 0.003, GAT: 0.001 };

/** Seeds of a mini-batch of one rank, and columns of the hidden layers. */
export const CONVERGENCE_BATCH = 16, CONVERGENCE_HIDDEN = 64;

/**
 * Share of the vertices to train on: about a thousand of a graph of this many vertices or more, and enough of
 * a smaller one for 16 ranks.
 */
const MANY_VERTICES = 10_000, TRAINING_SHARE = { many: 0.05, few: 0.15 };

/** Columns that bags of words are projected to, and columns of drawn features. */
const FEATURE_WIDTH = 64;

/** Data of all vertices, and the vertices that are scored. */
interface ConvergenceData {
  /** Features, truth, training vertices. */
  readonly data: MiniBatchData;
  /** Vertices whose accuracy is reported. */
  readonly test: Uint32Array;
}

/**
 * Labels of the publisher, and bags of words projected to few columns by random signs (Achlioptas,
 * "Database-friendly random projections", 2003); where there are no features, noise with a mark of the class
 * in it that is too weak without neighbours.
 */
async function convergenceData({ seed }: Lab, dataset: LoadedDataset): Promise<ConvergenceData> {
  const vertices = await vertexData(dataset, {
    seed,
    trainingShare: TRAINING_SHARE[dataset.graph.rows < MANY_VERTICES ? "few" : "many"],
    normalise: (matrix: CsrMatrix) => matrix,
    ...(dataset.features === undefined && { randomWidth: 1 }),
  });
  const values = vertices.features.kind === "sparse"
    ? projected(vertices, seed)
    : markedFeatures(vertices, { width: FEATURE_WIDTH, seed });
  const features = { rows: dataset.graph.rows, width: FEATURE_WIDTH, values };
  const { truth, classes, split } = vertices;
  return { data: { features, truth, classes, training: split.train }, test: split.test };
}

/** Projects bags of words to rows of unit length, whatever the number of words. */
function projected({ features }: VertexData, seed: number): Float32Array {
  if (features.kind !== "sparse") return features.values;
  const { rows, cols, rowPtr, colIdx } = features.matrix, entries = features.matrix.values;
  const stream = new RandomStream(seed, "projection of features");
  const signs = Float32Array.from({ length: cols * FEATURE_WIDTH }, () => stream.uniform() < 0.5 ? -1 : 1);
  const out = new Float32Array(rows * FEATURE_WIDTH);
  for (let r = 0; r < rows; r++) {
    let squares = 0;
    for (let e = rowPtr[r]; e < rowPtr[r + 1]; e++) squares += (entries?.[e] ?? 1) ** 2;
    const scale = squares > 0 ? 1 / Math.sqrt(squares) : 0;
    for (let e = rowPtr[r]; e < rowPtr[r + 1]; e++) {
      const weight = scale * (entries?.[e] ?? 1), from = colIdx[e] * FEATURE_WIDTH;
      for (let k = 0; k < FEATURE_WIDTH; k++) out[r * FEATURE_WIDTH + k] += weight * signs[from + k];
    }
  }
  return out;
}

/** One training. */
export interface ConvergenceRun {
  /** Model that is trained. */
  readonly model: ModelId;
  /** Number of ranks. */
  readonly ranks: number;
  /** Policy about halo vertices. */
  readonly policy: HaloPolicyName;
  /** Times that every training vertex is a seed. */
  readonly epochs: number;
  /** Decides the cut, weights, shuffles, draws and dropout. */
  readonly seed: number;
}

/**
 * Test accuracy in percent after each epoch, over the whole graph with all neighbours. Each run is trained
 * once a session.
 */
export function accuracyCurve(
  lab: Lab,
  dataset: LoadedDataset,
  { model, ranks, policy, epochs, seed }: ConvergenceRun,
): Promise<number[]> {
  const run = { model, ranks, policy, epochs, seed };
  return lab.kept("distgnn-mb/accuracy-curve", train, dataset, run);
}

async function train(
  lab: Lab,
  dataset: LoadedDataset,
  { model, ranks, policy, epochs, seed }: ConvergenceRun,
): Promise<number[]> {
  const { device } = lab, { graph } = dataset;
  const { data, test } = await lab.once(convergenceData, dataset, {});
  lab.say(`training ${model} on ${ranks} rank(s), ${policy}, seed ${seed}`);
  const cut = ranks === 1
    ? { parts: new Uint32Array(graph.rows), count: 1 }
    : balancedPartition(graph, data.training, { ranks, seed });
  const parts = rankPartitions(graph, cut, data.training);
  const shape = rankModel(model, { classes: data.classes, hidden: CONVERGENCE_HIDDEN });
  const scorer = await ParameterScorer.open(device, { ...shape, graph, data });
  const accuracies: number[] = [];
  try {
    await runInLockStep(
      ranks,
      (transport) =>
        trainOnRank(device, transport, rankData(parts[transport.rank], data), {
          ...shape,
          optimizer: adam({ learningRate: (ranks === 1 ? SINGLE_LEARNING_RATE : LEARNING_RATE)[model] }),
          batchSize: CONVERGENCE_BATCH,
          seed,
          policy,
          epochs,
          push: {
            pushLimit: CONVERGENCE_BATCH * PAPER_CACHE.nc / PAPER_BATCH,
            cache: { capacity: CONVERGENCE_BATCH * PAPER_CACHE.cs / PAPER_BATCH },
          },
          neighbors: (of, own) => uniformNeighbors(of, { fanouts: FANOUTS, seed: own }),
          // All replicas are the same.
          ...(transport.rank === 0 && {
            onEpoch: async (_epoch, { parameters }) => {
              accuracies.push(100 * (await scorer.score(await parameters.read(), test)).accuracy);
            },
          }),
        }),
    );
    return accuracies;
  } finally {
    scorer.close();
  }
}

/**
 * The first epoch, from 1, after which a training is less than a point below the target; absent where none
 * is.
 */
export function firstWithin(accuracies: readonly number[], target: number): number | undefined {
  const found = accuracies.findIndex((accuracy) => target - accuracy < 1);
  return found < 0 ? undefined : found + 1;
}
