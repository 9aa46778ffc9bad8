/**
 * Memory that a peer takes of the device beside which it runs: of the machine's beside a CPU, of the card's
 * beside a GPU.
 *
 * @module
 */

/**
 * Bytes of a peer over those of its operands: libraries convert indices, keep further layouts of a matrix,
 * and allocate a result in every call. PyTorch took 1.8 and 2.5 times its operands for products of width 64
 * on Reddit and ogbn-products at their published sizes, DGL 1.4 and 3.0 times; PyTorch, PyG and DGL took 2 to
 * 3 times what this project's training takes on ogbn-products.
 */
const HELD = 3;

/** Bytes that a peer takes while it holds operands of so many bytes, without those of its libraries. */
export function peerBytes(operandBytes: number): number {
  return HELD * operandBytes;
}
