/**
 * Source of the blocked kernel in machine code: its code for some shapes.
 *
 * @module
 */
import { sha256 } from "../../../platform/files/digest.ts";
import { emittedSource } from "../../plans/plan_x86.ts";
import { emitBlocked } from "./code_x86.ts";
import { emitPack, emitPackTransposed } from "./pack_x86.ts";
import { emitPartSum } from "./part_sum_x86.ts";
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
  emittedSource(COLUMNS, (isa, columns) => emitPartSum(isa, { columns, partBytes: 400 * columns })),
];

/** Digest of all code of the kernel. */
export function sourceX86(): string {
  return sha256(new TextEncoder().encode(digests.map((digest) => digest()).join()));
}
