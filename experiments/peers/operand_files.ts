/**
 * Operands on their way to a worker: raw little-endian files in a folder of their own.
 *
 * @module
 */
import { join } from "node:path";
import type { CsrMatrix } from "../../graph/csr.ts";
import { DeviceError, OutOfMemoryError } from "../../platform/errors.ts";
import { removeAtExit } from "../../platform/files/durable_files.ts";
import { systemError } from "../../platform/system_error.ts";
import { peersFolder } from "./environments/environments.ts";
import { plural } from "../../platform/text/plural.ts";

const MOST_INT32 = 2 ** 31 - 1;

/** Raw files of the operands, as `serve.py` describes them. */
export interface OperandFiles {
  /** `rows + 1` int32. */
  readonly rowPtr: string;
  /** `nnz` int32. */
  readonly colIdx: string;
  /** `nnz` float32; null where every weight is 1. */
  readonly values: string | null;
  /** `cols x width` float32, row-major. */
  readonly features: string;
  /** `rows` float32 with `value(i, j) = scale(i) * scale(j)`; null where weights do not separate so. */
  readonly scale: string | null;
  /** `cols` float32 that take the place of `scale(j)`; null where the scale is one for both. */
  readonly columnScale: string | null;
}

/** Arrays that an operand file can hold. */
export type RawNumbers = Uint32Array | Float32Array;

/** Names of the folders of operands. */
const FOLDER = /^operands-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Age in milliseconds from which a folder is abandoned: a day, while operands are passed in minutes. */
const ABANDONED_MS = 24 * 3_600_000;

/** Removes folders of operands that killed programs have left. */
async function removeAbandonedFolders(parent: string): Promise<void> {
  for await (const { name } of Deno.readDir(parent)) {
    if (!FOLDER.test(name)) continue;
    const path = join(parent, name);
    // Another process may remove it meanwhile.
    const made = await Deno.stat(path).then(({ mtime }) => mtime?.getTime() ?? Infinity, () => Infinity);
    if (Date.now() - made >= ABANDONED_MS) await Deno.remove(path, { recursive: true }).catch(() => {});
  }
}

/**
 * Gives a folder of its own to `work` and removes it afterwards.
 *
 * @throws {MissingError} where the disk has no room, or the folder may not be written.
 */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = join(peersFolder(), `operands-${crypto.randomUUID()}`);
  using _ = removeAtExit(folder);
  try {
    await Deno.mkdir(folder, { recursive: true });
    await removeAbandonedFolders(peersFolder());
    try {
      return await work(folder);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  } catch (error) {
    throw systemError(error, "pass operands to a peer") ?? error;
  }
}

/** The path of each array; null for an absent array. */
export type ArrayPaths<Arrays> = {
  readonly [Name in keyof Arrays]: Arrays[Name] extends RawNumbers ? string : string | null;
};

/** Writes each array to a file of its name. */
export async function writeArrays<Arrays extends Readonly<Record<string, RawNumbers | undefined>>>(
  folder: string,
  arrays: Arrays,
): Promise<ArrayPaths<Arrays>> {
  const paths: Record<string, string | null> = {};
  for (const [name, array] of Object.entries(arrays)) {
    paths[name] = array === undefined ? null : join(folder, name);
    if (array === undefined) continue;
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    await Deno.writeFile(join(folder, name), bytes);
  }
  return paths as ArrayPaths<Arrays>;
}

/**
 * The float32 numbers that a worker has left in a file.
 *
 * @throws {DeviceError} where there are not `count` of them.
 */
export async function readNumbers(
  path: string,
  { peer, count }: { readonly peer: string; readonly count: number },
): Promise<Float32Array> {
  const bytes = await Deno.readFile(path).catch((error) => {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  });
  if (bytes?.byteLength !== 4 * count) {
    throw new DeviceError({
      action: `read what peer "${peer}" has computed`,
      current: bytes === undefined ? "no file" : `a file of ${plural(bytes.byteLength, "byte")}`,
      wanted: `${4 * count} bytes`,
      next: "compare serve.py with this version",
    });
  }
  return new Float32Array(bytes.buffer, bytes.byteOffset, count);
}

/**
 * Refuses a matrix that int32 indices, which the fastest products of the libraries want, cannot hold.
 *
 * @throws {OutOfMemoryError} for such a matrix.
 */
export function checkInt32({ rows, cols, colIdx }: CsrMatrix, peer: string): void {
  if (Math.max(colIdx.length, rows, cols) <= MOST_INT32) return;
  throw new OutOfMemoryError({
    action: `load a graph into peer "${peer}"`,
    current: `${plural(colIdx.length, "entry", "entries")}: oom (int32 indices)`,
    wanted: `at most ${MOST_INT32}`,
    next: "take a smaller graph",
  });
}
