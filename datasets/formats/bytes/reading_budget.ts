/**
 * Memory that a reader may take, as a multiple of the size that its file has on disk.
 *
 * One rule for all formats: content that is unpacked (gzip, ZIP, a ZIP within a ZIP) and every array, list or
 * text that a reader makes of it have at most 64 times the file's size and 16 MiB more, each. What a file
 * claims beyond that is refused before it is allocated. Arrays that grow with their content hold the old one
 * and the new one for a moment. No reader takes memory that is not free. What the formats need, in bytes of
 * memory a byte of content once it is unpacked:
 *
 * | format | bytes a byte | why |
 * | --- | --- | --- |
 * | edge list, MUSAE's edges | 6 | 8 bytes an edge of 4 characters or more, in arrays that double |
 * | METIS graph | 8 | 8 bytes a neighbour of 2 characters or more, in arrays that double |
 * | MatrixMarket | 6 | 12 bytes for 4 characters or more |
 * | OGB text features | 6 | a number has 2 characters or more and takes 4 bytes, in an array that doubles |
 * | `.npy`, and every array of an `.npz` | 8 | 4 bytes a number of 1 byte or more, in an array that doubles |
 * | JSON (GraphSAGE, MUSAE's features) | 12 | 100 bytes a vertex of 9 characters or more |
 * | MUSAE's types | 5 | the text twice, a copy for the CSV reader, and one record at a time |
 * | Planetoid pickles | 64 | up to 200 bytes an opcode, ended by the budget; real files need 14 |
 *
 * The real files that the tests read unpack to at most 8 times their size, and a bomb to 1,000 times.
 *
 * @module
 */
import { assertFree, availableMemory } from "../../../platform/available_memory.ts";
import { DataError, type FilePlace } from "../../../platform/errors.ts";
import { formatBytes } from "../../../platform/text/bytes.ts";
import type { ByteSource } from "./byte_source.ts";

/** Bytes of content or memory that are allowed for one byte of a file. */
export const BUDGET_MULTIPLE = 64;
/** Bytes that are allowed for every file, however small. */
export const BUDGET_FLOOR = 2 ** 24;

/** Position of the reader in the file. */
export type PlaceInFile = Omit<FilePlace, "file">;

/** Budget of memory for one file. */
export class ReadingBudget {
  /** Name of the file, for messages. */
  readonly file: string;
  /** Size of the file on disk, in bytes. */
  readonly fileBytes: number;
  readonly #available: () => number;

  /** Budget of a file of this size on disk; `available` gives the bytes of memory that are free. */
  constructor(file: string, fileBytes: number, available: () => number = availableMemory) {
    this.file = file;
    this.fileBytes = fileBytes;
    this.#available = available;
  }

  /** Greatest number of bytes of one object made from the file. */
  get limit(): number {
    return BUDGET_MULTIPLE * this.fileBytes + BUDGET_FLOOR;
  }

  /**
   * Checks an allocation before it is made: by the file's size, and by the memory that is free.
   *
   * @throws {DataError} as {@linkcode assertFits}.
   * @throws {OutOfMemoryError} where less memory is free.
   */
  assertRoom(bytes: number, claim: string, place: PlaceInFile = {}): void {
    this.assertFits(bytes, claim, place);
    assertFree(`read ${JSON.stringify(this.file)}`, bytes, claim, this.#available);
  }

  /**
   * Checks a size that a file claims, or that of the content unpacked so far.
   *
   * @throws {DataError} where it exceeds the file's budget.
   */
  assertFits(bytes: number, claim: string, place: PlaceInFile = {}): void {
    if (bytes <= this.limit) return;
    throw new DataError({ file: this.file, ...place }, {
      current: `${claim}: ${formatBytes(bytes)} from a file of ${formatBytes(this.fileBytes)}`,
      wanted: `at most ${formatBytes(this.limit)}, which is ${BUDGET_MULTIPLE} times the file and ${
        formatBytes(BUDGET_FLOOR)
      } more`,
      next: "download the file again; if it is meant to be so, store it unpacked",
    });
  }
}

/** Budget of the file that a source's bytes come from; messages name the source. */
export async function readingBudget(source: ByteSource): Promise<ReadingBudget> {
  return new ReadingBudget(source.name, await source.fileBytes());
}
