/**
 * Tuning parameters of the kernels by neighbour groups.
 *
 * @module
 */
import type { Parameter, ParameterValues } from "../../kernel.ts";

/** Size of the groups, on every backend. */
export const GROUP_SIZE: Parameter = {
  meaning: "most entries that a group may have",
  default: 32,
  range: [1, 1024],
};

/** Tuning parameters on WebGPU. */
export const groupParameters: Readonly<Record<"groupSize" | "dimWorkers" | "workgroup", Parameter>> = {
  groupSize: GROUP_SIZE,
  dimWorkers: {
    meaning: "invocations that share a group's columns, four columns each at a time",
    default: 32,
    range: [1, 256],
  },
  workgroup: { meaning: "invocations of a workgroup, at least dimWorkers", default: 128, range: [1, 1024] },
};

/** Invocations of a workgroup: the requested number, but at least as many as share a group. */
export function groupWorkgroup({ workgroup, dimWorkers }: ParameterValues): number {
  return Math.max(workgroup, dimWorkers);
}
