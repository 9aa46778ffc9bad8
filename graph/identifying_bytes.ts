/**
 * Bytes that identify a graph.
 *
 * @module
 */
import type { CsrMatrix } from "./csr.ts";

/**
 * Bytes whose SHA-256 is a graph's identity, in parts: shape, row offsets, columns and values (little-endian
 * words).
 */
export function identifyingBytes({ rows, cols, rowPtr, colIdx, values }: CsrMatrix): readonly Uint8Array[] {
  const shape = `csr ${rows} ${cols} ${colIdx.length} ${values ? "f32" : "pattern"}\n`;
  return [
    new TextEncoder().encode(shape),
    ...[rowPtr, colIdx, ...(values ? [values] : [])].map(({ buffer, byteOffset, byteLength }) =>
      new Uint8Array(buffer, byteOffset, byteLength)
    ),
  ];
}
