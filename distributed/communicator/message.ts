/**
 * Announcement that precedes every message, and its comparison with the receiver's expectation.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import type { Payload } from "./communicator.ts";
import { MessageError } from "./rank_error.ts";
import { plural } from "../../platform/text/plural.ts";

/** Words of an announcement: head, sequence number, length in words. */
export const HEADER_WORDS = 3;

/** Greatest number of words that one rank can receive in one operation: MPI counts in int32. */
export const MAX_WORDS = 2 ** 31 - 1;

const MAGIC = 0x474e4e;
const OPERATIONS: Readonly<Record<MessageKind, number>> = {
  "exchange": 1,
  "broadcast": 2,
  "sum": 3,
  "sum of segments": 4,
};
const ELEMENTS: Readonly<Record<ElementType, number>> = { Float32Array: 1, Uint32Array: 2 };

/** Kind of exchange: one for its own sake, or one of the two ways to sum, by the length of the arrays. */
export type ExchangeKind = "exchange" | "sum" | "sum of segments";

/** Kind of operation that a message belongs to. */
export type MessageKind = ExchangeKind | "broadcast";

/** Type of a message's words. */
export type ElementType = "Float32Array" | "Uint32Array";

/** Announcement of a message. */
export interface Header {
  /** Operation that the message belongs to. */
  readonly operation: MessageKind;
  /** Type of the message's words. */
  readonly element: ElementType;
  /** Sequence number of the operation on its communicator, from 1; wraps at 2^31. */
  readonly sequence: number;
  /** Length of the message in words. */
  readonly length: number;
}

/** Element type of a payload. */
export function elementTypeOf(payload: Payload): ElementType {
  return payload instanceof Float32Array ? "Float32Array" : "Uint32Array";
}

/** Views a payload as words, without conversion. */
export function wordsOf(payload: Payload): Uint32Array {
  return new Uint32Array(payload.buffer, payload.byteOffset, payload.length);
}

/** Views words as a payload type. */
export function payloadOf<T extends Payload>(element: ElementType, words: Uint32Array): T {
  const view = element === "Uint32Array"
    ? words
    : new Float32Array(words.buffer, words.byteOffset, words.length);
  return view as T;
}

/** First word of an announcement: operation and element type. */
export function headOf(header: Pick<Header, "operation" | "element">): number {
  return MAGIC << 8 | OPERATIONS[header.operation] << 4 | ELEMENTS[header.element];
}

/** Writes an announcement at word `at`. */
export function writeHeader(words: Uint32Array | Int32Array, at: number, header: Header): void {
  words[at] = headOf(header);
  words[at + 1] = header.sequence;
  words[at + 2] = header.length;
}

function nameOf(head: number): string {
  if (head >>> 8 !== MAGIC) return `no announcement (0x${(head >>> 0).toString(16)})`;
  const key = (names: Readonly<Record<string, number>>, code: number) =>
    Object.keys(names).find((name) => names[name] === code) ?? `type ${code}`;
  return `${key(OPERATIONS, head >>> 4 & 15)} of ${key(ELEMENTS, head & 15)}`;
}

/** Receiver's expectation of an announcement. */
export interface Expected extends Omit<Header, "length"> {
  /** Rank of the sender. */
  readonly from: number;
  /** Length in words, where the receiver knows it. */
  readonly length?: number;
}

/**
 * Compares the announcement at word `at` with the expectation and returns the message's length in words.
 *
 * @throws {MessageError} where anything differs or the length is past {@link MAX_WORDS}.
 */
export function checkHeader(words: Uint32Array | Int32Array, at: number, expected: Expected): number {
  const head = words[at] >>> 0, sequence = words[at + 1] >>> 0, length = words[at + 2] >>> 0;
  const fits = head === headOf(expected) && sequence === expected.sequence &&
    (expected.length === undefined ? length <= MAX_WORDS : length === expected.length);
  if (fits) return length;
  throw new MessageError({
    action: `take a message from rank ${expected.from}`,
    current: `${nameOf(head)}, operation ${sequence}, ${plural(length, "word")}`,
    wanted: `${nameOf(headOf(expected))}, operation ${expected.sequence}, ${
      expected.length ?? `at most ${MAX_WORDS}`
    } words`,
    next:
      "let every rank call the same operations in the same order, with arrays of one type and fitting length",
  });
}

/**
 * Checks the arrays of one exchange and returns their element type.
 *
 * @throws {UsageError} unless there is one array a rank and all have one type.
 */
export function checkOutgoing(outgoing: readonly Payload[], size: number): ElementType {
  const known = outgoing.every((payload) =>
    payload instanceof Float32Array || payload instanceof Uint32Array
  );
  const elements = new Set(known ? outgoing.map(elementTypeOf) : []);
  if (outgoing.length === size && elements.size === 1) return [...elements][0];
  throw new UsageError({
    action: "send to all ranks",
    current: `${plural(outgoing.length, "array")}${
      known ? ` of ${[...elements].join(" and ") || "no type"}` : ""
    }`,
    wanted: `${size}, one a rank, all Float32Array or all Uint32Array`,
    next: "pass an empty array to a rank that gets nothing",
  });
}

/**
 * Checks the root of a broadcast.
 *
 * @throws {UsageError} where `root` is not a rank of a group of `size`.
 */
export function checkRoot(root: number, size: number): void {
  if (Number.isInteger(root) && root >= 0 && root < size) return;
  throw new UsageError({
    action: "broadcast",
    current: `root ${root}`,
    wanted: `a rank below ${size}`,
    next: "name the rank that has the data",
  });
}
