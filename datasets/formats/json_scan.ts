/**
 * JSON (RFC 8259) read as a stream: a visitor sees each value with its path, and nothing is kept of what it does not use.
 *
 * @module
 */
import { DataError } from "../../platform/errors.ts";
import type { ByteSource } from "./byte_source.ts";

/** Keys and indices that lead to a value; reused, so copy to keep. */
export type JsonPath = readonly (string | number)[];

/** A value that has no values in it. */
export type JsonScalar = string | number | boolean | null;

/** Sees the values of a text in order. Throws with {@link JsonFailure}. */
export interface JsonVisitor {
  /** A value without values in it. */
  scalar(path: JsonPath, value: JsonScalar, fail: JsonFailure): void;
  /** The begin of an object or an array. */
  enter?(path: JsonPath, kind: "object" | "array", fail: JsonFailure): void;
  /** Its end. */
  leave?(path: JsonPath, fail: JsonFailure): void;
}

/** Throws a {@link DataError} at the value that is visited: its key and the offset of its last byte. */
export type JsonFailure = (current: string, wanted: string) => never;

/** Texts and numbers of the formats are far shorter. */
const MAX_TOKEN_BYTES = 65_536;
/** The formats need four levels. */
const MAX_DEPTH = 16;

const QUOTE = 0x22, BACKSLASH = 0x5c;
const BLANKS = new Set([0x20, 0x09, 0x0a, 0x0d]);
const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?$/;
const WORDS: ReadonlyMap<string, JsonScalar> = new Map([["true", true], ["false", false], ["null", null]]);

/** Between tokens, what may come next; within one, what it is. */
type State = "value" | "first value" | "key" | "first key" | "colon" | "after" | "text" | "word" | "end";

/** `nodes[3].id`, as a person writes a path; long keys are cut. */
export function formatJsonPath(path: JsonPath): string {
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
    for (let at = 0; at < chunk.length; at++, this.#offset++) {
      const byte = chunk[at];
      if (this.#state === "text") this.#textByte(byte);
      else if (this.#state === "word" && !this.#endsWord(byte)) this.#keep(byte);
      else if (this.#state === "word") {
        this.#word();
        this.#structure(byte);
      } else this.#structure(byte);
    }
  }

  end(): void {
    if (this.#state === "word") this.#word();
    if (this.#state !== "end") this.#broken();
  }

  #broken(): never {
    return this.fail("no JSON", "a complete JSON text");
  }

  #endsWord(byte: number): boolean {
    return BLANKS.has(byte) || byte === 0x2c || byte === 0x5d || byte === 0x7d;
  }

  #keep(byte: number): void {
    if (this.#length === MAX_TOKEN_BYTES) this.fail("a longer text", `at most ${MAX_TOKEN_BYTES} bytes`);
    this.#token[this.#length++] = byte;
  }

  #structure(byte: number): void {
    if (BLANKS.has(byte)) return;
    const state = this.#state;
    switch (String.fromCharCode(byte)) {
      case '"':
        if (state === "key" || state === "first key") this.#begin("text", true);
        else if (state === "value" || state === "first value") this.#begin("text", false);
        else this.#broken();
        return;
      case "{":
      case "[":
        if (state !== "value" && state !== "first value") this.#broken();
        return this.#open(byte === 0x5b);
      case "}":
        if (state !== "first key" && !(state === "after" && this.#arrays.at(-1) === false)) this.#broken();
        return this.#close();
      case "]":
        if (state !== "first value" && !(state === "after" && this.#arrays.at(-1) === true)) this.#broken();
        return this.#close();
      case ":":
        if (state !== "colon") this.#broken();
        this.#state = "value";
        return;
      case ",": {
        if (state !== "after") this.#broken();
        const last = this.#path.length - 1;
        if (this.#arrays.at(-1)) this.#path[last] = this.#path[last] as number + 1;
        this.#state = this.#arrays.at(-1) ? "value" : "key";
        return;
      }
      default:
        if (state !== "value" && state !== "first value") this.#broken();
        this.#begin("word", false);
        this.#keep(byte);
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

  #textByte(byte: number): void {
    if (!this.#escaped && byte === QUOTE) return this.#text();
    if (byte < 0x20) this.#broken();
    this.#escaped = !this.#escaped && byte === BACKSLASH;
    this.#escapes ||= this.#escaped;
    this.#keep(byte);
  }

  #text(): void {
    const raw = this.#decoder.decode(this.#token.subarray(0, this.#length));
    const text = this.#escapes ? this.#unescaped(raw) : raw;
    if (this.#isKey) {
      this.#path[this.#path.length - 1] = text;
      this.#state = "colon";
    } else {
      this.#visitor.scalar(this.#path, text, this.fail);
      this.#ended();
    }
  }

  #unescaped(raw: string): string {
    try {
      return JSON.parse(`"${raw}"`);
    } catch {
      return this.#broken();
    }
  }

  #word(): void {
    const word = this.#decoder.decode(this.#token.subarray(0, this.#length));
    const known = WORDS.get(word);
    if (known === undefined && !NUMBER.test(word)) this.#broken();
    this.#visitor.scalar(this.#path, known === undefined ? Number(word) : known, this.fail);
    this.#ended();
  }
}

/**
 * Visits every value of a JSON text in order. Memory is that of the longest text in it.
 *
 * @throws {DataError} naming key and offset where the text is no JSON, is nested deeper than 16 levels or holds a text
 * beyond 64 KiB.
 */
export async function scanJson(source: ByteSource, visitor: JsonVisitor): Promise<void> {
  const scanner = new JsonScanner(source.name, visitor);
  for await (const chunk of await source.open()) scanner.push(chunk);
  scanner.end();
}
