/**
 * Lines of whole numbers, of any length: LF or CRLF, with or without UTF-8's mark at the beginning, any
 * chunking, and no memory that grows with a line.
 *
 * @module
 */
import { DataError } from "../../../platform/errors.ts";
import type { ByteSource } from "./byte_source.ts";

const TAB = 9, LF = 10, CR = 13, SPACE = 32, PERCENT = 37, ZERO = 48, NINE = 57;

/** Mark that some programs put before UTF-8. */
const MARK = [0xef, 0xbb, 0xbf];

/** Receiver of the numbers of a text, in order. */
export interface NumberLineVisitor {
  /** Called with each number; beyond 2^53 it is inexact. */
  number(value: number, line: number): void;
  /** Called at the end of each line that is no comment, also of one without numbers. */
  end(line: number): void;
}

/**
 * Visits decimal numbers between spaces and tabs, and the ends of lines, numbered from 1. Lines that begin
 * with `%` are comments. A last line without a line end counts; an empty one after the last line end does
 * not.
 *
 * @throws {DataError} naming the line of any other character.
 */
export async function forEachNumberLine(source: ByteSource, visit: NumberLineVisitor): Promise<void> {
  let line = 1, value = -1;
  let isComment = false, atStart = true;
  const consume = (chunk: Uint8Array) => {
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at];
      if (byte >= ZERO && byte <= NINE && !isComment) {
        value = value < 0 ? byte - ZERO : value * 10 + (byte - ZERO);
        atStart = false;
        continue;
      }
      if (value >= 0) {
        visit.number(value, line);
        value = -1;
      }
      if (byte === LF) {
        if (!isComment) visit.end(line);
        line++;
        isComment = false;
        atStart = true;
      } else if (!isComment && !(line === 1 && atStart && MARK.includes(byte))) {
        isComment = byte === PERCENT && atStart;
        atStart = false;
        if (!isComment && byte !== SPACE && byte !== TAB && byte !== CR) {
          throw new DataError({ file: source.name, line }, {
            current: `the character ${JSON.stringify(String.fromCharCode(byte))}`,
            wanted: "whole numbers between spaces",
            next: "check that this is the file that its name says",
          });
        }
      }
    }
  };
  for await (const chunk of await source.open()) consume(chunk);
  if (value >= 0) visit.number(value, line);
  if (!atStart && !isComment) visit.end(line);
}
