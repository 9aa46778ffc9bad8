/**
 * Outcomes of a reader: the edges that it found, or the line at which it refused the file.
 *
 * @module
 */
import assert from "node:assert/strict";
import type { ReadEdges } from "../../../datasets/formats/edges/growing_edges.ts";
import { DataError } from "../../../platform/errors.ts";

/** Edges in the file's order, as `source-target`. */
export function pairs({ source, target, count }: ReadEdges): string {
  return Array.from({ length: count }, (_, e) => `${source[e]}-${target[e]}`).join(" ");
}

/** Line that the error of a reader names; `undefined` where it names the file alone. */
export async function lineOf(read: Promise<unknown>): Promise<number | undefined> {
  try {
    await read;
  } catch (error) {
    assert.ok(error instanceof DataError, String(error));
    return error.place.line;
  }
  throw new Error("the file was read");
}
