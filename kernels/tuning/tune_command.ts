/**
 * Work of the verb `tune`.
 *
 * @module
 */
import { openX86Device } from "../../hardware/cpu/x86/device.ts";
import { instructionSet } from "../../hardware/cpu/x86/instruction_set.ts";
import { MissingError } from "../../platform/errors.ts";
import { choiceSummary } from "../../results/store/tuned_choice.ts";
import { tune, TUNED_WIDTHS } from "./tune.ts";
import { tunedNumbers } from "./tuned_numbers.ts";
import { conditionsHere, type TuningConditions, tuningPath, writeTuning } from "./tuning_file.ts";

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
  const here = conditions(threads), numbers = tunedNumbers(here, widths);
  const lines = numbers.map(({ name, parameter, values: [standard, ...others] }) =>
    `  ${name}: ${parameter} ${standard}, the default, or ${others.join(", ")}`
  );
  return [
    `On ${here.cpu}, ${here.isa}, ${threads} threads:`,
    ...lines.length > 0 ? lines : ["  nothing: code for these widths has one number only"],
    `some ${SECONDS * lines.length} seconds; kept in ${tuningPath(here)}`,
  ].join("\n");
}

/** Seconds that a number takes on two cores. */
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
      onChoice: (choice) => choiceSummary(choice).forEach(say),
      ...(widths && { widths }),
    });
    signal.throwIfAborted();
    return await writeTuning({ conditions: here, made: new Date().toISOString(), choices });
  } finally {
    device.close();
  }
}
