/**
 * A session of three comparisons on the disk, for tests that damage it.
 *
 * @module
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { DataError } from "../../../platform/errors.ts";
import { readSession, SessionStore } from "../../../results/store/store.ts";
import { claimRow, comparison, comparisonRow, sessionDocument } from "../session_fixture.ts";

/** Files of a session that is read. */
export const FILES = [
  "session.json",
  "journal.jsonl",
  "rows.csv",
  "samples.csv",
  "comparison.csv",
  "claims.csv",
];
const WORKLOADS = ["cora", "pubmed", "reddit"];

/** Writes a session of three comparisons; the second one's texts are quoted and span lines. */
export async function writeSession(folder: string): Promise<void> {
  using store = await SessionStore.open(folder, { create: sessionDocument() });
  for (const [i, workload] of WORKLOADS.entries()) {
    const text = i === 1 ? 'a "b",\nc' : "";
    await store.commitComparison(comparison(workload, { text, rounds: 2, value: 3 + i }));
  }
  await store.writeClaims([claimRow()]);
  await store.writeComparisons([comparisonRow()]);
}

/** Uses a session in a folder of its own, which is then removed. */
export async function withSession(use: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await writeSession(folder);
    await use(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const text = (folder: string, file: string) => Deno.readTextFile(join(folder, file));

/** Changes the text of a file, as somebody does or a disk. */
export async function edit(folder: string, file: string, change: (text: string) => string): Promise<void> {
  const before = await text(folder, file);
  const after = change(before);
  assert.notEqual(after, before);
  await Deno.writeTextFile(join(folder, file), after);
}

/** All bytes of a folder but those of its lock. */
export async function bytesOf(folder: string): Promise<Record<string, string>> {
  const bytes: Record<string, string> = {};
  for await (const { name } of Deno.readDir(folder)) {
    if (name !== ".lock") bytes[name] = (await Deno.readFile(join(folder, name))).join();
  }
  return bytes;
}

/** A reading and a resume are refused with file and line, and nothing is rewritten. */
export async function assertRefused(
  folder: string,
  file: string,
  line: number,
  message: RegExp,
): Promise<void> {
  const before = await bytesOf(folder);
  for (const open of [() => readSession(folder), () => SessionStore.open(folder)]) {
    await assert.rejects(open, (error) => {
      assert.ok(error instanceof DataError, String(error));
      assert.deepEqual(error.place, { file: `${folder}/${file}`, line });
      assert.match(error.message, message);
      return true;
    });
  }
  assert.deepEqual(await bytesOf(folder), before);
}
