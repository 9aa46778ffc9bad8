/**
 * Lines of a text file as ranges of bytes: LF or CRLF, any chunking, a bounded line length and no strings.
 *
 * @module
 */
import { DataError, formatBytes } from "../../platform/errors.ts";
import type { ByteSource } from "./byte_source.ts";

/** Longest line that is read. Formats that hold one record a line stay far below it. */
export const MAX_LINE_BYTES = 65_536;

const LF = 10, CR = 13;

/** Called with a line's bytes in `bytes[begin, end)`, without its line end. The buffer is reused: copy to keep. */
export type LineVisitor = (bytes: Uint8Array, begin: number, end: number, line: number) => void;

/**
 * Visits every line of a source in order, numbered from 1. A last line without a line end counts; an empty one after
 * the last line end does not.
 *
 * @throws {DataError} naming the first line longer than {@link MAX_LINE_BYTES}.
 */
export async function forEachLine(source: ByteSource, visit: LineVisitor): Promise<void> {
  const carry = new Uint8Array(MAX_LINE_BYTES);
  let carried = 0, line = 1;

  const assertLength = (length: number) => {
    if (length > MAX_LINE_BYTES) {
      throw new DataError({ file: source.name, line }, {
        current: "a longer line",
        wanted: `at most ${formatBytes(MAX_LINE_BYTES)}`,
        next: "check that this is a text file with one record a line",
      });
    }
  };
  const visitTrimmed = (bytes: Uint8Array, begin: number, end: number) => {
    assertLength(end - begin);
    visit(bytes, begin, end > begin && bytes[end - 1] === CR ? end - 1 : end, line++);
  };
  const consume = (chunk: Uint8Array) => {
    let begin = 0;
    if (carried > 0) {
      const at = chunk.indexOf(LF);
      const end = at < 0 ? chunk.length : at;
      assertLength(carried + end);
      carry.set(chunk.subarray(0, end), carried);
      carried += end;
      if (at < 0) return;
      visitTrimmed(carry, 0, carried);
      carried = 0;
      begin = at + 1;
    }
    for (let at = chunk.indexOf(LF, begin); at >= 0; at = chunk.indexOf(LF, begin)) {
      visitTrimmed(chunk, begin, at);
      begin = at + 1;
    }
    assertLength(chunk.length - begin);
    carry.set(chunk.subarray(begin));
    carried = chunk.length - begin;
  };

  for await (const chunk of await source.open()) consume(chunk);
  if (carried > 0) visitTrimmed(carry, 0, carried);
}
