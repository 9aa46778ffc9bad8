/**
 * Folder of a training: its document, and its checkpoints.
 *
 * @module
 */
import { basename, join } from "node:path";
import type { RankPeak, RankReport } from "../../distributed/runs/rank_run.ts";
import { contentKey } from "../../platform/files/digest.ts";
import { writeFileDurably } from "../../platform/files/durable_files.ts";
import { type FolderLock, LOCK_FILES } from "../../platform/files/folder_lock.ts";
import type { EpochRecord } from "../../training/runs/epoch_record.ts";

/** Version of the document. */
const SCHEMA = 1;

/** Sizes of data that are drawn at random, where they were asked for. */
export interface DrawnSizes {
  /** Width of random features that replace the publisher's. */
  readonly randomWidth?: number;
  /** Number of classes of random labels. */
  readonly classes?: number;
}

/** Facts about a training that are known before it begins; the same for all runs of one command. */
export interface TrainingIdentity {
  /** Graph: its name, kind and content. */
  readonly dataset: { readonly id: string; readonly kind: "real" | "stand-in"; readonly hash: string };
  /** Kind of device that was asked for. */
  readonly device: string;
  /** Model, method and sizes. */
  readonly settings: object;
  /** Sizes of drawn data; absent where none was asked for. */
  readonly drawnSizes?: DrawnSizes;
  /** Key of the partition; absent on one device. */
  readonly partition?: string;
}

/** Facts about one run. */
export interface TrainingHeader extends TrainingIdentity {
  /** Command line as typed. */
  readonly command: readonly string[];
  /** Data drawn at random: `features`, `labels`, `split`; absent in older records. */
  readonly drawn?: readonly string[];
}

/** Record of a training, the content of `training.json`. */
export interface TrainingDocument extends TrainingHeader {
  /** Version of the document. */
  readonly schema: number;
  /** Ranks of the last run that has trained. */
  readonly ranks: readonly RankReport[];
  /** All epochs. */
  readonly epochs: readonly EpochRecord[];
  /** Most memory of each rank, where that run had processes for them and came to its end. */
  readonly peaks?: readonly RankPeak[];
}

/** Folder of a training below `out`: trainings that differ in anything have different ones. */
export function trainingFolder(out: string, identity: TrainingIdentity): string {
  const { dataset: { id }, settings } = identity, { model } = settings as { readonly model: string };
  const text = [id, model].join("-").replaceAll(/[^A-Za-z0-9._-]/g, "-");
  return join(out, `${text}-${contentKey(identity).slice(0, 12)}`);
}

/** Folder of a training's checkpoints. */
export function checkpointFolder(folder: string): string {
  return join(folder, "checkpoints");
}

/** Path of a training's document. */
export function documentPath(folder: string): string {
  return join(folder, "training.json");
}

/** Writes the document in one step. */
export async function writeDocument(
  folder: string,
  facts: Omit<TrainingDocument, "schema">,
): Promise<TrainingDocument> {
  const document = { schema: SCHEMA, ...facts };
  await writeFileDurably(documentPath(folder), JSON.stringify(document, null, 2) + "\n");
  return document;
}

/**
 * Reads the document that earlier runs have written; `undefined` where there is none, or one that a crash or
 * another version has left.
 */
export async function readTrainingDocument(folder: string): Promise<TrainingDocument | undefined> {
  try {
    const document: TrainingDocument | null = JSON.parse(await Deno.readTextFile(documentPath(folder)));
    return document?.schema === SCHEMA && Array.isArray(document.epochs) ? document : undefined;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/**
 * Removes the folder of a training that ended before it kept anything: it has neither record nor checkpoint
 * nor a rank's log. Releases the folder's lock then.
 */
export async function removeIfUnbegun(lock: FolderLock): Promise<void> {
  const { folder } = lock;
  const unbegun = new Set([...LOCK_FILES, basename(checkpointFolder(folder))]);
  const names = await Array.fromAsync(Deno.readDir(folder), ({ name }) => name);
  const checkpoints = await Array.fromAsync(Deno.readDir(checkpointFolder(folder)));
  if (checkpoints.length > 0 || names.some((name) => !unbegun.has(name))) return;
  await lock.removeFolder();
}
