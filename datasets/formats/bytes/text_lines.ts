/**
 * Lines of a text file as ranges of bytes: LF or CRLF, with or without UTF-8's mark at the beginning, any
 * chunking, a bounded line length and no strings.
 *
 * @module
 */
import { DataError } from "../../../platform/errors.ts";
import { formatBytes } from "../../../platform/text/bytes.ts";
import type { ByteSource } from "./byte_source.ts";

/** Greatest length of a line. Formats with one record a line stay far below it. */
export const MAX_LINE_BYTES = 65_536;

const LF = 10, CR = 13;

/** Mark that some programs put before UTF-8. */
const MARK = [0xef, 0xbb, 0xbf] as const;

/** Marks of UTF-16, which PowerShell's `>` writes, in both orders of bytes. */
const MARKS_OF_UTF16 = [[0xff, 0xfe], [0xfe, 0xff]] as const;

/**
 * Number of lines without a record (empty ones, comments) that a file may have beyond one for each line with
 * a record.
 */
const MAX_IDLE_LINES = 2 ** 20;

/**
 * Called with a line's bytes in `bytes[begin, end)`, without its line end. The buffer is reused: copy to
 * keep. Returns false where the line holds no record.
 */
export type LineVisitor = (bytes: Uint8Array, begin: number, end: number, line: number) => boolean | void;

/**
 * Visits every line of a source in order, numbered from 1. A last line without a line end counts; an empty
 * one after the last line end does not.
 *
 * @throws {DataError} naming the first line longer than {@link MAX_LINE_BYTES}, the line at which a file has
 * {@link MAX_IDLE_LINES} more lines without a record than with one, or text in UTF-16.
 */
export async function forEachLine(source: ByteSource, visit: LineVisitor): Promise<void> {
  const carry = new Uint8Array(MAX_LINE_BYTES);
  let carried = 0, line = 1, idle = 0;

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
    if (line === 1 && MARK.every((byte, i) => begin + i < end && bytes[begin + i] === byte)) begin += 3;
    if (visit(bytes, begin, end > begin && bytes[end - 1] === CR ? end - 1 : end, line) === false) idle++;
    else idle--;
    if (idle > MAX_IDLE_LINES) {
      throw new DataError({ file: source.name, line }, {
        current: `${MAX_IDLE_LINES} more lines without a record than with one`,
        wanted: "a record on most lines",
        next: "check that this is the file that its name says, or remove empty lines and comments",
      });
    }
    line++;
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

  for await (const chunk of await source.open()) {
    if (line === 1 && carried === 0) refuseUtf16(chunk, source);
    consume(chunk);
  }
  if (carried > 0) visitTrimmed(carry, 0, carried);
}

function refuseUtf16(begin: Uint8Array, { name }: ByteSource): void {
  if (!MARKS_OF_UTF16.some((mark) => mark.every((byte, i) => begin[i] === byte))) return;
  throw new DataError({ file: name, line: 1 }, {
    current: "text in UTF-16",
    wanted: "text in UTF-8",
    next: "save it anew, in PowerShell by Out-File -Encoding utf8",
  });
}

/** At most 40 bytes of a line in UTF-8, quoted and safe to print. */
export function quoteBytes(bytes: Uint8Array, begin: number, end: number): string {
  // A character that the cut divides is left out.
  const text = new TextDecoder().decode(bytes.subarray(begin, Math.min(end, begin + 40)), { stream: true });
  return JSON.stringify(end > begin + 40 ? `${text}...` : text);
}
