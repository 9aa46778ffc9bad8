/**
 * The contract of an ordering: data that can renumber the vertices of any graph.
 *
 * @module
 */
import type { CsrMatrix } from "../csr.ts";

/** What an ordering is given besides the graph. */
export interface OrderingOptions {
  /** Same seed, same graph, same permutation. Only what draws or breaks ties at random looks at it. */
  readonly seed: number;
}

/** What is known about a computed ordering besides the permutation; goes into rows. */
export interface OrderingFacts {
  /** What computed it, where there is a choice: `libmetis` or `built-in multilevel`. */
  readonly engine?: string;
  /** Number of clusters, where the ordering has clusters. */
  readonly clusters?: number;
  /** Undirected edges between clusters, each counted once. */
  readonly edgeCut?: number;
  /** Heaviest cluster over the mean cluster. */
  readonly balance?: number;
  /** Diagonal blocks that were ordered apart from each other. */
  readonly blocks?: number;
}

/** A renumbering and what is known about it. */
export interface OrderingResult {
  /** `perm[old]` is the new id. */
  readonly perm: Uint32Array;
  /** What goes into rows beside the time it took. */
  readonly facts: OrderingFacts;
}

/** One way to number the vertices of a graph. */
export interface Ordering {
  /** Name in rows and on the command line: `rcm`. */
  readonly id: string;
  /** Name for people. */
  readonly title: string;
  /** Where it comes from; paper `own` for ours. */
  readonly source: { readonly paper: string; readonly section: string };
  /** Whatever can be set, by name, with this ordering's values: with the graph they decide the permutation. */
  readonly parameters: Readonly<Record<string, number | string>>;
  /**
   * Numbers the vertices of a square matrix. What needs an undirected graph works on the undirected structure (see
   * `symmetrise`); values play no part.
   *
   * @throws {ReproError} if the matrix is not square.
   */
  compute(matrix: CsrMatrix, options: OrderingOptions): OrderingResult;
}
