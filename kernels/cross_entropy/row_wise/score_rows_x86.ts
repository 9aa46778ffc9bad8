/**
 * Rows of scores in machine code: the frame of the losses and of their gradients.
 *
 * @module
 */
import type { MachineCode } from "../../../hardware/cpu/x86/assembler/assembler.ts";
import { type Gpr, mem } from "../../../hardware/cpu/x86/assembler/operand.ts";
import type { InstructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import { ArgumentLayout } from "../../../hardware/cpu/x86/kernel/argument_layout.ts";
import type { ColumnVector } from "../../../hardware/cpu/x86/kernel/column_vectors.ts";
import { storeValues } from "../../../hardware/cpu/x86/kernel/evaluation.ts";
import { columnsAt, type Formula, pattern, repeated } from "../../../hardware/cpu/x86/kernel/formula.ts";
import { emitKernel, type KernelBuilder } from "../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import { loop } from "../../../hardware/cpu/x86/kernel/loop.ts";
import { alongColumns, tailOf } from "../../../hardware/cpu/x86/kernel/row_columns.ts";
import type { TailMask } from "../../../hardware/cpu/x86/kernel/tail_mask.ts";

/** Addresses of the scores, of the labels or targets, of the weights and of the result. */
export const SCORES_LAYOUT = new ArgumentLayout({ logits: "u64", truth: "u64", weights: "u64", to: "u64" });

/** Shape that code is emitted for. */
export interface ScoreShape {
  /** Number of classes. */
  readonly classes: number;
}

const QUAD = 4, FLOAT_BYTES = 4, ALL_BITS = 0xffff_ffff;

/** Bytes of a row of scores. */
export function scoreBytes(classes: number): number {
  return FLOAT_BYTES * QUAD * Math.ceil(classes / QUAD);
}

/** Some columns of a row of scores, and of rows of the same shape. */
export interface ScoreColumns {
  /** Number of columns, padding included. */
  readonly columns: number;
  /** Columns of a row that is passed over; lanes beyond them are 0. */
  load(row: Gpr): Formula;
  /** Numbers of the lanes that are classes, and `word` in all others; where it is 0, in other columns. */
  classesOr(value: Formula, word: number): Formula;
  /** Stores the columns of a row. */
  store(row: Gpr, value: Formula): void;
}

/** Registers of a kernel over rows of scores, while it works on one. */
export interface ScoreRow {
  /** Address of the scores. */
  readonly z: Gpr;
  /** Address of the label, or of the targets. */
  readonly truth: Gpr;
  /** Weight of the row, in every lane. */
  readonly weight: Formula;
  /** Address of the result. */
  readonly to: Gpr;
  /**
   * Emits `body` for the last four columns and then for those before them, the order of WebAssembly. It gets
   * addresses that advance, one for each row.
   */
  along(name: string, rows: readonly Gpr[], body: (columns: ScoreColumns, at: readonly Gpr[]) => void): void;
}

/** Emits a kernel that calls `write` for the code of one row; rows of truth and result have these bytes. */
export function emitScoreRows(
  isa: InstructionSet,
  { classes, truthBytes, resultBytes }: ScoreShape & { truthBytes: number; resultBytes: number },
  write: (kernel: KernelBuilder<typeof SCORES_LAYOUT.types>) => (row: ScoreRow) => void,
): MachineCode {
  const rowBytes = scoreBytes(classes), before = Math.max(0, rowBytes / FLOAT_BYTES - QUAD);
  return emitKernel(isa, SCORES_LAYOUT, (kernel) => {
    const { a, begin, end, lanes } = kernel, tail = tailOf(kernel, before), quad = tailOf(kernel, QUAD);
    const z = kernel.argument("logits"), truth = kernel.argument("truth");
    const weights = kernel.argument("weights"), to = kernel.argument("to");
    const steps = [[z, rowBytes], [truth, truthBytes], [weights, FLOAT_BYTES], [to, resultBytes]] as const;
    const along = steps.filter(([, bytes]) => bytes > 0);
    for (const [address, bytes] of along) kernel.moveToBegin(address, bytes);

    const columnsOf = (vector: ColumnVector, mask: TailMask, classes: number): ScoreColumns => ({
      columns: vector.columns,
      load: (row) => columnsAt(mem(row, FLOAT_BYTES * vector.at), vector, mask),
      classesOr(value, word) {
        // Lanes that are no columns are neither stored nor added.
        if (classes === (word === 0 ? vector.columns : lanes)) return value;
        const some = value.and(pattern((lane) => lane < classes ? ALL_BITS : 0));
        return word === 0 ? some : some.or(pattern((lane) => lane < classes ? 0 : word));
      },
      store(row, value) {
        const stores = [{ value, to: mem(row, FLOAT_BYTES * vector.at) }];
        storeValues(kernel, mask, [{ vector, stores }]);
      },
    });
    const writeRow = write(kernel);
    loop(kernel, { name: "row", at: begin, end, step: 1, along }, () =>
      writeRow({
        z,
        truth,
        weight: repeated(mem(weights)),
        to,
        along(name, rows, body) {
          const at = rows.map((row) => {
            const copy = kernel.general(`place in ${name}`);
            a.mov(copy, row);
            return copy;
          });
          if (classes > 0) body(columnsOf({ at: before, columns: QUAD }, quad, classes - before), at);
          alongColumns(kernel, { name, columns: before, rows: at }, ([vector]) => {
            body(columnsOf(vector, tail, vector.columns), at);
          });
          kernel.release(...at);
        },
      }));
  });
}
