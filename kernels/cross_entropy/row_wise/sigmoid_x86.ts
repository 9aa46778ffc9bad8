/**
 * Machine code of sigmoid with binary cross-entropy: `loss = w sum (max(z, 0) - t z + log(1 + exp(-|z|)))`,
 * and its gradient `w (1 / (1 + exp(-z)) - t)`. A score that is not finite makes NaN of its row's loss, and
 * of its own gradient.
 *
 * @module
 */
import type { MachineCode } from "../../../hardware/cpu/x86/assembler/assembler.ts";
import type { InstructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import { assign } from "../../../hardware/cpu/x86/kernel/evaluation.ts";
import { type Formula, held } from "../../../hardware/cpu/x86/kernel/formula.ts";
import { addQuads, reduceQuad, repeatLowest } from "../../../hardware/cpu/x86/kernel/reduce_lanes.ts";
import { ONE_COLUMN_BYTES, storeNumber } from "../../../hardware/cpu/x86/kernel/one_column.ts";
import { exp } from "../../formulas/exponential.ts";
import { log1p } from "../../formulas/logarithm.ts";
import { emitScoreRows, scoreBytes, type ScoreShape } from "./score_rows_x86.ts";

/** 0, or NaN where the number is not finite. */
function unlessFinite(x: Formula): Formula {
  return x.minus(x);
}

function lossOf(z: Formula, target: Formula): Formula {
  const linear = z.max(0).minus(target.times(z));
  return linear.plus(unlessFinite(z)).plus(log1p(exp(z.magnitude().negated())));
}

function gradientOf(z: Formula, target: Formula, weight: Formula): Formula {
  const e = exp(z.magnitude().negated());
  const share = z.is("lt", 0).choose(e, 1).over(e.plus(1));
  return weight.times(share.minus(target).plus(unlessFinite(z)));
}

/** Emits the loss of each row; without classes it is 0 times the weight. */
export function emitSigmoidLoss(isa: InstructionSet, { classes }: ScoreShape): MachineCode {
  const shape = { classes, truthBytes: scoreBytes(classes), resultBytes: ONE_COLUMN_BYTES };
  return emitScoreRows(isa, shape, (kernel) => {
    const sum = kernel.vector("sum"), terms = kernel.vector("terms");
    return (row) => {
      kernel.a.vxorps(sum, sum, sum);
      row.along("losses", [row.z, row.truth], (columns, [z, target]) => {
        assign(kernel, terms, columns.classesOr(lossOf(columns.load(z), columns.load(target)), 0));
        addQuads(kernel, sum, terms, columns.columns);
      });
      reduceQuad(kernel, sum, "vaddps");
      repeatLowest(kernel, sum);
      storeNumber(kernel, row.to, row.weight.times(held(sum)));
    };
  });
}

/** Emits the gradient of each row. */
export function emitSigmoidGradient(isa: InstructionSet, { classes }: ScoreShape): MachineCode {
  const bytes = scoreBytes(classes), shape = { classes, truthBytes: bytes, resultBytes: bytes };
  return emitScoreRows(isa, shape, (kernel) => {
    const weight = kernel.vector("weight");
    return (row) => {
      assign(kernel, weight, row.weight);
      row.along("gradients", [row.z, row.truth, row.to], (columns, [z, target, to]) => {
        const gradient = gradientOf(columns.load(z), columns.load(target), held(weight));
        columns.store(to, columns.classesOr(gradient, 0));
      });
    };
  });
}
