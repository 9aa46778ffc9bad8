/**
 * Parameters of a kernel that `tune` chose on adapters, as text, for the verb `describe`.
 *
 * @module
 */
import { choicesOfKernel } from "../kernels/tuning/saved_tuning.ts";
import { processorText } from "../kernels/tuning/tuning_conditions.ts";
import type { TuningDocument } from "../kernels/tuning/tuning_file.ts";
import { TUNING_VARIABLE } from "../kernels/tuning/tuning_variable.ts";
import { MissingError } from "../platform/errors.ts";
import { unknownName } from "../platform/unknown_name.ts";
import { choiceLines } from "../results/store/tuned_choice.ts";
import { allKernels, kernelsNamed } from "./named_kernels.ts";

/** Kernels whose launches have tuned parameters. */
const isTuned = ({ kernel }: ReturnType<typeof allKernels>[number]) =>
  kernel.backend === "webgpu" && kernel.tunedBy !== undefined;

/**
 * Choices for a kernel on each adapter, with their evidence to the last sample.
 *
 * @param on Whether runs take the choices.
 * @throws {UsageError} for a name that is no kernel's.
 * @throws {MissingError} where nothing is kept for the kernel.
 */
export function tunedLaunchesText(
  name: string,
  { documents, on }: { readonly documents: readonly TuningDocument[]; readonly on: boolean },
): string {
  const named = kernelsNamed(name), action = `print the tuned parameters of "${name}"`;
  if (named.length === 0) {
    throw unknownName(
      action,
      name,
      allKernels().filter(isTuned).map((each) => each.name),
    );
  }
  const parts = named.filter(isTuned).flatMap((each) =>
    documents.flatMap(({ conditions, made, choices }) => {
      const own = choicesOfKernel(each.kernel.id, choices);
      const driver = "driver" in conditions ? `, driver ${conditions.driver}` : "";
      return own.length === 0 ? [] : [
        `${each.name} on ${processorText(conditions)}${driver}, tuned ${made}`,
        ...own.flatMap(choiceLines).map((line) => `  ${line}`),
      ];
    })
  );
  if (parts.length === 0) {
    throw new MissingError({
      action,
      current: "none",
      wanted: "choices for it on some adapter",
      next: `run deno task tune --device webgpu; it tunes ${
        allKernels().filter(isTuned).map((each) => each.name).join(", ")
      }`,
    });
  }
  return [...on ? [] : [`Switched off by ${TUNING_VARIABLE}=off: runs take the defaults.`], ...parts].join(
    "\n",
  );
}
