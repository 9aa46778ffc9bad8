/**
 * Source of the blocked kernel in machine code: its code for some shapes, and the module that ends rows.
 *
 * @module
 */
import { sha256 } from "../../../platform/files/digest.ts";
import { emittedSource } from "../../plan_x86.ts";
import { gemmWasm } from "../gemm_bindings.ts";
import { emitBlocked } from "./code_x86.ts";
import { emitPack, emitPackTransposed } from "./pack_x86.ts";
import { emitSplit } from "./split_code_x86.ts";

/** Columns of C that stand for all others: one vector or less, whole panels, all kinds of tails. */
const COLUMNS = [4, 8, 16, 44, 64];
const INNER = 60;

const digests = [
  emittedSource(COLUMNS, (isa, columns) => emitPack(isa, { columns, row: 4 * columns, panel: 64 * INNER })),
  emittedSource(
    COLUMNS,
    (isa, columns) =>
      emitPackTransposed(isa, { columns, cols: columns - 1, row: 4 * INNER, panel: 64 * INNER }),
  ),
  emittedSource(
    COLUMNS.flatMap((columns) =>
      [true, false].map((adds) => ({ columns, adds, biased: adds, activated: adds }))
    ),
    (isa, shape) => emitBlocked(isa, { ...shape, row: 4 * INNER, panel: 64 * INNER }),
  ),
  emittedSource(COLUMNS, (isa, columns) => emitSplit(isa, { rows: 100, columns, term: 400 })),
];

/** Digest of all code of the kernel. */
export function sourceX86(): string {
  return sha256(new TextEncoder().encode([gemmWasm.digest, ...digests.map((digest) => digest())].join()));
}
