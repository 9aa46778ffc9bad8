/**
 * Contract of an ordering: data that can renumber the vertices of any graph.
 *
 * @module
 */
import type { CsrMatrix } from "../csr.ts";

/** Options of an ordering. */
export interface OrderingOptions {
  /** Seed: same seed, same graph, same permutation. Only orderings that draw at random use it. */
  readonly seed: number;
}

/** Facts about a computed ordering, besides its permutation; they go into rows. */
export interface OrderingFacts {
  /** Engine that computed the ordering, where there is a choice: `libmetis` or `built-in multilevel`. */
  readonly engine?: string;
  /** Number of clusters, where the ordering has clusters. */
  readonly clusters?: number;
  /** Undirected edges between clusters, each counted once. */
  readonly edgeCut?: number;
  /** Ratio of the heaviest cluster to the mean cluster. */
  readonly balance?: number;
  /** Number of diagonal blocks that were ordered independently. */
  readonly blocks?: number;
}

/** A renumbering with its facts. */
export interface OrderingResult {
  /** Permutation: `perm[old]` is the new id. */
  readonly perm: Uint32Array;
  /** Facts for rows, besides the time. */
  readonly facts: OrderingFacts;
}

/** A method to number the vertices of a graph. */
export interface Ordering {
  /** Name in rows and on the command line: `rcm`. */
  readonly id: string;
  /** Name for people. */
  readonly title: string;
  /** Source of the method; paper `own` for methods of this project. */
  readonly source: { readonly paper: string; readonly section: string };
  /** Parameters by name: with the graph they determine the permutation. */
  readonly parameters: Readonly<Record<string, number | string>>;
  /**
   * Numbers the vertices of a square matrix. Methods that need an undirected graph use the undirected
   * structure (see `symmetrise`); values have no influence.
   *
   * @throws {ReproError} if the matrix is not square.
   */
  compute(matrix: CsrMatrix, options: OrderingOptions): OrderingResult;
}
