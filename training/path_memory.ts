/**
 * Memory of execution paths beside a training (model M7), the subject of Figures 6 and 11 of eppgcn.
 *
 * @module
 */
import type { ExecutionPathShape } from "./partially_active.ts";
import { sparseCopyBytes } from "./program/memory_ledger.ts";

/** Number of entries above which offsets need more than 32 bits. */
const NARROW_ENTRIES = 2 ** 31;

/**
 * Bytes of one path: its CSR and the list of its targets. (Its sources are the targets of the path before.)
 */
export function pathShapeBytes({ targets, entries }: ExecutionPathShape, { weighted = true } = {}): number {
  const indexBytes = entries > NARROW_ENTRIES ? 8 : 4;
  const operand = { id: 0, label: "execution path", rows: targets, cols: 0, nnz: entries, weighted };
  const matrix = sparseCopyBytes(operand, { format: "csr", indexBytes, entryBytes: weighted ? 4 : 0 });
  return matrix + indexBytes * targets;
}
