/**
 * NumPy's archives of arrays (`.npz`): a ZIP archive with one `.npy` an array.
 *
 * @module
 */
import { DataError } from "../../platform/errors.ts";
import type { SeekableSource } from "./byte_source.ts";
import { openZip, type ZipEntry } from "./zip.ts";

/** The arrays of an archive. */
export interface Npz {
  /** The archive's name, for messages. */
  readonly name: string;
  /** Whether it has an array of this name. */
  has(array: string): boolean;
  /**
   * The array's file.
   *
   * @throws {DataError} if it has none of this name.
   */
  array(array: string): ZipEntry;
}

/**
 * Opens an archive of arrays.
 *
 * @throws {DataError} if the file is no ZIP archive.
 */
export async function openNpz(source: SeekableSource): Promise<Npz> {
  const { name, entries } = await openZip(source);
  const arrays = new Map(entries.map((entry) => [entry.path.replace(/\.npy$/, ""), entry]));
  return {
    name,
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
