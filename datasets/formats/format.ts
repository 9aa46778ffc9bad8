/**
 * Contract of a reader: it takes the files of one packing and returns edges with whatever else the packing
 * holds.
 *
 * @module
 */
import type { DenseFeatures, FormatId, GraphRule, MultiLabels, SparseFeatures, Split } from "../dataset.ts";
import type { SeekableSource } from "./bytes/byte_source.ts";
import type { ReadEdges } from "./edges/growing_edges.ts";

/** The files of one dataset, by name. */
export interface FileSet {
  /** Id of the dataset, for messages. */
  readonly dataset: string;
  /** Names of all files of the packing, present or not. */
  readonly names: readonly string[];
  /**
   * Returns the file of this name.
   *
   * @throws {MissingError} if the file is absent; the message says how to obtain it.
   */
  get(name: string): SeekableSource;
  /** Whether the file is present. */
  has(name: string): boolean;
}

/** Result of a reader. */
export interface ReadGraph {
  /** Edges as listed: the caller symmetrises and drops self-loops. */
  readonly edges: ReadEdges;
  /**
   * Whether each listed edge stands for both directions, whatever the rule, as in the file of a symmetric
   * matrix.
   */
  readonly mirrored?: boolean;
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
  /** Split of the publisher. */
  readonly split?: Split;
  /** Note on anything left out, with reasons; may be empty. */
  readonly note: string;
}

/** A reader of one packing. */
export interface GraphFormat {
  /** Id that records name. */
  readonly id: FormatId;
  /** Title of the packing, one line. */
  readonly title: string;
  /**
   * Reads the graph and the labels immediately; features on demand.
   *
   * @throws {DataError} with file and line, offset or key where a file is damaged, or claims more than the
   * reading budget of `reading_budget.ts` before it is allocated.
   * @throws {MissingError} where a file that the graph needs is absent.
   */
  read(files: FileSet, rule: GraphRule): Promise<ReadGraph>;
}

/**
 * Only file of a packing that has one.
 *
 * @throws {MissingError} if the file is absent.
 */
export function onlyFile(files: FileSet): SeekableSource {
  return files.get(files.names[0]);
}
