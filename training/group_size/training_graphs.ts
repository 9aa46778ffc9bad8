/**
 * Graphs and paths for the training of the group-size classifier: R-MAT graphs, labelled by enumeration with
 * model M6.
 *
 * @module
 */
import { rmat } from "../../datasets/generators/rmat.ts";
import { type CsrMatrix, nnz } from "../../graph/csr.ts";
import { executionPaths } from "../../graph/execution_paths.ts";
import { gcnNormalise } from "../../graph/normalization.ts";
import type { GroupingRates } from "../../hardware/models/grouping_model.ts";
import { fastestGroupSize, modelledCurve } from "../../kernels/spmm/group_size/mod.ts";
import { indices } from "../../platform/indices.ts";
import { RandomStream } from "../../platform/random.ts";
import { GROUP_SIZE_CLASSES } from "../models/group_size_classifier.ts";
import type { GroupSizeQuestion } from "./questions.ts";

/**
 * Rates of the modelled card, fixed so that equal seeds give equal labels: round numbers, not fitted. A
 * column of a neighbour is a float read at 1 GB/s, a P100 core's share of some 3.6 TB/s from its caches; an
 * atomic addition moves it twice; a group costs 25 columns for its two offsets and its start.
 */
export const LABEL_RATES: GroupingRates = { group: 100e-9, neighbor: 4e-9, atomic: 8e-9 };

/** Slots of a P100 and of a V100S, the number of their cores. */
export const CARD_SLOTS = [3584, 5120] as const;

/** Group sizes of the enumeration. */
const SIZES = Array.from({ length: GROUP_SIZE_CLASSES }, (_, i) => i + 1);

/** Question with its answer. */
export interface LabelledQuestion extends GroupSizeQuestion {
  /** Seconds of each group size from 1. */
  readonly seconds: readonly number[];
  /** Fastest group size. */
  readonly best: number;
}

/** Matrix with questions about it. */
export interface LabelledMatrix {
  /** Name of the matrix: `rmat 2048 a 12000, layer 1`. */
  readonly name: string;
  /** Aggregation matrix of a graph, or a path. */
  readonly matrix: CsrMatrix;
  /** Questions for some widths and cards. */
  readonly questions: readonly LabelledQuestion[];
}

/** Answers a question by enumeration. */
export function labelQuestion(matrix: CsrMatrix, question: GroupSizeQuestion): LabelledQuestion {
  const { width, slots } = question;
  const curve = modelledCurve(matrix, { sizes: SIZES, width }, { rates: LABEL_RATES, slots });
  return {
    ...question,
    seconds: curve.map(({ seconds }) => seconds),
    best: fastestGroupSize(curve).groupSize,
  };
}

/** Settings of the generator. */
export interface TrainingGraphOptions {
  /** Number of R-MAT graphs; each yields itself and the paths of a model of two layers. */
  readonly graphs: number;
  /** Seed; equal seeds give equal graphs, paths and questions. */
  readonly seed: number;
  /** Questions about each matrix; 6 by default. */
  readonly questions?: number;
}

/** Ranges of log-uniform draws: vertices, and stored edges a vertex. */
const VERTICES = [2 ** 7, 2 ** 13.5] as const;
const EDGES_A_VERTEX = [1, 40] as const;
/** Greatest number of undirected edges. */
const MOST_EDGES = 80_000;
/** Range of the R-MAT corner probability, from nearly uniform to beyond Graph500's skew. */
const CORNER = [0.3, 0.65] as const;
/** Percentages of training vertices. */
const TRAINED = [5, 10, 30, 60] as const;
/** Feature widths: hidden layers, classes and features of eppgcn's public scripts, and values between. */
const WIDTHS = [7, 16, 32, 64, 128, 512] as const;
/** Numbers of parts: a part of a graph with proportionally fewer slots keeps the work of each slot. */
const PARTS = [1, 2, 4, 8] as const;

/** Draws graphs, their paths and questions about them, and answers the questions. */
export function labelledGraphs({ graphs, seed, questions = 6 }: TrainingGraphOptions): LabelledMatrix[] {
  const stream = new RandomStream(seed, "graphs of the group-size classifier");
  const between = ([low, high]: readonly [number, number]) => low + (high - low) * stream.uniform();
  const spread = ([low, high]: readonly [number, number]) => low * (high / low) ** stream.uniform();
  const labelled: LabelledMatrix[] = [];
  for (let i = 0; i < graphs; i++) {
    const vertices = Math.round(spread(VERTICES));
    const dense = vertices * (vertices - 1) / 8;
    const edges = Math.round(Math.min(spread(EDGES_A_VERTEX) * vertices / 2, dense, MOST_EDGES));
    const corner = between(CORNER), side = (1 - corner) * 0.44;
    const quadrants = [corner, side, side, 1 - corner - 2 * side] as const;
    const graph = gcnNormalise(rmat({ vertices, edges, quadrants }, stream.uint32()));
    const percent = TRAINED[stream.below(TRAINED.length)];
    const name = `rmat ${vertices} ${edges}`;
    const own = { name, matrix: graph, questions: drawQuestions(graph, stream, questions) };
    labelled.push(own, ...labelledPaths(name, graph, { percent, stream, questions }));
  }
  return labelled;
}

/** Builds the two paths of an aggregation matrix, without empty ones, with questions and their answers. */
export function labelledPaths(
  name: string,
  graph: CsrMatrix,
  { percent, stream, questions }: {
    /** Percentage of training vertices. */
    readonly percent: number;
    /** Random stream of training vertices and questions. */
    readonly stream: RandomStream;
    /** Number of questions about each path. */
    readonly questions: number;
  },
): LabelledMatrix[] {
  const vertices = indices(graph.rows);
  const training = stream.shuffle(vertices).slice(0, Math.max(1, Math.round(graph.rows * percent / 100)));
  const paths = executionPaths(graph, training, { layers: 2, transpose: graph });
  return paths.filter(({ matrix }) => nnz(matrix) > 0).map(({ layer, matrix }) => ({
    name: `${name}, ${percent} %, layer ${layer}`,
    matrix,
    questions: drawQuestions(matrix, stream, questions),
  }));
}

function drawQuestions(matrix: CsrMatrix, stream: RandomStream, count: number): LabelledQuestion[] {
  const pick = <T>(list: readonly T[]) => list[stream.below(list.length)];
  return Array.from({ length: count }, () =>
    labelQuestion(matrix, {
      width: pick(WIDTHS),
      slots: pick(CARD_SLOTS) / pick(PARTS),
    }));
}
