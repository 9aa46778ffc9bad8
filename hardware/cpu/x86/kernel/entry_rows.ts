/**
 * Kernels that compute entry by entry: the same formulas for every entry of some matrices of one shape.
 *
 * @module
 */
import type { MachineCode } from "../assembler/assembler.ts";
import { type Gpr, mem } from "../assembler/operand.ts";
import type { InstructionSet } from "../instruction_set.ts";
import type { ArgumentLayout, ArgumentTypes } from "./argument_layout.ts";
import type { ColumnVector } from "./column_vectors.ts";
import { storeValues } from "./evaluation.ts";
import { columnsAt, type Formula } from "./formula.ts";
import { emitKernel, type KernelBuilder } from "./kernel_builder.ts";
import { loopWithLast } from "./last_item.ts";
import { loop } from "./loop.ts";
import { alongColumns, tailOf } from "./row_columns.ts";

/** Vectors that a pass computes: enough to keep multipliers busy, few enough for narrow rows. */
const GROUP_VECTORS = 4;

/** Floats of a vector. */
export function vectorFloats(isa: InstructionSet): number {
  return isa === "avx512" ? 16 : 8;
}

/** Floats of a group of vectors, 32 or 64. */
export function groupFloats(isa: InstructionSet): number {
  return GROUP_VECTORS * vectorFloats(isa);
}

/** Rows of contiguous floats, which are the work items. */
export interface EntryRows {
  /** Floats of a row, a multiple of 4. */
  readonly floats: number;
  /** Floats of the last row where it is shorter, a multiple of 4 and a group at most; else 0. */
  readonly last: number;
}

/** Matrices of an entry-wise kernel, by the names of the arguments that hold their addresses. */
export interface EntryMatrices<Name extends string = string> {
  /** Matrices that have the rows. */
  readonly matrices: readonly Name[];
  /** Matrices of a single row, which goes with every row of the others. */
  readonly everyRow?: readonly Name[];
  /** Floats after which the single rows repeat where that is sooner than an item: a multiple of a vector. */
  readonly period?: number;
}

/** Arguments of an entry-wise kernel besides addresses: `wholeRows` counts the rows that are not shorter. */
type EntryTypes<Name extends string> = ArgumentTypes & { readonly [N in Name | "wholeRows"]: "u64" };

/** Vectors of matrices by name; those that a formula does not use are not loaded. */
export type Entries<Name extends string> = Readonly<Record<Name, Formula>>;

/** New values of the vectors of matrices, for each vector of a group. */
export type EntryFormulas<Name extends string> = (
  group: readonly (Entries<Name> & { readonly vector: ColumnVector })[],
) => readonly Partial<Entries<Name>>[];

/**
 * Emits an entry-wise kernel; work items are rows. Padding columns are computed like all others.
 *
 * @param write Emits what is computed once, and returns the formulas of a group of vectors.
 */
export function emitEntryRows<Name extends string, Types extends EntryTypes<Name>>(
  isa: InstructionSet,
  layout: ArgumentLayout<Types>,
  { floats, last, matrices, everyRow = [], period = floats }: EntryRows & EntryMatrices<Name>,
  write: (kernel: KernelBuilder<Types>) => EntryFormulas<Name>,
): MachineCode {
  return emitKernel(isa, layout, (kernel) => {
    const { a, begin, end } = kernel, tail = tailOf(kernel, last || floats);
    // TypeScript does not see that all names of `Types` that `Name` has are addresses.
    const addresses = kernel as unknown as KernelBuilder<Record<string, "u64">>;
    const formulas = write(kernel);
    const rows = new Map<Name, Gpr>(matrices.map((name) => [name, addresses.argument(name)]));
    for (const row of rows.values()) kernel.moveToBegin(row, 4 * floats);
    const single = everyRow.map((name) => ({
      name,
      from: addresses.argument(name),
      at: kernel.general(name),
    }));
    for (const { name, at } of single) rows.set(name, at);

    const compute = (columns: number) => {
      for (const { from, at } of single) a.mov(at, from);
      const shape = { name: "columns", columns, rows: [...rows.values()], vectors: GROUP_VECTORS };
      alongColumns(kernel, shape, (vectors) => {
        const group = vectors.map((vector) => {
          const column = (name: Name) => everyRow.includes(name) ? vector.at % period : vector.at;
          const entries = [...rows].map(([name, row]) => {
            return [name, columnsAt(mem(row, 4 * column(name)), vector, tail)];
          });
          return { ...Object.fromEntries(entries) as Entries<Name>, vector };
        });
        const values = formulas(group).map((named, i) => {
          const at = 4 * vectors[i].at, entries = Object.entries(named) as [Name, Formula][];
          const stores = entries.map(([name, value]) => ({ value, to: mem(rows.get(name)!, at) }));
          return { vector: vectors[i], stores };
        });
        storeValues(kernel, tail, values);
      });
    };
    if (last === 0) return loop(kernel, { name: "row", at: begin, end, step: 1 }, () => compute(floats));
    const whole = addresses.argument("wholeRows");
    loopWithLast(kernel, { name: "row", whole }, () => compute(floats), () => compute(last));
  });
}
