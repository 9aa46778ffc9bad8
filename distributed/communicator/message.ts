/**
 * The announcement that goes before every message, and the comparison of it with what the receiver expects.
 *
 * @module
 */
import { UsageError } from "../../platform/errors.ts";
import type { Payload } from "./communicator.ts";
import { MessageError } from "./rank_error.ts";

/** Words of an announcement: head, sequence number, length in words. */
export const HEADER_WORDS = 3;

/** Words that one rank can take in one operation: MPI counts in int32. */
export const MAX_WORDS = 2 ** 31 - 1;

const MAGIC = 0x474e4e;
const OPERATIONS: Readonly<Record<Operation, number>> = { exchange: 1, broadcast: 2 };
const ELEMENTS: Readonly<Record<Element, number>> = { Float32Array: 1, Uint32Array: 2 };

/** What a message belongs to. */
export type Operation = "exchange" | "broadcast";

/** Type of a message's words. */
export type Element = "Float32Array" | "Uint32Array";

/** An announcement. */
export interface Header {
  /** The operation that the message belongs to. */
  readonly operation: Operation;
  /** Type of its words. */
  readonly element: Element;
  /** Number of the operation on its communicator, from 1; wraps at 2^31. */
  readonly sequence: number;
  /** Length in words. */
  readonly length: number;
}

/** The element type of a payload. */
export function elementOf(payload: Payload): Element {
  return payload instanceof Float32Array ? "Float32Array" : "Uint32Array";
}

/** The words of a payload, as they are. */
export function wordsOf(payload: Payload): Uint32Array {
  return new Uint32Array(payload.buffer, payload.byteOffset, payload.length);
}

/** A view of words as a type of payload. */
export function payloadOf<T extends Payload>(element: Element, words: Uint32Array): T {
  const view = element === "Uint32Array"
    ? words
    : new Float32Array(words.buffer, words.byteOffset, words.length);
  return view as T;
}

/** The first word of an announcement. */
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

/** What a receiver compares an announcement with. */
export interface Expected extends Omit<Header, "length"> {
  /** The rank that sent it. */
  readonly from: number;
  /** The length, where it is known. */
  readonly length?: number;
}

/**
 * Compares the announcement at word `at` with what is expected and returns the message's length in words.
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
    current: `${nameOf(head)}, operation ${sequence}, ${length} words`,
    wanted: `${nameOf(headOf(expected))}, operation ${expected.sequence}, ${
      expected.length ?? `at most ${MAX_WORDS}`
    } words`,
    next:
      "let every rank call the same operations in the same order, with arrays of one type and fitting length",
  });
}

/**
 * The element type of the arrays of one exchange.
 *
 * @throws {UsageError} where there is not one array a rank, or their types differ.
 */
export function checkOutgoing(outgoing: readonly Payload[], size: number): Element {
  const known = outgoing.every((payload) =>
    payload instanceof Float32Array || payload instanceof Uint32Array
  );
  const elements = new Set(known ? outgoing.map(elementOf) : []);
  if (outgoing.length === size && elements.size === 1) return [...elements][0];
  throw new UsageError({
    action: "send to all ranks",
    current: `${outgoing.length} arrays${known ? ` of ${[...elements].join(" and ") || "no type"}` : ""}`,
    wanted: `${size}, one a rank, all Float32Array or all Uint32Array`,
    next: "pass an empty array to a rank that gets nothing",
  });
}

/**
 * Checks the rank that a broadcast comes from.
 *
 * @throws {UsageError} where `root` is no rank of `size`.
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
