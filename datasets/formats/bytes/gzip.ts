/**
 * Decompression of gzip as a stream, recognised by its first two bytes and not by the file's name.
 *
 * @module
 */
import { DataError } from "../../../platform/errors.ts";
import type { ByteSource } from "./byte_source.ts";
import { type ReadingBudget, readingBudget } from "./reading_budget.ts";
import { inPieces } from "./stream_pieces.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** First chunk of at least two bytes (fewer only at the end), and a stream that begins with it again. */
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
 * Source that inflates gzip and passes other bytes through. The stream fails with a {@link DataError} that
 * names the offset in the compressed file where data are corrupt, end too early, have a wrong checksum or
 * inflate to more than the reading budget. One gzip member a file, as `gzip` writes it.
 */
export function gunzipped(source: ByteSource): ByteSource {
  return {
    name: source.name,
    size: () => Promise.resolve(undefined),
    fileBytes: () => source.fileBytes(),
    open: async () => {
      const { head, stream } = await peek(await source.open());
      if (head[0] !== 0x1f || head[1] !== 0x8b) return stream;
      return inflated(stream, await readingBudget(source));
    },
  };
}

function inflated(packed: ReadableStream<Bytes>, budget: ReadingBudget): ReadableStream<Bytes> {
  let consumed = 0, produced = 0, ended = false;
  const counted = inPieces(packed).pipeThrough(
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
  const next = async (): Promise<Bytes | undefined> => {
    try {
      return (await reader.read()).value;
    } catch (cause) {
      throw new DataError({ file: budget.file, offset: consumed }, {
        action: "inflate",
        current: ended ? "gzip data that end too early or do not have their checksum" : "corrupt gzip data",
        wanted: "one complete gzip member",
        next: "download the file again; if it has several members, unpack it",
      }, { cause });
    }
  };
  return new ReadableStream<Bytes>({
    async pull(controller) {
      const chunk = await next();
      if (chunk === undefined) return controller.close();
      produced += chunk.length;
      try {
        budget.assertFits(produced, "more gzip data", { offset: consumed });
      } catch (error) {
        await reader.cancel().catch(() => {});
        throw error;
      }
      controller.enqueue(chunk);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
