/**
 * Truth about the vertices of a dataset and its split, drawn at random where the dataset has none.
 *
 * @module
 */
import type { LoadedDataset, Split } from "../datasets/dataset.ts";
import { UsageError } from "../platform/errors.ts";
import { indices } from "../platform/indices.ts";
import { RandomStream } from "../platform/random.ts";
import { requireCount, unsaid } from "./drawn_part.ts";
import type { VertexTruth } from "./metrics.ts";

/** Settings of truth and split. */
export interface TruthOptions {
  /** Seed of all random draws. */
  readonly seed: number;
  /** Number of classes of random labels, for a dataset without labels that states no number of classes. */
  readonly classes?: number;
  /**
   * Share of training vertices of a random split that replaces the publisher's; an equal share of the
   * remaining vertices validates, the rest tests.
   */
  readonly trainingShare?: number;
}

/** Share of training vertices where the dataset has no split and none was requested (eppgcn: 10 %). */
const TRAINING_SHARE = 0.1;

/** Truth and split of a dataset. */
export interface DrawnTruth {
  /** Truth about each vertex; a vertex without a label has class 0 and is in no part of the split. */
  readonly truth: VertexTruth;
  /** Number of classes. */
  readonly classes: number;
  /** Training, validation and test vertices. */
  readonly split: Split;
  /** Parts that were drawn at random. */
  readonly drawn: readonly ("labels" | "split")[];
}

/**
 * Takes labels and split of a dataset, or draws them; labels of which no vertex has one are none.
 *
 * @throws {MissingError} if nothing says how many random classes there should be.
 * @throws {UsageError} for options out of range.
 */
export function vertexTruth(dataset: LoadedDataset, options: TruthOptions): DrawnTruth {
  const { truth, classes, labelled, drawn } = makeTruth(dataset, options);
  const published = options.trainingShare === undefined ? dataset.split : undefined;
  return {
    truth,
    classes,
    split: published
      ? labelledPart(published, labelled, dataset.graph.rows)
      : drawSplit(labelled, options.trainingShare ?? TRAINING_SHARE, options.seed),
    drawn: [...(drawn ? ["labels"] as const : []), ...(published ? [] : ["split"] as const)],
  };
}

/** The vertices of a published split whose label is known. */
function labelledPart(split: Split, labelled: Uint32Array, vertices: number): Split {
  if (labelled.length === vertices) return split;
  const isKnown = new Uint8Array(vertices);
  for (const vertex of labelled) isKnown[vertex] = 1;
  const known = (part: Uint32Array) => part.filter((vertex) => isKnown[vertex] === 1);
  return { train: known(split.train), validation: known(split.validation), test: known(split.test) };
}

interface LabelledVertices {
  readonly truth: VertexTruth;
  readonly classes: number;
  /** Vertices whose label is known. */
  readonly labelled: Uint32Array;
  readonly drawn: boolean;
}

function makeTruth(dataset: LoadedDataset, options: TruthOptions): LabelledVertices {
  const { multiLabels, labels, graph: { rows: vertices } } = dataset;
  const all = () => indices(vertices);
  if (multiLabels) {
    const targets = Float32Array.from(multiLabels.values);
    return { truth: { targets }, classes: multiLabels.width, labelled: all(), drawn: false };
  }
  const known = labels ? all().filter((vertex) => labels[vertex] >= 0) : new Uint32Array();
  if (labels && known.length > 0) {
    const classes = dataset.classes ?? known.reduce((most, vertex) => Math.max(most, labels[vertex] + 1), 1);
    const truth = { labels: Uint32Array.from(labels, (label) => Math.max(0, label)) };
    return { truth, classes, labelled: known, drawn: false };
  }
  // The reader of labels counts no class where none is known.
  const classes = options.classes ?? (dataset.classes || undefined);
  if (classes === undefined) {
    throw unsaid(dataset, labels ? "vertex with a label" : "labels", "the number of classes of random ones");
  }
  requireCount(classes, "random labels");
  const stream = new RandomStream(options.seed, "labels");
  const truth = { labels: Uint32Array.from({ length: vertices }, () => stream.below(classes)) };
  return { truth, classes, labelled: all(), drawn: true };
}

function drawSplit(labelled: Uint32Array, share: number, seed: number): Split {
  if (!(share > 0 && share <= 1)) {
    throw new UsageError({
      action: "split vertices at random",
      current: `a training share of ${share}`,
      wanted: "a number above 0, at most 1",
      next: "leave it out for the publisher's split",
    });
  }
  const shuffled = new RandomStream(seed, "split").shuffle(labelled.slice());
  const training = Math.min(shuffled.length, Math.max(1, Math.round(share * shuffled.length)));
  const validation = Math.min(training, Math.floor((shuffled.length - training) / 2));
  return {
    train: shuffled.slice(0, training).sort(),
    validation: shuffled.slice(training, training + validation).sort(),
    test: shuffled.slice(training + validation).sort(),
  };
}
