/**
 * How close a graph is to what is published about the dataset it stands for.
 *
 * @module
 */
import type { CsrMatrix } from "../graph/csr.ts";
import { degreeStatistics } from "../graph/degrees.ts";
import type { DatasetRecord } from "./dataset.ts";

/** Degree statistics beside the published mean. */
export interface Fidelity {
  /** Mean degree. */
  readonly mean: number;
  /** Median degree. */
  readonly median: number;
  /** Greatest degree. */
  readonly max: number;
  /** Gini coefficient of the degrees. */
  readonly gini: number;
  /** Stored edges over vertices of the full-size dataset. */
  readonly publishedMean: number;
  /** `mean` over `publishedMean`: 1 in a plain stand-in, about 1/s with `:fill`. */
  readonly meanRatio: number;
}

/** Degree statistics of a graph beside the mean of its dataset. Only means are published for all datasets. */
export function fidelity(graph: CsrMatrix, record: Pick<DatasetRecord, "counts">): Fidelity {
  const { mean, median, max, gini } = degreeStatistics(graph);
  const publishedMean = record.counts.storedEdges / record.counts.vertices;
  return { mean, median, max, gini, publishedMean, meanRatio: mean / publishedMean };
}
