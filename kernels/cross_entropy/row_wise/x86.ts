/**
 * Classification losses and their gradients in machine code, row by row.
 *
 * @module
 */
import type { CodePhases } from "../../machine_code/code_phases.ts";
import type { MachineCode } from "../../../hardware/cpu/x86/assembler/assembler.ts";
import type { X86Device } from "../../../hardware/cpu/x86/device.ts";
import type { InstructionSet } from "../../../hardware/cpu/x86/instruction_set.ts";
import { emittedCode } from "../../machine_code/emitted_code.ts";
import { type KernelOn, kernelOn, type Plan } from "../../kernel.ts";
import { itemsPerBlock, planInArena, wholePanel } from "../../plans/plan_wasm.ts";
import { emittedSource, machineCall } from "../../plans/plan_x86.ts";
import type { CrossEntropyOperandsOf } from "../cross_entropy.ts";
import { assertCrossEntropy } from "../truth.ts";
import { rowWise, rowWiseGradient } from "./kernel.ts";
import { SCORES_LAYOUT, type ScoreShape } from "./score_rows_x86.ts";
import { emitSigmoidGradient, emitSigmoidLoss } from "./sigmoid_x86.ts";
import { emitSoftmaxGradient, emitSoftmaxLoss } from "./softmax_x86.ts";

/** Cost of an entry, in multiply-adds: an exponential, and a logarithm or a division. */
const ENTRY_WORK = 16;

type Emit = (isa: InstructionSet, shape: ScoreShape) => MachineCode;

/** Code for labels, and code for targets. */
interface Forms {
  readonly softmax: Emit;
  readonly sigmoid: Emit;
}

const LOSS: Forms = { softmax: emitSoftmaxLoss, sigmoid: emitSigmoidLoss };
const GRADIENT: Forms = { softmax: emitSoftmaxGradient, sigmoid: emitSigmoidGradient };
const SOURCE_CLASSES = [1, 7, 16, 41, 121];

function sourceOf({ softmax, sigmoid }: Forms): () => string {
  const shapes = SOURCE_CLASSES.flatMap((classes) => [softmax, sigmoid].map((emit) => ({ classes, emit })));
  return emittedSource(shapes, (isa, { classes, emit }) => emit(isa, { classes }));
}

function phasesOf({ softmax, sigmoid }: Forms): CodePhases {
  return {
    "labels": (isa, classes) => softmax(isa, { classes }),
    "targets": (isa, classes) => sigmoid(isa, { classes }),
  };
}

function planRows(
  device: X86Device,
  { logits, truth, weights, output }: CrossEntropyOperandsOf["wasm"],
  { softmax, sigmoid }: Forms,
): Promise<Plan> {
  return planInArena(device, (arrays) => {
    const { rows: items, cols: classes } = logits;
    const block = itemsPerBlock(items, items * classes * ENTRY_WORK, device.threads);
    if (items === 0 || output.cols === 0) return { run: () => {}, facts: { block } };
    const code = emittedCode(device, truth.labels ? softmax : sigmoid, { classes });
    const known = truth.labels ? truth.labels.address : wholePanel(truth.targets).address;
    const run = machineCall(device, arrays, { code, layout: SCORES_LAYOUT }, { items, block }, {
      logits: device.pointer(wholePanel(logits).address),
      truth: device.pointer(known),
      weights: device.pointer(weights.address),
      to: device.pointer(wholePanel(output).address),
    });
    return { run, facts: { block, code_bytes: code.bytes.length } };
  });
}

/** Kernel `row-wise@x86` of cross-entropy; see `softmax_x86.ts` and `sigmoid_x86.ts`. */
export const crossEntropyRowWiseX86: KernelOn<"x86", CrossEntropyOperandsOf> = kernelOn("x86", rowWise, {
  source: sourceOf(LOSS),
  phases: phasesOf(LOSS),
  prepare(device, operands) {
    assertCrossEntropy(operands, 1);
    return planRows(device, operands, LOSS);
  },
});

/** Kernel `row-wise@x86` of cross-entropy-gradient; see `softmax_x86.ts` and `sigmoid_x86.ts`. */
export const crossEntropyGradientRowWiseX86: KernelOn<"x86", CrossEntropyOperandsOf> = kernelOn(
  "x86",
  rowWiseGradient,
  {
    source: sourceOf(GRADIENT),
    phases: phasesOf(GRADIENT),
    prepare(device, operands) {
      assertCrossEntropy(operands, operands.logits.cols);
      return planRows(device, operands, GRADIENT);
    },
  },
);
