/**
 * Capabilities for `doctor`: tuned numbers of machine code and of kernels on adapters.
 *
 * @module
 */
import type { Capability } from "../../platform/capability.ts";
import { ReproError } from "../../platform/errors.ts";
import { conditionsHere, processorText } from "./tuning_conditions.ts";
import { adapterTunings, readTuning, type TuningDocument, tuningIsOn, tuningPath } from "./tuning_file.ts";
import { TUNING_VARIABLE } from "./tuning_variable.ts";

type Found = Pick<Capability, "present" | "detail">;

const absent = (detail: string): Found => ({ present: false, detail });

/** Looks for numbers, unless they are switched off; a file that does not hold is a reason. */
async function unlessOff(find: () => Promise<Found>): Promise<Found> {
  try {
    return tuningIsOn() ? await find() : absent(`switched off by ${TUNING_VARIABLE}=off`);
  } catch (error) {
    if (!(error instanceof ReproError)) throw error;
    return absent(error.message);
  }
}

function countText({ choices, made }: TuningDocument): string {
  const changed = choices.filter(({ chosen, standard }) => chosen !== standard).length;
  return `${changed} of ${choices.length} numbers differ from their defaults, made ${made}`;
}

/** Reports the tuned numbers of machine code for a number of threads; the machine's cores by default. */
export async function capability(threads: number = navigator.hardwareConcurrency): Promise<Capability> {
  const found = await unlessOff(async () => {
    const here = conditionsHere(threads);
    if (here === undefined) return absent("no machine code runs here");
    const path = tuningPath(here), document = await readTuning(path, here);
    return document === undefined
      ? absent(`none in ${path}`)
      : { present: true, detail: `${path}: ${countText(document)}` };
  });
  return {
    part: "tuned machine code",
    ...found,
    adds: "numbers that are fastest on this CPU by more than the measurement's own noise; no result changes",
    install: "deno task tune",
    fallback: "the numbers that the code was written with",
  };
}

/** Reports the adapters that kernels are tuned for. */
export async function adapterCapability(): Promise<Capability> {
  const found = await unlessOff(async () => {
    const documents = await adapterTunings();
    if (documents.length === 0) return absent("none for any adapter");
    const each = documents.map((document) => `${processorText(document.conditions)}: ${countText(document)}`);
    return { present: true, detail: each.join("; ") };
  });
  return {
    part: "tuned WebGPU kernels",
    ...found,
    adds:
      "parameters that are fastest on an adapter by more than the measurement's own noise; no result changes",
    install: "deno task tune --device webgpu, on a GPU: an adapter that emulates one is not tuned",
    fallback: "the parameters that the kernels were written with",
  };
}
