/**
 * Lines of a stream, by which the loop and its versions talk.
 *
 * @module
 */

/** Yields the lines of a stream as they come; what follows the last line break is dropped. */
export async function* linesOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  let pending = "";
  for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (pending + chunk).split("\n");
    pending = lines.pop()!;
    yield* lines;
  }
}
