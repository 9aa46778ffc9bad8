/**
 * Streaming reader of JSON (RFC 8259): a visitor sees each value with its path, and unused values are not
 * kept.
 *
 * @module
 */
import { DataError } from "../../../platform/errors.ts";
import type { ByteSource } from "./byte_source.ts";

/** Keys and indices that lead to a value; reused, so copy it to keep it. */
export type JsonPath = readonly (string | number)[];

/** A value without inner values. */
export type JsonScalar = string | number | boolean | null;

/** Visitor of a text's values in order; throws through {@link JsonFailure}. */
export interface JsonVisitor {
  /** Visits a value without inner values. */
  scalar(path: JsonPath, value: JsonScalar, fail: JsonFailure): void;
  /** Visits the begin of an object or array. */
  enter?(path: JsonPath, kind: "object" | "array", fail: JsonFailure): void;
  /** Visits the end of an object or array. */
  leave?(path: JsonPath, fail: JsonFailure): void;
}

/** Throws a {@link DataError} at the value that is visited: its key and the offset of its last byte. */
export type JsonFailure = (current: string, wanted: string) => never;

/** Greatest length of a token; texts and numbers of the formats are far shorter. */
const MAX_TOKEN_BYTES = 65_536;
/** Number of remembered keys, as many as an object of a list has. */
const KNOWN_KEYS = 8;
/** Greatest depth; the formats need four levels. */
const MAX_DEPTH = 16;

const QUOTE = 0x22, BACKSLASH = 0x5c, COMMA = 0x2c, COLON = 0x3a, ZERO = 0x30, NINE = 0x39;
const BEGIN_ARRAY = 0x5b, END_ARRAY = 0x5d, BEGIN_OBJECT = 0x7b, END_OBJECT = 0x7d;
const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?$/;
const WORDS: ReadonlyMap<string, JsonScalar> = new Map([["true", true], ["false", false], ["null", null]]);

/** State between tokens (what may come next) or within one (its kind). */
type State = "value" | "first value" | "key" | "first key" | "colon" | "after" | "text" | "word" | "end";

/** Formats a path as `nodes[3].id`; long keys are cut. */
function formatJsonPath(path: JsonPath): string {
  return path.map((step, i) => {
    if (typeof step === "number") return `[${step}]`;
    return (i === 0 ? "" : ".") + step.slice(0, 40);
  }).join("");
}

class JsonScanner {
  readonly #file: string;
  readonly #visitor: JsonVisitor;
  readonly #decoder = new TextDecoder();
  readonly #token = new Uint8Array(MAX_TOKEN_BYTES);
  readonly #path: (string | number)[] = [];
  /** Whether each open level is an array. */
  readonly #arrays: boolean[] = [];
  #state: State = "value";
  #length = 0;
  #isKey = false;
  #escaped = false;
  #escapes = false;
  #offset = 0;
  readonly #keys: string[] = [];
  #nextKey = 0;

  constructor(file: string, visitor: JsonVisitor) {
    this.#file = file;
    this.#visitor = visitor;
  }

