/**
 * Files that a training goes on from: any structured clone, behind a checksum.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { deserialize, serialize } from "node:v8";
import { DataError } from "../../platform/errors.ts";
import { writeFileDurably } from "../../platform/files/durable_files.ts";

/** Text at the beginning of every file; its last letter is the version of the format. */
const MAGIC = new TextEncoder().encode("gnnchkp1");
const HEADER_BYTES = MAGIC.length + 32;

function checksum(content: Uint8Array): Uint8Array {
  return createHash("sha256").update(content).digest();
}

/** Writes a value in one step: whenever the program ends, the file has the old value or the new one. */
export async function writeCheckpointFile(path: string, value: unknown): Promise<void> {
  const content: Uint8Array = serialize(value);
  const file = new Uint8Array(HEADER_BYTES + content.length);
  file.set(MAGIC);
  file.set(checksum(content), MAGIC.length);
  file.set(content, HEADER_BYTES);
  await writeFileDurably(path, file);
}

/**
 * Reads a value.
 *
 * @throws {DataError} where the file is cut short, damaged or of another format.
 */
export async function readCheckpointFile(path: string): Promise<unknown> {
  const file = await Deno.readFile(path), content = file.subarray(HEADER_BYTES);
  const refusal = (current: string, wanted: string) =>
    new DataError({ file: path }, { current, wanted, next: "remove it; the training goes on before it" });
  if (!MAGIC.every((byte, i) => file[i] === byte)) {
    throw refusal("a file of another kind or version", `a checkpoint, ${new TextDecoder().decode(MAGIC)}`);
  }
  const wanted = file.subarray(MAGIC.length, HEADER_BYTES), found = checksum(content);
  if (file.length < HEADER_BYTES || !found.every((byte, i) => wanted[i] === byte)) {
    throw refusal("bytes that do not match their checksum", "the bytes that were written");
  }
  return deserialize(content);
}
