/**
 * Folder through which a job and its MPI ranks pass everything but messages: the job, the state of each rank,
 * the outputs. Each file is written whole under another name and then renamed.
 *
 * @module
 */
import { join } from "node:path";
import { deserialize } from "node:v8";
import { FolderLock } from "../../../platform/files/folder_lock.ts";
import type { RankWork } from "../rank_job.ts";
import type { MpiFamily } from "./library.ts";
import { cloneBytes } from "../cloned_values.ts";

/** Instructions for the processes of the ranks. */
export interface MpiRankOrder {
  /** Function to run, with its input. */
  readonly work: RankWork;
  /** See `RankJob.stallSeconds`. */
  readonly stallSeconds: number;
  /** MPI library that belongs to the launcher. */
  readonly library: { readonly family: MpiFamily; readonly path: string };
}

/** Failure report of a rank that had time to write one. */
export interface LastWord {
  /** Reason of the rank's end. */
  readonly reason: string;
  /** Exit code of the rank. */
  readonly code: number;
  /** Time of the report, in milliseconds. */
  readonly at: number;
}

/** Age in milliseconds from which a folder that nobody holds is abandoned; a new one is held at once. */
const ABANDONED_MS = 3_600_000;

/** Reader and writer of one job's folder. */
export class JobFolder {
  /** Path of the folder. */
  readonly path: string;
  #lock: FolderLock | undefined;

  /** Opens an existing folder. */
  constructor(path: string) {
    this.path = path;
  }

  /**
   * Makes the folder of a job in `parent`, held until {@linkcode JobFolder.remove}, and removes those of
   * programs that were killed.
   *
   * @param olderThanMs Age from which a folder that nobody holds is abandoned.
   */
  static async make(parent: string, olderThanMs = ABANDONED_MS): Promise<JobFolder> {
    Deno.mkdirSync(parent, { recursive: true });
    for (const { name } of Deno.readDirSync(parent)) await removeAbandoned(join(parent, name), olderThanMs);
    const folder = new JobFolder(Deno.makeTempDirSync({ dir: parent }));
    // A job needs no lock where the file system has none; then nothing is found abandoned either.
    folder.#lock = await FolderLock.acquire(folder.path).catch(() => undefined);
    return folder;
  }

  /** Writes the instructions for all ranks. */
  writeOrder(order: MpiRankOrder): void {
    this.#write("order", order);
  }

  /** Reads the instructions. */
  readOrder(): MpiRankOrder {
    return this.#read("order") as MpiRankOrder;
  }

  /** Writes what one rank alone gets. */
  writeOwn(rank: number, own: unknown): void {
    this.#write(`${rank}.own`, own);
  }

  /** Reads what this rank alone gets; `undefined` where it gets nothing. */
  readOwn(rank: number): unknown {
    return this.#read(`${rank}.own`);
  }

  /** Writes the process id of a rank. */
  writePid(rank: number, pid: number): void {
    this.#write(`${rank}.pid`, pid);
  }

  /** Reads a rank's process id; `undefined` before the rank has started. */
  readPid(rank: number): number | undefined {
    return this.#read(`${rank}.pid`) as number | undefined;
  }

  /** Writes the name of a rank's host, as the launcher calls it. */
  writeHost(rank: number, host: string): void {
    this.#write(`${rank}.host`, host);
  }

  /** Reads the name of a rank's host; `undefined` before the rank has started, and where none was told. */
  readHost(rank: number): string | undefined {
    return this.#read(`${rank}.host`) as string | undefined;
  }

  /** Writes a rank's failure report. */
  writeLastWord(rank: number, word: LastWord): void {
    this.#write(`${rank}.end`, word);
  }

  /** Reads a rank's failure report. */
  readLastWord(rank: number): LastWord | undefined {
    return this.#read(`${rank}.end`) as LastWord | undefined;
  }

  /** Writes the results of all ranks. */
  writeOutputs(outputs: readonly unknown[]): void {
    this.#write("outputs", outputs);
  }

  /** Reads the results of all ranks; `undefined` where the job did not finish. */
  readOutputs(): unknown[] | undefined {
    return this.#read("outputs") as unknown[] | undefined;
  }

  /** Reports whether all ranks have handed in their results, or one has reported its failure. */
  hasEnded(): boolean {
    return [...Deno.readDirSync(this.path)].some(({ name }) => name === "outputs" || name.endsWith(".end"));
  }

  /** Removes the folder. */
  remove(): void {
    this.#lock?.close();
    Deno.removeSync(this.path, { recursive: true });
  }

  #write(name: string, value: unknown): void {
    const path = join(this.path, name);
    Deno.writeFileSync(`${path}.part`, cloneBytes(value));
    Deno.renameSync(`${path}.part`, path);
  }

  #read(name: string): unknown {
    try {
      return deserialize(Deno.readFileSync(join(this.path, name)));
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return undefined;
      throw error;
    }
  }
}

/** Removes a job's folder whose program has ended without doing so. */
async function removeAbandoned(path: string, olderThanMs: number): Promise<void> {
  try {
    if (Date.now() - (Deno.statSync(path).mtime?.getTime() ?? Infinity) < olderThanMs) return;
    const lock = await FolderLock.acquire(path);
    lock.close();
    Deno.removeSync(path, { recursive: true });
  } catch {
    // Somebody holds it, or has removed it meanwhile.
  }
}
