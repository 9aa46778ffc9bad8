/**
 * Files of tuned numbers in the user's cache folder: one for each CPU, instruction set and number of threads,
 * and one for each adapter and implementation of WebGPU.
 *
 * @module
 */
import { basename, join } from "node:path";
import { z } from "zod";
import type { Device } from "../../hardware/device.ts";
import { readVariable } from "../../platform/environment_variable.ts";
import { DataError, UsageError } from "../../platform/errors.ts";
import { contentKey } from "../../platform/files/digest.ts";
import { removeAtExit, writeFileDurably } from "../../platform/files/durable_files.ts";
import { cacheFolder } from "../../platform/files/user_folders.ts";
import { type TunedChoice, tunedChoiceSchema } from "../../results/store/tuned_choice.ts";
import { SavedTuning } from "./saved_tuning.ts";
import { conditionsOfDevice, type TuningConditions } from "./tuning_conditions.ts";
import { TUNING_VARIABLE } from "./tuning_variable.ts";

/** Content of a file. */
export interface TuningDocument {
  /** Conditions of the measurements. */
  readonly conditions: TuningConditions;
  /** Time of the measurements, ISO 8601. */
  readonly made: string;
  /** Choices with their evidence. */
  readonly choices: readonly TunedChoice[];
}

const always = { cacheBytes: z.int().positive(), code: z.string() };

const schema = z.object({
  conditions: z.union([
    z.object({
      cpu: z.string(),
      isa: z.enum(["avx2", "avx512"]),
      threads: z.int().positive(),
      ...always,
    }),
    z.object({ adapter: z.string(), webgpu: z.string(), driver: z.string(), ...always }),
  ]),
  made: z.string(),
  choices: z.array(tunedChoiceSchema),
}) satisfies z.ZodType<TuningDocument>;

/** Folder of the files. */
function tuningFolder(): string {
  return join(cacheFolder(), "tuning");
}

/** Beginning of the names of adapters' files. */
const WEBGPU = "webgpu-";

/**
 * Path of the file for a CPU, an instruction set and a number of threads, or for an adapter and an
 * implementation of WebGPU.
 */
export function tuningPath(conditions: TuningConditions, folder: string = tuningFolder()): string {
  const short = (of: Readonly<Record<string, string>>) => contentKey(of).slice(0, 12);
  if ("cpu" in conditions) {
    const { cpu, isa, threads } = conditions;
    return join(folder, `${isa}-${threads}-threads-${short({ cpu })}.json`);
  }
  const { adapter, webgpu } = conditions;
  return join(folder, `${WEBGPU}${webgpu}-${short({ adapter })}.json`);
}

/**
 * Reads a file.
 *
 * @returns `undefined` where there is no file.
 * @throws {DataError} The file is damaged, or was made under other conditions: another CPU, another driver,
 * other code.
 */
export async function readTuning(
  path: string,
  here: TuningConditions,
): Promise<TuningDocument | undefined> {
  const document = await readDocument(path);
  if (document === undefined) return undefined;
  const { conditions } = document;
  for (const key of Object.keys(here) as (keyof typeof here)[]) {
    if (conditions[key] !== here[key]) {
      throw refused(path, {
        current: `numbers for ${key} ${conditions[key]}`,
        wanted: `${key} ${here[key]}, as this machine has it`,
      });
    }
  }
  return document;
}

/** Reads a file, whatever its conditions. */
async function readDocument(path: string): Promise<TuningDocument | undefined> {
  let text: string;
  try {
    text = await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refused(path, { current: "no JSON", wanted: "tuned numbers" });
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [{ path: key, message }] = parsed.error.issues;
  const current = `${key.join(".") || "the document"}: ${message}`;
  throw refused(path, { current, wanted: "tuned numbers" });
}

/** Error of a file that does not hold. */
function refused(path: string, parts: Readonly<Record<"current" | "wanted", string>>): DataError {
  const command = basename(path).startsWith(WEBGPU) ? "deno task tune --device webgpu" : "deno task tune";
  return new DataError({ file: path }, {
    ...parts,
    next: `${command} makes it anew; until then kernels keep their defaults`,
  });
}

/**
 * All documents of adapters, in the order of their files.
 *
 * @throws {DataError} A file is damaged.
 */
export async function adapterTunings(folder: string = tuningFolder()): Promise<readonly TuningDocument[]> {
  const names: string[] = [];
  try {
    for await (const { name } of Deno.readDir(folder)) {
      if (name.startsWith(WEBGPU) && name.endsWith(".json")) names.push(name);
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  const documents = await Promise.all(names.sort().map((name) => readDocument(join(folder, name))));
  return documents.filter((document) => document !== undefined);
}

/** Makes the folder, and tries that a file can be written there: before a minute of measuring, not after. */
export async function prepareTuningFolder(folder: string = tuningFolder()): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  const trial = join(folder, `.trial.${crypto.randomUUID()}.tmp`);
  using _ = removeAtExit(trial);
  await Deno.writeTextFile(trial, "", { createNew: true });
  await Deno.remove(trial);
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
 * Tuned numbers for an open device: none where it was never tuned, where they are switched off, or where the
 * file does not hold, which `remark` is told. Then all kernels have their defaults.
 */
export async function savedTuning(
  device: Device,
  options: SavedTuningOptions = {},
): Promise<SavedTuning | undefined> {
  const here = tuningIsOn() ? conditionsOfDevice(device) : undefined;
  return here && await tuningOf(here, options);
}

/**
 * Keeps choices, beside earlier ones of other works where those hold; of a work that has new choices, none of
 * the earlier ones stays, since they may have been measured beside another. Returns the path of the file.
 */
export async function keepChoices(
  conditions: TuningConditions,
  choices: readonly TunedChoice[],
  options: SavedTuningOptions = {},
): Promise<string> {
  const works = new Set(choices.map(({ name }) => name));
  const earlier = (await tuningOf(conditions, options))?.choices ?? [];
  const kept = [...earlier.filter(({ name }) => !works.has(name)), ...choices];
  return await writeTuning({ conditions, made: new Date().toISOString(), choices: kept }, options.folder);
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
