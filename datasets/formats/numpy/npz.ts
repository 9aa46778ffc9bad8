/**
 * Reader of NumPy's archives of arrays (`.npz`): a ZIP archive with one `.npy` an array.
 *
 * @module
 */
import { DataError } from "../../../platform/errors.ts";
import type { SeekableSource } from "../bytes/byte_source.ts";
import { openZip, type ZipEntry } from "../bytes/zip.ts";

/** The arrays of an archive. */
export interface Npz {
  /** Name of the archive, for messages. */
  readonly name: string;
  /** Names of its arrays. */
  readonly names: readonly string[];
  /** Whether the archive has an array of this name. */
  has(array: string): boolean;
  /**
   * Returns the array's file.
   *
   * @throws {DataError} if the archive has no array of this name.
   */
  array(array: string): ZipEntry;
}

/**
 * Opens an archive of arrays.
 *
 * @throws {DataError} if the file is not a ZIP archive, or two entries are of one array, such as `x` and
 * `x.npy`, of which readers would take one or the other.
 */
export async function openNpz(source: SeekableSource): Promise<Npz> {
  const { name, entries } = await openZip(source);
  const arrays = new Map<string, ZipEntry>();
  for (const entry of entries) {
    const array = entry.path.replace(/\.npy$/, ""), before = arrays.get(array);
    if (before !== undefined) {
      throw new DataError({ file: name }, {
        current: `the entries ${before.path} and ${entry.path} of one array`,
        wanted: `one entry of the array ${array}`,
        next: "write the file anew, each array once",
      });
    }
    arrays.set(array, entry);
  }
  return {
    name,
    names: [...arrays.keys()],
    has: (array) => arrays.has(array),
    array: (array) => {
      const entry = arrays.get(array);
      if (entry) return entry;
      throw new DataError({ file: name }, {
        current: `no array ${array} among ${[...arrays.keys()].slice(0, 12).join(", ").slice(0, 200)}`,
        wanted: "that array",
        next: "check that this is the file that its name says",
      });
    },
  };
}
