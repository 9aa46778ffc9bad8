/**
 * Gzip as a stream, recognised by its first two bytes and not by the file's name.
 *
 * @module
 */
import { DataError } from "../../platform/errors.ts";
import type { ByteSource } from "./byte_source.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** The first chunk of at least two bytes (fewer only at the end), and a stream that begins with it again. */
async function peek(stream: ReadableStream<Bytes>): Promise<{ head: Bytes; stream: ReadableStream<Bytes> }> {
  const reader = stream.getReader();
  let head = new Uint8Array(0);
  for (let done = false; !done && head.length < 2;) {
    const read = await reader.read();
    done = read.done;
    if (read.value) {
      const longer = new Uint8Array(head.length + read.value.length);
      longer.set(head);
      longer.set(read.value, head.length);
      head = longer;
    }
  }
  const rest = new ReadableStream<Bytes>({
    start(controller) {
      if (head.length > 0) controller.enqueue(head);
    },
    async pull(controller) {
      const read = await reader.read();
      if (read.done) controller.close();
      else controller.enqueue(read.value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return { head, stream: rest };
}

/**
 * The source's bytes, inflated where they are gzip and as they are otherwise. The stream fails with a
 * {@link DataError} that names the offset in the compressed file where data are corrupt, end too early or do not have
 * their checksum. One gzip member a file, as `gzip` writes it.
 */
export function gunzipped(source: ByteSource): ByteSource {
  return {
    name: source.name,
    open: async () => {
      const { head, stream } = await peek(await source.open());
      if (head[0] !== 0x1f || head[1] !== 0x8b) return stream;

      let consumed = 0, ended = false;
      const counted = stream.pipeThrough(
        new TransformStream<Bytes, Bytes>({
          transform(chunk, controller) {
            consumed += chunk.length;
            controller.enqueue(chunk);
          },
          flush() {
            ended = true;
          },
        }),
      );
      const reader = counted.pipeThrough(new DecompressionStream("gzip")).getReader();
      return new ReadableStream<Bytes>({
        async pull(controller) {
          try {
            const read = await reader.read();
            if (read.done) controller.close();
            else controller.enqueue(read.value);
          } catch (cause) {
            throw new DataError({ file: source.name, offset: consumed }, {
              action: "inflate",
              current: ended
                ? "gzip data that end too early or do not have their checksum"
                : "corrupt gzip data",
              wanted: "one complete gzip member",
              next: "download the file again",
            }, { cause });
          }
        },
        cancel: (reason) => reader.cancel(reason),
      });
    },
  };
}
