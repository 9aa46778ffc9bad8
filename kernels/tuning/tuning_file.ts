/**
 * Files of tuned numbers in the user's cache folder: one for each CPU, instruction set and number of threads.
 *
 * @module
 */
import { join } from "node:path";
import { z } from "zod";
import { cpuModel, lastLevelCacheBytes } from "../../hardware/cpu/cpu_facts.ts";
import { type InstructionSet, instructionSet } from "../../hardware/cpu/x86/instruction_set.ts";
import { readVariable } from "../../platform/environment_variable.ts";
import { DataError, UsageError } from "../../platform/errors.ts";
import { contentKey } from "../../platform/files/digest.ts";
import { writeFileDurably } from "../../platform/files/durable_files.ts";
import { cacheFolder } from "../../platform/files/user_folders.ts";
import { type TunedChoice, tunedChoiceSchema } from "../../results/store/tuned_choice.ts";
import { gemmBlockedX86 } from "../gemm/blocked/x86.ts";
import { blockSparseX86 } from "../spmm/block_sparse/x86.ts";
import { neighborGroupX86 } from "../spmm/neighbor_group/x86.ts";
import { rowSplitX86 } from "../spmm/row_split/x86.ts";
import { TUNING_VARIABLE } from "./tuning_variable.ts";
import { SavedTuning } from "./saved_tuning.ts";

/** Conditions that tuned numbers hold under. */
export interface TuningConditions {
  /** Name of the CPU. */
  readonly cpu: string;
  /** Instruction set of the code. */
  readonly isa: InstructionSet;
  /** CPU threads. */
  readonly threads: number;
  /** Bytes of the last cache. */
  readonly cacheBytes: number;
  /** Digest of the code whose numbers were chosen. */
  readonly code: string;
}

/** Content of a file. */
export interface TuningDocument {
  /** Conditions of the measurements. */
  readonly conditions: TuningConditions;
  /** Time of the measurements, ISO 8601. */
  readonly made: string;
  /** Choices with their evidence. */
  readonly choices: readonly TunedChoice[];
}

const schema = z.object({
  conditions: z.object({
    cpu: z.string(),
    isa: z.enum(["avx2", "avx512"]),
    threads: z.int().positive(),
    cacheBytes: z.int().positive(),
    code: z.string(),
  }),
  made: z.string(),
  choices: z.array(tunedChoiceSchema),
}) satisfies z.ZodType<TuningDocument>;

/** Folder of the files. */
export function tuningFolder(): string {
  return join(cacheFolder(), "tuning");
}

/** Conditions of this machine; `undefined` where it runs no machine code. */
export function conditionsHere(threads: number): TuningConditions | undefined {
  const { isa } = instructionSet();
  return isa === "none" ? undefined : conditionsOf(isa, threads);
}

/** Conditions of this machine for an instruction set, which it need not have. */
export function conditionsOf(isa: InstructionSet, threads: number): TuningConditions {
  const code = contentKey(
    [rowSplitX86, neighborGroupX86, blockSparseX86, gemmBlockedX86].map(({ source }) => source),
  );
  return { cpu: cpuModel(), isa, threads, cacheBytes: lastLevelCacheBytes(), code };
}

/** Path of the file for a CPU, an instruction set and a number of threads. */
export function tuningPath(
  { cpu, isa, threads }: Pick<TuningConditions, "cpu" | "isa" | "threads">,
  folder: string = tuningFolder(),
): string {
  return join(folder, `${isa}-${threads}-threads-${contentKey({ cpu }).slice(0, 12)}.json`);
}

/**
 * Reads a file.
 *
 * @returns `undefined` where there is no file.
 * @throws {DataError} The file is damaged, or was made under other conditions: another CPU, other code.
 */
export async function readTuning(
  path: string,
  here: TuningConditions,
): Promise<TuningDocument | undefined> {
  let text: string;
  try {
    text = await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
  const refuse = (current: string, wanted: string) =>
    new DataError({ file: path }, {
      current,
      wanted,
      next: "deno task tune makes it anew; until then code keeps its defaults",
    });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refuse("no JSON", "tuned numbers");
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    const [{ path: key, message }] = parsed.error.issues;
    throw refuse(`${key.join(".") || "the document"}: ${message}`, "tuned numbers");
  }
  const { conditions } = parsed.data;
  for (const key of ["cpu", "isa", "threads", "cacheBytes", "code"] as const) {
    if (conditions[key] !== here[key]) {
      throw refuse(`numbers for ${key} ${conditions[key]}`, `${key} ${here[key]}, as this machine has it`);
    }
  }
  return parsed.data;
}

/** Writes a file, in place of the one of the same conditions; returns its path. */
export async function writeTuning(
  document: TuningDocument,
  folder: string = tuningFolder(),
): Promise<string> {
  await Deno.mkdir(folder, { recursive: true });
  const path = tuningPath(document.conditions, folder);
  await writeFileDurably(path, JSON.stringify(document, null, 1) + "\n");
  return path;
}

/**
 * Whether tuned numbers are used where there are some.
 *
 * @throws {UsageError} if `GNN_REPRO_TUNING` is neither unset nor `off`.
 */
export function tuningIsOn(): boolean {
  const value = readVariable(TUNING_VARIABLE) || undefined;
  if (value === undefined || value === "off") return value === undefined;
  throw new UsageError({
    action: "choose whether tuned numbers are used",
    current: `${TUNING_VARIABLE}=${value}`,
    wanted: "off, or nothing",
    next: `set ${TUNING_VARIABLE} to off, or unset it`,
  });
}

/** Options of {@linkcode savedTuning}. */
export interface SavedTuningOptions {
  /** Takes the reason why a file is refused; standard error by default. */
  readonly remark?: (text: string) => void;
  /** Folder of the files; {@linkcode tuningFolder} by default. */
  readonly folder?: string;
}

/**
 * Tuned numbers for a device of this machine: none where it was never tuned, where they are switched off, or
 * where the file does not hold, which `remark` is told. Then all code has its defaults.
 */
export async function savedTuning(
  threads: number,
  options: SavedTuningOptions = {},
): Promise<SavedTuning | undefined> {
  // A machine that is not asked for its numbers is not asked for its instruction set, either.
  const here = tuningIsOn() ? conditionsHere(threads) : undefined;
  return here && await tuningOf(here, options);
}

/** Tuned numbers for some conditions; see {@linkcode savedTuning}. */
export async function tuningOf(
  here: TuningConditions,
  { remark = console.error, folder }: SavedTuningOptions = {},
): Promise<SavedTuning | undefined> {
  try {
    const document = await readTuning(tuningPath(here, folder), here);
    return document && new SavedTuning(document.choices, here.cacheBytes);
  } catch (error) {
    if (!(error instanceof DataError)) throw error;
    remark(error.message);
    return undefined;
  }
}
