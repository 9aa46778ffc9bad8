/**
 * Machine code of softmax with cross-entropy: `loss = w (log sum exp z - z[label])`, and its gradient
 * `w (softmax(z) - onehot(label))`. A score that is not finite makes NaN of its row.
 *
 * @module
 */
import type { MachineCode } from "../../../hardware/cpu/x86/assembler/assembler.ts";
import { type Gpr, low, mem, times, type Vec, vec } from "../../../hardware/cpu/x86/assembler/operand.ts";
import type { InstructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import { assign } from "../../../hardware/cpu/x86/kernel/evaluation.ts";
import { constant, held, repeated } from "../../../hardware/cpu/x86/kernel/formula.ts";
import type { KernelBuilder } from "../../../hardware/cpu/x86/kernel/kernel_builder.ts";
import {
  addQuads,
  reduceLanes,
  reduceQuad,
  repeatLowest,
} from "../../../hardware/cpu/x86/kernel/reduce_lanes.ts";
import { ONE_COLUMN_BYTES, storeNumber } from "../../../hardware/cpu/x86/kernel/one_column.ts";
import { exp } from "../../formulas/exponential.ts";
import { log } from "../../formulas/logarithm.ts";
import { emitScoreRows, scoreBytes, type ScoreRow, type ScoreShape } from "./score_rows_x86.ts";

const LABEL_BYTES = 4;
const LEAST_FLOAT = -3.4028234663852886e38, LEAST_FLOAT_BITS = 0xff7f_ffff;

/** Computes the largest score of a row into all lanes, NaN where one is not finite. */
function largestScore(kernel: KernelBuilder, row: ScoreRow, largest: Vec): void {
  const { a } = kernel, broken = kernel.vector("differences");
  assign(kernel, largest, constant(LEAST_FLOAT));
  a.vxorps(broken, broken, broken);
  row.along("largest", [row.z], (columns, [at]) => {
    const score = columns.classesOr(columns.load(at), LEAST_FLOAT_BITS);
    assign(kernel, largest, held(largest).max(score));
    // 0, or NaN where the score is not finite.
    assign(kernel, broken, held(broken).plus(score.minus(score)));
  });
  reduceLanes(kernel, largest, "vmaxps");
  reduceLanes(kernel, broken, "vaddps");
  assign(kernel, largest, held(largest).plus(held(broken)));
  repeatLowest(kernel, largest);
  kernel.release(broken);
}

/** Computes the sum of exp(score - largest) of a row into all lanes; stores the terms where `to` is given. */
function sumOfPowers(
  kernel: KernelBuilder,
  row: ScoreRow,
  largest: Vec,
  { sum, to }: { sum: Vec; to?: Gpr },
) {
  const power = kernel.vector("power");
  kernel.a.vxorps(sum, sum, sum);
  row.along("powers", to ? [row.z, to] : [row.z], (columns, [at, result]) => {
    assign(kernel, power, columns.classesOr(exp(columns.load(at).minus(held(largest))), 0));
    if (result) columns.store(result, held(power));
    addQuads(kernel, sum, power, columns.columns);
  });
  reduceQuad(kernel, sum, "vaddps");
  repeatLowest(kernel, sum);
  kernel.release(power);
}

/** Loads the label of a row. An invalid one, which the host refuses, counts as the last class. */
function loadLabel(kernel: KernelBuilder, { truth }: ScoreRow, classes: number): Gpr {
  const { a } = kernel, label = kernel.general("label"), last = kernel.general("last class");
  a.mov(low(label), mem(truth));
  a.mov(low(last), classes - 1);
  a.cmp(low(label), low(last));
  a.cmova(low(label), low(last));
  kernel.release(last);
  return label;
}

/** Emits the loss of each row; there is at least one class. */
export function emitSoftmaxLoss(isa: InstructionSet, { classes }: ScoreShape): MachineCode {
  const shape = { classes, truthBytes: LABEL_BYTES, resultBytes: ONE_COLUMN_BYTES };
  return emitScoreRows(isa, shape, (kernel) => {
    const largest = kernel.vector("largest score"), sum = kernel.vector("sum");
    return (row) => {
      largestScore(kernel, row, largest);
      sumOfPowers(kernel, row, largest, { sum });
      const label = loadLabel(kernel, row, classes);
      const behind = held(largest).minus(repeated(mem(row.z, 0, times(label, 4))));
      storeNumber(kernel, row.to, row.weight.times(behind.plus(log(held(sum)))));
      kernel.release(label);
    };
  });
}

/** Emits the gradient of each row; there is at least one class. */
export function emitSoftmaxGradient(isa: InstructionSet, { classes }: ScoreShape): MachineCode {
  const shape = { classes, truthBytes: LABEL_BYTES, resultBytes: scoreBytes(classes) };
  return emitScoreRows(isa, shape, (kernel) => {
    const { a } = kernel, largest = kernel.vector("largest score"), sum = kernel.vector("sum");
    const scale = sum,
      weight = kernel.vector("weight"),
      [entry, one] = [largest, weight].map(({ n }) => vec(128, n));
    return (row) => {
      largestScore(kernel, row, largest);
      sumOfPowers(kernel, row, largest, { sum, to: row.to });
      assign(kernel, weight, row.weight);
      assign(kernel, scale, held(weight).over(held(sum)));
      row.along(
        "scaled",
        [row.to],
        (columns, [at]) => columns.store(at, columns.load(at).times(held(scale))),
      );
      const label = loadLabel(kernel, row, classes), place = mem(row.to, 0, times(label, 4));
      a.vmovss(entry, place);
      a.vsubss(entry, entry, one);
      a.vmovss(place, entry);
      kernel.release(label);
    };
  });
}
