/**
 * Attention over the entries of a sparse matrix (Velickovic et al., "Graph attention networks", ICLR 2018).
 * With H heads of d features each, Z = X W has H d columns, head by head. `Z B`, with B the block-diagonal
 * matrix of the attention vectors, has two numbers for each vertex and head: the vertex's contribution to the
 * score of an entry as its row (column h) and as its column (column H + h). The first rows of a block's
 * sources are its destinations, so one matrix serves both.
 *
 * @module
 */

/** Division of `heads * headWidth` columns into heads. */
export interface HeadShape {
  /** Number of heads, H. */
  readonly heads: number;
  /** Columns of one head, d. */
  readonly headWidth: number;
}
