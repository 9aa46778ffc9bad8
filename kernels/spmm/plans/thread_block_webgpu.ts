/**
 * Thread-block mapping of fastgl's aggregation kernels: a block of targets and features, one invocation for
 * each feature of each target. Three kernels share the mapping, so that they differ only in where sums and
 * weights are stored.
 *
 * @module
 */
import type { Needs, Parameter, ParameterValues } from "../../kernel.ts";
import { CSR_BINDINGS, type RowMapping } from "./csr_plan_webgpu.ts";

/** Tuning parameters of the blocks (fastgl: 8 targets, 32 features, fewer than 1024 invocations). */
export const blockParameters: Readonly<Record<"targets" | "features", Parameter>> = {
  targets: { meaning: "targets of a workgroup", default: 8, range: [1, 32] },
  features: { meaning: "features of a workgroup", default: 32, range: [1, 64] },
};

/** Needs of a kernel with one invocation for each place of a block. */
export function blockNeeds({ targets, features }: ParameterValues): Needs {
  return { workgroupBytes: 0, workgroupInvocations: targets * features, storageBindings: CSR_BINDINGS };
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
    map: ({ vectors }) => ({
      source,
      vector: 1,
      constants: { TARGETS: targets, FEATURES: features, ...more },
      groups: (rows) => Math.ceil(rows / targets) * Math.ceil(vectors * 4 / features),
    }),
  };
}
