/**
 * Values that pass between ranks as structured clones.
 *
 * @module
 */
import { deserialize, serialize } from "node:v8";
import { UsageError } from "../../platform/errors.ts";
import type { Communicator } from "./communicator.ts";
import { reasonOf } from "./rank_error.ts";

/**
 * Encodes a structured clone as bytes.
 *
 * @throws {UsageError} for a value that cannot be cloned.
 */
export function cloneBytes(value: unknown): Uint8Array {
  try {
    return serialize(value);
  } catch (cause) {
    throw new UsageError({
      action: "pass a value to another rank",
      current: reasonOf(cause),
      wanted: "one that a structured clone can carry",
      next: "pass plain data and typed arrays",
    }, { cause });
  }
}

/**
 * Encodes a structured clone as words: the number of bytes, then the bytes.
 *
 * @throws {UsageError} for a value that cannot be cloned.
 */
export function cloneWords(value: unknown): Uint32Array {
  const bytes = cloneBytes(value);
  const words = new Uint32Array(1 + Math.ceil(bytes.length / 4));
  words[0] = bytes.length;
  new Uint8Array(words.buffer, 4).set(bytes);
  return words;
}

/** Decodes the value encoded by {@link cloneWords}. */
export function valueOfClone(words: Uint32Array): unknown {
  return deserialize(new Uint8Array(words.buffer, words.byteOffset + 4, words[0]).slice());
}

/** Gathers the results of all ranks on rank 0; `undefined` on the others. Collective. */
export function gatherOutputs(communicator: Communicator, output: unknown): unknown[] | undefined {
  const own = cloneWords(output);
  const outgoing = Array.from({ length: communicator.size }, (_, r) => r === 0 ? own : new Uint32Array());
  const received = communicator.allToAllV(outgoing);
  return communicator.rank === 0 ? received.map(valueOfClone) : undefined;
}
