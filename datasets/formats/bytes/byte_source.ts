/**
 * Sources of a reader's bytes: a file, or bytes in memory. Readers see a name (for messages) and chunks.
 *
 * @module
 */
import { DataError, MissingError } from "../../../platform/errors.ts";
import { formatBytes } from "../../../platform/text/bytes.ts";

/** A named stream of bytes that can be opened any number of times. */
export interface ByteSource {
  /** Name of the file, for messages. */
  readonly name: string;
  /** Opens the stream. The caller reads it to its end or cancels it. */
  open(): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
  /** Length of the stream in bytes, where it is known before it is read. */
  size(): Promise<number | undefined>;
  /**
   * Size on disk of the file that the stream comes from, packed as it is there; the reading budget is a
   * multiple of it.
   */
  fileBytes(): Promise<number>;
}

/** A source that can also be opened at any offset, as archives need. */
export interface SeekableSource extends ByteSource {
  /** Length in bytes. */
  size(): Promise<number>;
  /** Opens the stream at a byte. */
  open(offset?: number): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
}

/**
 * A file on disk; `name` defaults to the last part of the path. Opening fails with a {@link MissingError}
 * where the file is absent or unreadable.
 */
export function fileSource(path: string, name: string = path.split(/[\\/]/).at(-1) ?? path): SeekableSource {
  const attempt = async <T>(use: () => Promise<T>): Promise<T> => {
    try {
      return await use();
    } catch (cause) {
      throw new MissingError({
        action: `open ${JSON.stringify(path)}`,
        current: cause instanceof Error ? cause.message : String(cause),
        wanted: "a file that may be read",
        next: "check the path and its permissions",
      }, { cause });
    }
  };
  const size = () => attempt(async () => (await Deno.stat(path)).size);
  return {
    name,
    size,
    fileBytes: size,
    open: (offset = 0) =>
      attempt(async () => {
        const file = await Deno.open(path, { read: true });
        if (offset > 0) await file.seek(offset, Deno.SeekMode.Start);
        return file.readable;
      }),
  };
}

/**
 * Bytes in memory, delivered in chunks of at most 64 KiB as a file would be. `fileBytes` is the size of the
 * file that they were unpacked from; by default their own length.
 */
export function bytesSource(
  name: string,
  bytes: Uint8Array,
  fileBytes: number = bytes.length,
): SeekableSource {
  return {
    name,
    size: () => Promise.resolve(bytes.length),
    fileBytes: () => Promise.resolve(fileBytes),
    open: (offset = 0) => {
      let at = offset;
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

/** Reads `length` bytes of a source from `offset` on, or fewer where it ends. */
export async function readRange(
  source: SeekableSource,
  offset: number,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(Math.max(0, Math.min(length, await source.size() - offset)));
  let at = 0;
  if (bytes.length === 0) return bytes;
  for await (const chunk of await source.open(offset)) {
    const part = chunk.subarray(0, bytes.length - at);
    bytes.set(part, at);
    at += part.length;
    if (at === bytes.length) break;
  }
  return bytes.subarray(0, at);
}

/**
 * Reads all bytes of a source that must be held whole.
 *
 * @throws {DataError} once more than `limit` bytes arrived; nothing is allocated before the bytes arrive.
 */
export async function readAllBytes(source: ByteSource, limit: number): Promise<Uint8Array<ArrayBuffer>> {
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
