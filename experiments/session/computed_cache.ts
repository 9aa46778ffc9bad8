/**
 * Disk cache of computed values: orderings, partitions and simulated counts, each with the time that it took.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import { metisDigest } from "../../graph/partitions/metis_build.ts";
import { cpuIdentity } from "../../hardware/cpu/cpu_facts.ts";
import { contentKey, sha256Folder } from "../../platform/files/digest.ts";
import { FileCache } from "../../platform/files/file_cache.ts";
import { cacheFolder } from "../../platform/files/user_folders.ts";

/** Folders of the code that computes what is kept: orderings, partitions, group sizes, simulated counts. */
const COMPUTING = [
  "../../graph",
  "../../distributed/partition",
  "../../distributed/spmm",
  "../../training/group_size",
  "../../hardware/cache_simulator",
  "../../hardware/models",
];

/** A value and the milliseconds that it took on a machine like this one, now or when it was kept. */
export interface ComputedValue {
  /** Computed value. */
  readonly value: Uint32Array;
  /** Milliseconds that the computation took. */
  readonly ms: number;
}

/** Computes a value that is kept. */
type Compute = () => Uint32Array | Promise<Uint32Array>;

/**
 * Cache of computed values under their keys and the digest of the code that computes them, with that of the
 * libmetis that cuts. What they took is
 * kept for each kind of machine: the folder may be on a disk that several share.
 */
export class ComputedCache {
  readonly #files: FileCache;
  readonly #machine: string;
  #code: Promise<string> | undefined;

  /**
   * Opens the cache in this folder, in the user's cache folder when absent.
   *
   * @param machine Name of the machine's kind; that of its CPU and the number of its cores when absent.
   */
  constructor(
    folder = `${cacheFolder()}/computed`,
    machine = `${cpuIdentity()}, ${navigator.hardwareConcurrency}`,
  ) {
    this.#files = new FileCache(folder);
    this.#machine = machine;
  }

  /** Value kept under a key; where there is none, the value that `compute` gives, which is then kept. */
  async get(key: Readonly<Record<string, unknown>>, compute: Compute): Promise<Uint32Array> {
    const digest = await this.#digest(key);
    return await this.#files.getUint32(digest) ?? (await this.#computed(digest, compute)).value;
  }

  /** The same with its cost, which is measured where none of this kind of machine is kept. */
  async getWithCost(key: Readonly<Record<string, unknown>>, compute: Compute): Promise<ComputedValue> {
    const digest = await this.#digest(key);
    const value = await this.#files.getUint32(digest);
    const cost = await this.#files.getUint32(this.#costKey(digest));
    if (value !== undefined && cost !== undefined) return { value, ms: cost[0] + cost[1] / 1000 };
    return await this.#computed(digest, compute);
  }

  async #computed(digest: string, compute: Compute): Promise<ComputedValue> {
    const started = performance.now();
    const value = await compute();
    const ms = performance.now() - started, whole = Math.floor(ms);
    await this.#files.putUint32(digest, value);
    const cost = Uint32Array.of(whole, Math.floor(1000 * (ms - whole)));
    await this.#files.putUint32(this.#costKey(digest), cost);
    return { value, ms };
  }

  async #digest(key: Readonly<Record<string, unknown>>): Promise<string> {
    return contentKey({ ...key, code: await (this.#code ??= codeDigest()) });
  }

  #costKey(digest: string): string {
    return contentKey({ costOf: digest, machine: this.#machine });
  }
}

async function codeDigest(): Promise<string> {
  const digests = COMPUTING.map((folder) => sha256Folder(fileURLToPath(new URL(folder, import.meta.url))));
  return contentKey({ code: await Promise.all(digests), metis: await metisDigest() ?? null });
}