  readonly fail: JsonFailure = (current, wanted) => {
    const key = formatJsonPath(this.#path);
    throw new DataError({ file: this.#file, offset: this.#offset, ...(key === "" ? {} : { key }) }, {
      current,
      wanted,
      next: "download the file again",
    });
  };

  push(chunk: Uint8Array): void {
    const base = this.#offset;
    for (let at = 0; at < chunk.length; at++) {
      if (this.#state === "text") at = this.#textBytes(chunk, at);
      else if (this.#state === "word") at = this.#wordBytes(chunk, at);
      if (at === chunk.length) break;
      this.#offset = base + at;
      if (this.#state === "text") this.#text();
      else {
        if (this.#state === "word") this.#word();
        this.#structure(chunk[at]);
      }
    }
    this.#offset = base + chunk.length;
  }

  end(): void {
    if (this.#state === "word") this.#word();
    if (this.#state !== "end") this.#broken();
  }

  #broken(): never {
    return this.fail("no JSON", "a complete JSON text");
  }

  /** Keeps a part of a token. */
  #keep(chunk: Uint8Array, begin: number, end: number): void {
    if (this.#length + end - begin > MAX_TOKEN_BYTES) {
      this.fail("a longer text", `at most ${MAX_TOKEN_BYTES} bytes`);
    }
    // Most tokens have a few bytes, for which a loop is faster than a view.
    for (let at = begin; at < end; at++) this.#token[this.#length++] = chunk[at];
  }

  /** Keeps the bytes of a text up to its closing quote, and returns the quote's position. */
  #textBytes(chunk: Uint8Array, begin: number): number {
    let at = begin, escaped = this.#escaped;
    for (; at < chunk.length; at++) {
      const byte = chunk[at];
      if (byte < 0x20) this.#broken();
      if (escaped) escaped = false;
      else if (byte === QUOTE) break;
      else if (byte === BACKSLASH) escaped = this.#escapes = true;
    }
    this.#escaped = escaped;
    this.#keep(chunk, begin, at);
    return at;
  }

  /** Keeps the bytes of a number or literal, and returns the position after it. */
  #wordBytes(chunk: Uint8Array, begin: number): number {
    let at = begin;
    for (; at < chunk.length; at++) {
      const byte = chunk[at];
      if (byte <= 0x20 || byte === COMMA || byte === END_ARRAY || byte === END_OBJECT) break;
    }
    this.#keep(chunk, begin, at);
    return at;
  }

  /** Token as a text; most are short and ASCII. */
  #tokenText(): string {
    const length = this.#length;
    if (length > 40) return this.#decoder.decode(this.#token.subarray(0, length));
    let text = "";
    for (let i = 0; i < length; i++) {
      if (this.#token[i] >= 0x80) return this.#decoder.decode(this.#token.subarray(0, length));
      text += String.fromCharCode(this.#token[i]);
    }
    return text;
  }

  #structure(byte: number): void {
    const state = this.#state;
    switch (byte) {
      case 0x20:
      case 0x09:
      case 0x0a:
      case 0x0d:
        return;
      case QUOTE:
        if (state === "key" || state === "first key") this.#begin("text", true);
        else if (state === "value" || state === "first value") this.#begin("text", false);
        else this.#broken();
        return;
      case BEGIN_OBJECT:
      case BEGIN_ARRAY:
        if (state !== "value" && state !== "first value") this.#broken();
        return this.#open(byte === BEGIN_ARRAY);
      case END_OBJECT:
        if (state !== "first key" && !(state === "after" && this.#arrays.at(-1) === false)) this.#broken();
        return this.#close();
      case END_ARRAY:
        if (state !== "first value" && !(state === "after" && this.#arrays.at(-1) === true)) this.#broken();
        return this.#close();
      case COLON:
        if (state !== "colon") this.#broken();
        this.#state = "value";
        return;
      case COMMA: {
        if (state !== "after") this.#broken();
        const last = this.#path.length - 1, isArray = this.#arrays[last];
        if (isArray) this.#path[last] = this.#path[last] as number + 1;
        this.#state = isArray ? "value" : "key";
        return;
      }
      default:
        if (state !== "value" && state !== "first value") this.#broken();
        this.#begin("word", false);
        this.#token[this.#length++] = byte;
    }
  }

  #begin(state: "text" | "word", isKey: boolean): void {
    this.#state = state;
    this.#length = 0;
    this.#isKey = isKey;
    this.#escaped = this.#escapes = false;
  }

  #open(isArray: boolean): void {
    this.#visitor.enter?.(this.#path, isArray ? "array" : "object", this.fail);
    if (this.#arrays.push(isArray) > MAX_DEPTH) this.fail("deeper nesting", `at most ${MAX_DEPTH} levels`);
    this.#path.push(isArray ? 0 : "");
    this.#state = isArray ? "first value" : "first key";
  }

  #close(): void {
    this.#arrays.pop();
    this.#path.pop();
    this.#visitor.leave?.(this.#path, this.fail);
    this.#ended();
  }

  #ended(): void {
    this.#state = this.#arrays.length === 0 ? "end" : "after";
  }

  #text(): void {
    if (this.#isKey) {
      this.#path[this.#path.length - 1] = this.#knownKey() ?? this.#newKey();
      this.#state = "colon";
    } else {
      this.#visitor.scalar(this.#path, this.#unescaped(), this.fail);
      this.#ended();
    }
  }

  /** Token where it is one of the last keys: objects of a list share their keys. */
  #knownKey(): string | undefined {
    const length = this.#length;
    for (const key of this.#keys) {
      let i = key.length === length && !this.#escapes ? 0 : length + 1;
      while (i < length && key.charCodeAt(i) === this.#token[i]) i++;
      if (i === length) return key;
    }
    return undefined;
  }

  #newKey(): string {
    const key = this.#unescaped();
    // Bytes are compared with characters, which is right for ASCII alone.
    if (/^[ -~]*$/.test(key)) this.#keys[this.#nextKey++ % KNOWN_KEYS] = key;
    return key;
  }

  #unescaped(): string {
    const raw = this.#tokenText();
    if (!this.#escapes) return raw;
    try {
      return JSON.parse(`"${raw}"`);
    } catch {
      return this.#broken();
    }
  }

  /** Token as a number where it consists of digits, as most do; else -1. */
  #digits(): number {
    if (this.#length > 15 || (this.#token[0] === ZERO && this.#length > 1)) return -1;
    let value = 0;
    for (let i = 0; i < this.#length; i++) {
      const byte = this.#token[i];
      if (byte < ZERO || byte > NINE) return -1;
      value = 10 * value + byte - ZERO;
    }
    return value;
  }

  #word(): void {
    const digits = this.#digits();
    this.#visitor.scalar(this.#path, digits < 0 ? this.#wordValue() : digits, this.fail);
    this.#ended();
  }

  #wordValue(): JsonScalar {
    const word = this.#tokenText(), known = WORDS.get(word);
    if (known === undefined && !NUMBER.test(word)) this.#broken();
    return known === undefined ? Number(word) : known;
  }
}

/**
 * Visits every value of a JSON text in order. Memory is bounded by the longest text in it.
 *
 * @throws {DataError} naming key and offset where the text is not JSON, is nested deeper than 16 levels or
 * holds a text beyond 64 KiB.
 */
export async function scanJson(source: ByteSource, visitor: JsonVisitor): Promise<void> {
  const scanner = new JsonScanner(source.name, visitor);
  for await (const chunk of await source.open()) scanner.push(chunk);
  scanner.end();
}
