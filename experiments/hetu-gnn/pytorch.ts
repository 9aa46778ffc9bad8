/**
 * The two ways to train by PyTorch that hetu-gnn is held against. The paper does not say which it ran.
 *
 * @module
 */

/** Peer as PyTorch's documentation has a layer: its autograd transposes the adjacency in every step. */
export const AUTOGRAD = "torch-autograd";

/**
 * Peer with the transposed adjacency kept, as a user who looks at a profile would write it. Printed numbers
 * are compared with this one, the faster.
 */
export const TRANSPOSE_KEPT = "torch";

/** Contenders of a suite that are PyTorch: what is claimed to be faster has to be faster than both. */
export const PYTORCH_CONTENDERS = [`peer:${AUTOGRAD}`, `peer:${TRANSPOSE_KEPT}`] as const;
