/**
 * Bytes of the sparse matrices that a step reads.
 *
 * @module
 */
import type { MatrixRead } from "../operations/rules/operation_rules.ts";
import { sparseCopyBytes } from "../program/memory_ledger.ts";

/** Bytes of a matrix read, as compressed rows with offsets and columns of 4 bytes. */
export function matrixReadBytes({ operand, part }: MatrixRead): number {
  const entryBytes = part === "values" && operand.weighted ? 4 : 0;
  return sparseCopyBytes(operand, { format: "csr", indexBytes: 4, entryBytes });
}
