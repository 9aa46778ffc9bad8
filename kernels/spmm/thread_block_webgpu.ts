/**
 * Thread-block mapping of fastgl's aggregation kernels: a block of targets and features, one invocation for
 * each feature of each target. Three kernels share the mapping, so that they differ only in where sums and
 * weights are stored.
 *
 * @module
 */
import type { Parameter, ParameterValues } from "../kernel.ts";
import type { RowMapping } from "./csr_plan_webgpu.ts";

/** Tuning parameters of the blocks (fastgl: 8 targets, 32 features, fewer than 1024 invocations). */
export const blockParameters: Readonly<Record<"targets" | "features", Parameter>> = {
  targets: { meaning: "targets of a workgroup", default: 8, range: [1, 32] },
  features: { meaning: "features of a workgroup", default: 32, range: [1, 64] },
};

/** Invocations of a block. */
export function blockInvocations({ targets, features }: ParameterValues): number {
  return targets * features;
}

/** Builds the mapping of a kernel whose constants are TARGETS and FEATURES; `more` adds further constants. */
export function blockMapping(
  label: string,
  source: string,
  { targets, features }: ParameterValues,
  more: Readonly<Record<string, number>> = {},
): RowMapping {
  return {
    label,
    source,
    vector: 1,
    map: (columns) => ({
      constants: { TARGETS: targets, FEATURES: features, ...more },
      groups: (rows) => Math.ceil(rows / targets) * Math.ceil(columns / features),
    }),
  };
}
