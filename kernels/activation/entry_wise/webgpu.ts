/**
 * Activations and their gradient on WebGPU.
 *
 * @module
 */
import type { DeviceMatrix } from "../../../hardware/dense.ts";
import type { WebGpuBuffer, WebGpuDevice } from "../../../hardware/webgpu/device.ts";
import type { EpilogueOperands } from "../../epilogue/epilogue.ts";
import { assertEpilogue } from "../../epilogue/stage_epilogue.ts";
import {
  DROPOUT_BINDINGS,
  dropoutPrelude,
  EPILOGUE_BINDINGS,
  epilogueBuffers,
  epilogueConstants,
  epiloguePrelude,
  epilogueValues,
} from "../../epilogue/webgpu.ts";
import { type KernelOn, kernelOn, type Plan } from "../../kernel.ts";
import { alignedPanels } from "../../operand_fit.ts";
import { invocationNeeds, planLaunches, WORKGROUP } from "../../plans/plan_webgpu.ts";
import type { ActivationGradientOperandsOf, ActivationOperandsOf } from "../activation.ts";
import { entryWise } from "./kernel.ts";
import activationText from "./activation.wgsl" with { type: "text" };
import gradientText from "./activation_gradient.wgsl" with { type: "text" };

const activationSource = epiloguePrelude + activationText;
const gradientSource = dropoutPrelude + gradientText;

/** Cost of drawing and comparing one vector, in multiply-adds. */
const VECTOR_WORK = 64;

/** Kernel over matrices of one shape, processed entry by entry; the last matrix is the result. */
interface EntryWise {
  readonly action: string;
  readonly source: string;
  readonly matrices: readonly DeviceMatrix<WebGpuBuffer>[];
  readonly epilogue: EpilogueOperands<WebGpuBuffer>;
  readonly constants: Readonly<Record<string, number>>;
  /** Buffers bound ahead of the matrices, given one of the matrices' buffers. */
  readonly bound: (other: WebGpuBuffer) => readonly WebGpuBuffer[];
  readonly workgroup: number;
}

/** Builds a plan with one dispatch per panel. */
function planEntryWise(device: WebGpuDevice, kernel: EntryWise): Promise<Plan> {
  const { action, source, matrices, epilogue, constants, bound, workgroup } = kernel;
  return planLaunches(device, () => {
    const { rows, cols } = matrices[0];
    assertEpilogue(epilogue, cols);
    return alignedPanels(action, matrices).map((panels) => {
      const [{ firstCol, stride, buffer }] = panels;
      const vectors = rows * stride / 4;
      return {
        label: action,
        source,
        constants: { WORKGROUP: workgroup, ...constants },
        launch: { epilogue: epilogueValues(epilogue, { cols, firstCol }), rows, columns: stride / 4 },
        buffers: [...bound(buffer), ...panels.map((panel) => panel.buffer)],
        groups: Math.ceil(vectors / workgroup),
        multiplyAdds: vectors * VECTOR_WORK,
      };
    });
  });
}

const parameters = { workgroup: WORKGROUP };

/** Kernel `entry-wise@webgpu`; see `activation.wgsl`. */
export const activationEntryWiseWebGpu: KernelOn<"webgpu", ActivationOperandsOf> = kernelOn(
  "webgpu",
  entryWise,
  {
    parameters,
    source: activationSource,
    needs: invocationNeeds(EPILOGUE_BINDINGS + 2),
    prepare: (device, { x, y, epilogue }, { workgroup }) =>
      planEntryWise(device, {
        action: "activate a matrix",
        source: activationSource,
        matrices: [x, y],
        epilogue,
        workgroup,
        constants: epilogueConstants(epilogue),
        bound: (other) => epilogueBuffers(epilogue, other),
      }),
  },
);

/** Kernel `entry-wise@webgpu`; see `activation_gradient.wgsl`. */
export const activationGradientEntryWiseWebGpu: KernelOn<"webgpu", ActivationGradientOperandsOf> = kernelOn(
  "webgpu",
  entryWise,
  {
    parameters,
    source: gradientSource,
    needs: invocationNeeds(DROPOUT_BINDINGS + 3),
    prepare: (device, { y, gradient, output, epilogue }, { workgroup }) => {
      const { negativeSlope, dropout } = epilogue;
      return planEntryWise(device, {
        action: "compute the gradient of an activation",
        source: gradientSource,
        matrices: [gradient, y, output],
        epilogue,
        workgroup,
        // With ReLU, dropped entries are 0 in Y, and so is their slope: no mask has to be drawn.
        constants: { DROPS: dropout && negativeSlope !== 0 ? 1 : 0 },
        bound: (other) => [dropout?.step ?? other],
      });
    },
  },
);
