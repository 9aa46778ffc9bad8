/**
 * Disk cache of computed values: orderings, partitions and simulated counts, each with the time that it took.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import { contentKey, sha256Folder } from "../../platform/files/digest.ts";
import { FileCache } from "../../platform/files/file_cache.ts";
import { cacheFolder } from "../../platform/files/user_folders.ts";

/** Orderings and partitions are made by the code of one folder, simulated counts by that of another. */
const COMPUTING = ["../../graph", "../../hardware/cache_simulator"];

/** A value and the milliseconds that it took, now or when it was kept. */
export interface Computed {
  /** Computed value. */
  readonly value: Uint32Array;
  /** Milliseconds that the computation took. */
  readonly ms: number;
}

/** Cache of computed values under their keys and the digest of the code that computes them. */
export class ComputedCache {
  readonly #files: FileCache;
  #code: Promise<string> | undefined;

  /** Opens the cache in this folder; in the user's cache folder when absent. */
  constructor(folder = `${cacheFolder()}/computed`) {
    this.#files = new FileCache(folder);
  }

  /** Value kept under a key; where there is none, the value that `compute` gives, which is then kept. */
  async get(
    key: Readonly<Record<string, unknown>>,
    compute: () => Uint32Array | Promise<Uint32Array>,
  ): Promise<Computed> {
    const digest = contentKey({ ...key, code: await (this.#code ??= codeDigest()) });
    const known = await this.#files.getUint32(digest), cost = await this.#files.getUint32(`${digest}.cost`);
    if (known !== undefined && cost !== undefined) return { value: known, ms: cost[0] + cost[1] / 1000 };
    const started = performance.now();
    const value = await compute();
    const ms = performance.now() - started, whole = Math.floor(ms);
    await this.#files.putUint32(digest, value);
    await this.#files.putUint32(`${digest}.cost`, Uint32Array.of(whole, Math.floor(1000 * (ms - whole))));
    return { value, ms };
  }
}

async function codeDigest(): Promise<string> {
  const digests = COMPUTING.map((folder) => sha256Folder(fileURLToPath(new URL(folder, import.meta.url))));
  return contentKey(await Promise.all(digests));
}
