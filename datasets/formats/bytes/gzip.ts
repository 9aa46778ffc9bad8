/**
 * Decompression of gzip as a stream, recognised by its first two bytes and not by the file's name.
 *
 * @module
 */
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
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
 * Source that inflates gzip and passes other bytes through. Members that follow each other, as `bgzip`,
 * `pigz -i` and `cat a.gz b.gz` make them, are one text. The stream fails with a {@link DataError} that names
 * the offset in the compressed file where data are corrupt, end too early, have a wrong checksum, are
 * followed by anything but a member, or inflate to more than the reading budget.
 */
export function gunzipped(source: ByteSource): ByteSource {
  return {
    name: source.name,
    size: () => Promise.resolve(undefined),
    fileBytes: () => source.fileBytes(),
    open: async () => {
      const { head, stream } = await peek(await source.open());
      if (head[0] !== 0x1f || head[1] !== 0x8b) return stream;
      return ReadableStream.from(inflated(stream, await readingBudget(source)));
    },
  };
}

/** Faults that zlib finds in data, by its code: data that end too early, and others. */
const FAULTS: Readonly<Record<string, string>> = {
  Z_BUF_ERROR: "gzip data that end too early",
  Z_DATA_ERROR: "corrupt gzip data, or data that do not have their checksum",
};

async function* inflated(packed: ReadableStream<Bytes>, budget: ReadingBudget): AsyncGenerator<Bytes> {
  let consumed = 0, produced = 0;
  async function* counted() {
    for await (const piece of inPieces(packed)) {
      consumed += piece.length;
      yield piece;
    }
  }
  const damaged = (current: string, offset: number, cause?: unknown) =>
    new DataError({ file: budget.file, offset }, {
      action: "inflate",
      current,
      wanted: "complete gzip members to the end of the file",
      next: "download the file again, or pack it again",
    }, { cause });
  const gunzip = createGunzip({ chunkSize: 65_536 });
  // Errors of both streams reach the loop below.
  pipeline(Readable.from(counted(), { highWaterMark: 1 }), gunzip, () => {});
  try {
    for await (const chunk of gunzip) {
      produced += chunk.length;
      budget.assertFits(produced, "more gzip data", { offset: consumed });
      yield new Uint8Array(chunk);
    }
  } catch (error) {
    const fault = FAULTS[(error as { code?: string }).code ?? ""];
    throw fault === undefined ? error : damaged(fault, consumed, error);
  }
  // Zlib stops at a zero behind a member, and leaves out all that follows.
  if (gunzip.bytesWritten < consumed) {
    throw damaged("other bytes behind a gzip member", gunzip.bytesWritten);
  }
}
