/**
 * Where a reader's bytes come from: a file, or bytes in memory. Readers see a name (for messages) and chunks.
 *
 * @module
 */
import { DataError, formatBytes, MissingError } from "../../platform/errors.ts";

/** A named stream of bytes that can be opened any number of times. */
export interface ByteSource {
  /** The file's name, for messages. */
  readonly name: string;
  /** Opens the stream. Whoever reads it ends it or cancels it. */
  open(): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
}

/**
 * A file on disk; `name` defaults to the last part of the path. Opening fails with a {@link MissingError} where the file
 * is gone or may not be read.
 */
export function fileSource(path: string, name: string = path.split(/[\\/]/).at(-1) ?? path): ByteSource {
  return {
    name,
    open: async () => {
      try {
        return (await Deno.open(path, { read: true })).readable;
      } catch (cause) {
        throw new MissingError({
          action: `open ${JSON.stringify(path)}`,
          current: cause instanceof Error ? cause.message : String(cause),
          wanted: "a file that may be read",
          next: "check the path and its permissions",
        }, { cause });
      }
    },
  };
}

/** Bytes in memory, delivered in chunks of at most 64 KiB as a file would be. */
export function bytesSource(name: string, bytes: Uint8Array): ByteSource {
  return {
    name,
    open: () => {
      let at = 0;
      return Promise.resolve(
        new ReadableStream<Uint8Array<ArrayBuffer>>({
          pull(controller) {
            if (at >= bytes.length) return controller.close();
            controller.enqueue(bytes.slice(at, at + 65_536));
            at += 65_536;
          },
        }),
      );
    },
  };
}

/**
 * All bytes of a source that has to be held whole.
 *
 * @throws {DataError} once more than `limit` bytes arrived; nothing is allocated ahead of the bytes.
 */
export async function readWhole(source: ByteSource, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of await source.open()) {
    length += chunk.length;
    if (length > limit) {
      throw new DataError({ file: source.name, offset: limit }, {
        current: "more bytes",
        wanted: `at most ${formatBytes(limit)}`,
        next: "check that this is the file that its name says",
      });
    }
    chunks.push(chunk);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
