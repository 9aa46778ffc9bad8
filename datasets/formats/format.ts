/**
 * The contract of a reader: files of one packing in, edges (and what else the packing holds) out.
 *
 * @module
 */
import type { DenseFeatures, FormatId, GraphRule, MultiLabels, SparseFeatures, Split } from "../dataset.ts";
import type { SeekableSource } from "./byte_source.ts";
import type { ReadEdges } from "./growing_edges.ts";

/** The files of one dataset, by name. */
export interface FileSet {
  /** The dataset's id, for messages. */
  readonly dataset: string;
  /** Names of all files of the packing, there or not. */
  readonly names: readonly string[];
  /**
   * The file of this name.
   *
   * @throws {MissingError} if it is not there; the message says how to get it.
   */
  get(name: string): SeekableSource;
  /** Whether the file is there. */
  has(name: string): boolean;
}

/** What a reader returns. */
export interface ReadGraph {
  /** The edges as listed: the caller symmetrises and drops self-loops. */
  readonly edges: ReadEdges;
  /** Sparse features, where the packing has them. */
  readonly features?: SparseFeatures;
  /** Dense features, where the packing has those. */
  readonly denseFeatures?: DenseFeatures;
  /** Class of each vertex, -1 where it has none. */
  readonly labels?: Int32Array;
  /** Labels of vertices that can have several, where the packing has those. */
  readonly multiLabels?: MultiLabels;
  /** Number of classes. */
  readonly classes?: number;
  /** The publisher's split. */
  readonly split?: Split;
  /** What was left out and why; empty where nothing was. */
  readonly note: string;
}

/** A reader of one packing. */
export interface GraphFormat {
  /** The id that records name. */
  readonly id: FormatId;
  /** One line on what the packing is. */
  readonly title: string;
  /**
   * Reads the graph and the labels at once; features only when asked for.
   *
   * @throws {DataError} with file and line, offset or key where a file is damaged, or claims more than the
   * reading budget of `reading_budget.ts` before it is allocated.
   * @throws {MissingError} where a file that the graph needs is not there.
   */
  read(files: FileSet, rule: GraphRule): Promise<ReadGraph>;
}

/**
 * The only file of a packing that has one.
 *
 * @throws {MissingError} if it is not there.
 */
export function onlyFile(files: FileSet): SeekableSource {
  return files.get(files.names[0]);
}
