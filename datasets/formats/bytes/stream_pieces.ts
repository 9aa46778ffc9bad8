/**
 * Splitting of a byte stream into small pieces, since an inflater passes on all output of an input at once,
 * up to a thousand times its size.
 *
 * @module
 */

type Bytes = Uint8Array<ArrayBuffer>;

/** Bytes that an inflater gets at once. */
const PIECE_BYTES = 8192;

/** Splits the first `length` bytes of a stream, by default all, into pieces of at most 8 KiB. */
export function inPieces(stream: ReadableStream<Bytes>, length = Infinity): ReadableStream<Bytes> {
  const reader = stream.getReader();
  let left = length, chunk: Bytes = new Uint8Array(0);
  return new ReadableStream<Bytes>({
    async pull(controller) {
      while (left > 0 && chunk.length === 0) {
        const read = await reader.read();
        if (read.done) left = 0;
        else chunk = read.value;
      }
      if (left === 0) {
        await reader.cancel();
        return controller.close();
      }
      const piece = chunk.subarray(0, Math.min(left, PIECE_BYTES));
      chunk = chunk.subarray(piece.length);
      left -= piece.length;
      controller.enqueue(piece);
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
