/**
 * Cache of results that are expensive to compute and cheap to store (orderings, partitions, samples), as
 * files with checksums.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { sha256 } from "./digest.ts";
import { systemCode } from "../system_error.ts";
import { writeFileDurably } from "./durable_files.ts";

// An entry is this magic text, the payload's length (64 bits, little-endian), SHA-256 of key and payload, the
// payload. The header's 48 bytes keep the payload aligned for any typed array.
const MAGIC = new TextEncoder().encode("gnncach1");
const HEADER_BYTES = 48;

function seal(key: string, payload: Uint8Array): Uint8Array {
  return createHash("sha256").update(sha256(key)).update(payload).digest();
}

/**
 * Whether an error comes from the operating system (no space, no permission, no such file) and not from our
 * code.
 */
function isSystemError(error: unknown): boolean {
  return !(error instanceof Deno.errors.NotCapable) && systemCode(error) !== undefined;
}

/**
 * A cache in a folder, from keys (any text; a `contentKey` as a rule) to bytes. Every entry carries a
 * checksum over its key and its bytes: one that is damaged, cut short or misnamed is dropped and reads as
 * absent. Several processes may share the folder. A cache never fails a run: what cannot be read is absent,
 * what cannot be written is not kept.
 *
 * @example
 * ```ts
 * const cache = new FileCache(await Deno.makeTempDir());
 * await cache.putUint32("ordering", Uint32Array.of(2, 0, 1));
 * if ((await cache.getUint32("ordering"))?.[0] !== 2) throw new Error("cache");
 * ```
 */
export class FileCache {
  /** Folder of the entries, created by the first `put`. */
  readonly folder: string;

  /** Prepares a cache in this folder, which need not exist. */
  constructor(folder: string) {
    this.folder = folder;
  }

  // The digest of the key, because a key may hold what no file name can.
  #path(key: string): string {
    return join(this.folder, `${sha256(key)}.bin`);
  }

  /** Reads the bytes stored under `key`; `undefined` where there are none. */
  async get(key: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const path = this.#path(key);
    let file: Uint8Array<ArrayBuffer>;
    try {
      file = await Deno.readFile(path);
    } catch (error) {
      if (isSystemError(error)) return undefined;
      throw error;
    }
    const payload = file.subarray(HEADER_BYTES);
    if (!isIntact(file, seal(key, payload))) {
      await ignoringSystemErrors(Deno.remove(path));
      return undefined;
    }
    return payload;
  }

  /** Stores bytes under `key`, replacing older ones. Returns false if the disk did not take them. */
  async put(key: string, bytes: Uint8Array): Promise<boolean> {
    const file = new Uint8Array(HEADER_BYTES + bytes.length);
    file.set(MAGIC);
    new DataView(file.buffer).setBigUint64(MAGIC.length, BigInt(bytes.length), true);
    file.set(seal(key, bytes), 16);
    file.set(bytes, HEADER_BYTES);
    return await ignoringSystemErrors(
      Deno.mkdir(this.folder, { recursive: true }).then(() => writeFileDurably(this.#path(key), file)),
    );
  }

  /** Removes what is stored under `key`, if anything is. Returns false if the disk kept it. */
  async remove(key: string): Promise<boolean> {
    return await ignoringSystemErrors(
      Deno.remove(this.#path(key)).catch((error) => {
        if (!(error instanceof Deno.errors.NotFound)) throw error;
      }),
    );
  }

  /**
   * Reads an array stored by `putUint32`. An entry whose length is not a multiple of four reads as absent.
   */
  async getUint32(key: string): Promise<Uint32Array<ArrayBuffer> | undefined> {
    const bytes = await this.get(key);
    if (bytes === undefined || bytes.length % 4 !== 0) return undefined;
    return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  }

  /**
   * Stores an array. Words are stored in the machine's byte order, which is little-endian wherever Deno runs.
   */
  putUint32(key: string, words: Uint32Array): Promise<boolean> {
    return this.put(key, new Uint8Array(words.buffer, words.byteOffset, words.byteLength));
  }
}

function isIntact(file: Uint8Array<ArrayBuffer>, expectedSeal: Uint8Array): boolean {
  if (file.length < HEADER_BYTES || !MAGIC.every((byte, i) => file[i] === byte)) return false;
  const length = new DataView(file.buffer).getBigUint64(MAGIC.length, true);
  return length === BigInt(file.length - HEADER_BYTES) &&
    expectedSeal.every((byte, i) => file[16 + i] === byte);
}

/** Runs work; returns false where the operating system refused it. */
async function ignoringSystemErrors(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (isSystemError(error)) return false;
    throw error;
  }
}
