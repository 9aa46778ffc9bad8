/**
 * SHA-256 digests of texts, bytes, files and plain values. Finished work is recognised by its
 * content, never by its name or date.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { canonicalJson } from "./canonical_json.ts";

/** Greatest number of bytes in one call of the hash, below 2 GiB. */
const CHUNK = 2 ** 30;

/** SHA-256 of bytes, or of a text in UTF-8, as 64 hexadecimal digits in lower case. */
export function sha256(data: string | Uint8Array): string {
  const hash = createHash("sha256");
  if (typeof data === "string") return hash.update(data).digest("hex");
  for (let from = 0; from < data.length; from += CHUNK) hash.update(data.subarray(from, from + CHUNK));
  return hash.digest("hex");
}

/**
 * SHA-256 of a file's bytes, read a mebibyte at a time.
 *
 * @throws {Deno.errors.NotFound} There is no such file.
 */
export async function sha256File(path: string): Promise<string> {
  using file = await Deno.open(path);
  const hash = createHash("sha256");
  const chunk = new Uint8Array(1 << 20);
  for (let read = await file.read(chunk); read !== null; read = await file.read(chunk)) {
    hash.update(chunk.subarray(0, read));
  }
  return hash.digest("hex");
}

/**
 * SHA-256 of all files below a folder, by their paths and bytes, in sorted order: a result that code in the
 * folder computes depends on all of it.
 *
 * @throws {Deno.errors.NotFound} There is no such folder.
 */
export async function sha256Folder(folder: string): Promise<string> {
  const digests: Record<string, string> = {};
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = join(folder, name);
    digests[name] = isDirectory ? await sha256Folder(path) : await sha256File(path);
  }
  return contentKey(digests);
}

/**
 * The identity of a result: SHA-256 of the canonical JSON of everything that it depends on.
 *
 * @throws {ReproError} A part has no one JSON form.
 */
export function contentKey(value: unknown): string {
  return sha256(canonicalJson(value));
}
