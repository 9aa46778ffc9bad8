/**
 * Capability for `doctor`: tuned numbers of machine code.
 *
 * @module
 */
import type { Capability } from "../../platform/capability.ts";
import { ReproError } from "../../platform/errors.ts";
import { conditionsHere } from "./tuning_conditions.ts";
import { readTuning, tuningIsOn, tuningPath } from "./tuning_file.ts";
import { TUNING_VARIABLE } from "./tuning_variable.ts";

/** Says whether there are numbers, and where, or why not. */
async function found(threads: number): Promise<Pick<Capability, "present" | "detail">> {
  try {
    if (!tuningIsOn()) return { present: false, detail: `switched off by ${TUNING_VARIABLE}=off` };
    const here = conditionsHere(threads);
    if (here === undefined) return { present: false, detail: "no machine code runs here" };
    const path = tuningPath(here), document = await readTuning(path, here);
    if (document === undefined) return { present: false, detail: `none in ${path}` };
    const changed = document.choices.filter(({ chosen, standard }) => chosen !== standard).length;
    const count = `${changed} of ${document.choices.length} numbers differ from their defaults`;
    return { present: true, detail: `${path}: ${count}, made ${document.made}` };
  } catch (error) {
    if (!(error instanceof ReproError)) throw error;
    return { present: false, detail: error.message };
  }
}

/** Reports the tuned numbers for a number of threads; the machine's cores by default. */
export async function capability(threads: number = navigator.hardwareConcurrency): Promise<Capability> {
  return {
    part: "tuned machine code",
    ...await found(threads),
    adds: "numbers that are fastest on this CPU by more than the measurement's own noise; no result changes",
    install: "deno task tune",
    fallback: "the numbers that the code was written with",
  };
}
