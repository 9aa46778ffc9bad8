/**
 * Comparison of a file with its record: size, then SHA-256 or git's blob id.
 *
 * @module
 */
import { createHash } from "node:crypto";
import { sha256File } from "../platform/files/digest.ts";
import { DataError } from "../platform/errors.ts";
import type { DatasetFile } from "./dataset.ts";
import { plural } from "../platform/text/plural.ts";

/**
 * Verdict on a file. `unchecked`: the record has nothing to check the file by. `unreadable`: no file, or no
 * permission to read it.
 */
export type FileVerdict = "ok" | "unchecked" | "wrong size" | "wrong checksum" | "unreadable";

/** Git's id of a file's bytes: SHA-1 over `blob <size>\0` and the bytes. */
async function gitBlobOfFile(path: string, bytes: number): Promise<string> {
  const hash = createHash("sha1").update(`blob ${bytes}\0`);
  for await (const chunk of (await Deno.open(path, { read: true })).readable) hash.update(chunk);
  return hash.digest("hex");
}

/**
 * Compares a file on disk with its record. The size is compared first, so that a wrong file is seldom read.
 */
export async function checkFile(path: string, file: DatasetFile): Promise<FileVerdict> {
  try {
    return await compare(path, file);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied) {
      return "unreadable";
    }
    throw error;
  }
}

async function compare(path: string, file: DatasetFile): Promise<FileVerdict> {
  const { size, isFile } = await Deno.stat(path);
  if (!isFile) return "unreadable";
  if (file.bytes !== undefined && size !== file.bytes) return "wrong size";
  if (file.sha256 !== undefined) return await sha256File(path) === file.sha256 ? "ok" : "wrong checksum";
  if (file.gitBlob !== undefined) {
    return await gitBlobOfFile(path, size) === file.gitBlob ? "ok" : "wrong checksum";
  }
  return "unchecked";
}

/**
 * Error for a file that differs from its record: the place where it ends too early or too late, or its
 * checksum.
 */
export async function damageOf(path: string, file: DatasetFile, next: string): Promise<DataError> {
  const verdict = await checkFile(path, file);
  const advice = `remove or replace it; ${next}`;
  if (verdict === "unreadable") {
    return new DataError({ file: path }, {
      current: "no file that may be read",
      wanted: "one",
      next: advice,
    });
  }
  const { size } = await Deno.stat(path);
  if (verdict === "wrong size") {
    const bytes = file.bytes!;
    return new DataError({ file: path, offset: Math.min(size, bytes) }, {
      current: size < bytes ? `the end, after ${plural(size, "byte")}` : `more bytes, ${size} in all`,
      wanted: plural(bytes, "byte"),
      next: advice,
    });
  }
  const [sum, found, wanted] = file.sha256 !== undefined
    ? ["SHA-256", await sha256File(path), file.sha256]
    : ["git's blob id", await gitBlobOfFile(path, size), file.gitBlob];
  return new DataError({ file: path, offset: 0 }, {
    current: `${plural(size, "byte")} with ${sum} ${found}`,
    wanted: `${wanted}`,
    next: advice,
  });
}
