/**
 * Work of the verb `tune`.
 *
 * @module
 */
import { openX86Device } from "../../hardware/cpu/x86/device.ts";
import { instructionSet } from "../../hardware/cpu/x86/instruction_set.ts";
import { MissingError } from "../../platform/errors.ts";
import { choiceLines } from "../../results/store/tuned_choice.ts";
import { workName } from "./saved_tuning.ts";
import { tune, TUNED_WIDTHS } from "./tune.ts";
import { panelsToTry, workClasses } from "./tuned_work.ts";
import { conditionsHere, type TuningConditions, tuningPath, writeTuning } from "./tuning_file.ts";
import { paddedColumns } from "../code_phases.ts";

/** Widths and threads to tune for. */
export interface TuningRequest {
  /** CPU threads. */
  readonly threads: number;
  /** Widths of features; {@linkcode TUNED_WIDTHS} when absent. */
  readonly widths?: readonly number[];
}

/** Request that is measured. */
export interface TuningRun extends TuningRequest {
  /** Seed of matrices and of turns. */
  readonly seed: number;
  /** Ends after the round in progress. */
  readonly signal: AbortSignal;
  /** Takes a line of progress. */
  readonly say: (line: string) => void;
}

/** Memory of a device that nothing else uses. */
const DEVICE = { limits: { memoryBytes: 2 ** 32 } } as const;

/**
 * Conditions of this machine.
 *
 * @throws {MissingError} where it runs no machine code.
 */
function conditions(threads: number): TuningConditions {
  const here = conditionsHere(threads);
  if (here !== undefined) return here;
  throw new MissingError({
    action: "tune machine code",
    current: instructionSet().reason ?? "none",
    wanted: "Linux on an x86-64 CPU with AVX2, and permission to run emitted code",
    next: "nothing: WebAssembly has no numbers to tune",
  });
}

/** Says what would be tuned, and where it would be kept. */
export function planTuning({ threads, widths = TUNED_WIDTHS }: TuningRequest): string {
  const here = conditions(threads), { cpu, isa, cacheBytes } = here;
  const limits = DEVICE.limits as Parameters<typeof workClasses>[0]["limits"];
  const works = workClasses({ isa, limits }, widths, cacheBytes).map(({ width, beyond }) => {
    const [standard, ...others] = panelsToTry(isa, width);
    return `  ${workName(paddedColumns(width), beyond)}: panel ${standard}, the default, or ${
      others.join(", ")
    }`;
  });
  return [
    `On ${cpu}, ${isa}, ${threads} threads:`,
    ...works.length > 0 ? works : ["  nothing: code for these widths has one number only"],
    `some ${Math.max(1, Math.round(works.length * SECONDS))} seconds; kept in ${tuningPath(here)}`,
  ].join("\n");
}

/** Seconds that a class takes on two cores. */
const SECONDS = 4;

/**
 * Tunes, says each choice with its evidence, and keeps all of them in place of earlier ones; returns the path
 * of the file.
 *
 * @throws {MissingError} where the machine runs no machine code.
 * @throws {Interrupted} after a signal; the file is as it was.
 */
export async function tuneHere({ threads, widths, seed, signal, say }: TuningRun): Promise<string> {
  const here = conditions(threads), device = openX86Device({ threads });
  try {
    say(`${here.cpu}, ${here.isa}, ${threads} threads`);
    const choices = await tune(device, {
      seed,
      signal,
      onChoice: (choice) => choiceLines(choice).forEach(say),
      ...(widths && { widths }),
    });
    return await writeTuning({ conditions: here, made: new Date().toISOString(), choices });
  } finally {
    device.close();
  }
}
