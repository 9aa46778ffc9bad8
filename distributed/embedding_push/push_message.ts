/**
 * Message format of a push: original ids, then their embeddings, in one array of 32-bit words for each
 * receiver.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import { sumOf } from "../../platform/lists/sum_of.ts";
import type { EmbeddingPush } from "./embedding_push.ts";
import { plural } from "../../platform/text/plural.ts";

/** Content of a push from one rank. */
export interface ReceivedPush {
  /** Original ids (VID_o) of the pushed vertices. */
  readonly ids: Uint32Array;
  /** `ids.length x width`, row-major. */
  readonly embeddings: Float32Array;
}

/**
 * Writes the messages of a push (Algorithm 2, line 22), one a rank, in the form of an all-to-all exchange:
 * `ids.length * (1 + width)` words each, views of one buffer.
 *
 * @param input The layer's input, row-major; its first rows are the solid sources of the block.
 * @param width Number of columns of the input.
 * @throws {UsageError} where the input lacks a row of the push.
 */
export function pushMessages(
  { rows, ids }: EmbeddingPush,
  input: Float32Array,
  width: number,
): Uint32Array[] {
  const vertices = sumOf(ids, ({ length }) => length);
  const words = new Uint32Array(vertices * (1 + width)), floats = new Float32Array(words.buffer);
  let begin = 0;
  return rows.map((chosen, receiver) => {
    const last = chosen.length - 1;
    if (last >= 0 && (chosen[last] + 1) * width > input.length) {
      throw new UsageError({
        action: "write what is pushed",
        current: `row ${chosen[last]} of a layer's input of ${plural(input.length, "float")}`,
        wanted: `rows of ${width} floats that are there`,
        next: "pass the input of the layer whose block the push was chosen for",
      });
    }
    words.set(ids[receiver], begin);
    let to = begin + chosen.length;
    for (let i = 0; i < chosen.length; i++) {
      const from = chosen[i] * width;
      for (let c = 0; c < width; c++) floats[to + c] = input[from + c];
      to += width;
    }
    const message = words.subarray(begin, to);
    begin = to;
    return message;
  });
}

/**
 * Reads a message; the result holds views of it.
 *
 * @throws {UsageError} for words that are no whole number of vertices.
 * @example
 * ```ts
 * import { readPush } from "gnn-repro/distributed";
 * const message = new Uint32Array(2);
 * message[0] = 7;
 * new Float32Array(message.buffer)[1] = 0.5;
 * const { ids, embeddings } = readPush(message, 1);
 * if (ids[0] !== 7 || embeddings[0] !== 0.5) throw new Error("vertex 7 and its embedding");
 * ```
 */
export function readPush(message: Uint32Array, width: number): ReceivedPush {
  const count = message.length / (1 + width);
  if (!Number.isInteger(count)) {
    throw new UsageError({
      action: "read what was pushed",
      current: `a message of ${plural(message.length, "word")}`,
      wanted: `${1 + width} words for each vertex`,
      next: "let all ranks train the same model",
    });
  }
  return {
    ids: message.subarray(0, count),
    embeddings: new Float32Array(message.buffer, message.byteOffset + 4 * count, count * width),
  };
}
