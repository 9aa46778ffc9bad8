/**
 * A stream of bytes cut into small pieces, since an inflater hands on all that comes of what it is given at
 * once, up to a thousand times as much.
 *
 * @module
 */

type Bytes = Uint8Array<ArrayBuffer>;

/** Bytes that an inflater is given at once. */
const PIECE_BYTES = 8192;

/** The first `length` bytes of a stream, all unless told, in pieces of at most 8 KiB. */
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
