/**
 * A product by the functions of a shared library; `kernel.h` describes them.
 *
 * @module
 */
import { sha256 } from "../../../platform/files/digest.ts";
import { openingFailure } from "../../../platform/native/opening_failure.ts";

const SYMBOLS = {
  gnn_repro_prepare: { parameters: ["buffer"], result: "pointer" },
  gnn_repro_run: { parameters: ["pointer"], result: "i32" },
  gnn_repro_destroy: { parameters: ["pointer"], result: "void" },
} as const;

/** Functions of a library. */
export type KernelLibrary = Deno.DynamicLibrary<typeof SYMBOLS>["symbols"];

/** Library that this process has opened; a worker serves one. */
let opened: KernelLibrary | undefined;

/**
 * Opens the library, once a process.
 *
 * @throws {Error} It does not open, or lacks a function of `kernel.h`.
 */
export function openKernel(path: string): KernelLibrary {
  try {
    return opened ??= Deno.dlopen(path, SYMBOLS).symbols;
  } catch (cause) {
    throw new Error(`the library does not open: ${openingFailure(cause, path)}`, { cause });
  }
}

/** Operands of a product, their arrays in raw files. */
export interface LibraryOperands {
  /** Rows of the sparse matrix and of the product. */
  readonly rows: number;
  /** Columns of the sparse matrix, rows of the features. */
  readonly cols: number;
  /** Stored entries. */
  readonly entries: number;
  /** Columns of features and product. */
  readonly width: number;
  /** Threads that a run may use. */
  readonly threads: number;
  /** Paths of `rowPtr`, `colIdx`, `values` (null where every value is 1) and `features`. */
  readonly files: Readonly<Record<string, string | null>>;
}

const ALIGNMENT = 64;
/** Bytes before and behind a result that a library has to leave as they are. */
const MARGIN = 64 * 1024;
/** Value of each byte there. */
const UNTOUCHED = 0xa5;

/** Bytes at an address that is a multiple of {@link ALIGNMENT}. */
function alignedBytes(length: number): Uint8Array<ArrayBuffer> {
  const block = new Uint8Array(length + ALIGNMENT);
  const address = Deno.UnsafePointer.value(Deno.UnsafePointer.of(block));
  const offset = Number(BigInt(-address) & BigInt(ALIGNMENT - 1));
  return block.subarray(offset, offset + length);
}

function addressOf(bytes: Uint8Array<ArrayBuffer>): bigint {
  return BigInt(Deno.UnsafePointer.value(Deno.UnsafePointer.of(bytes)));
}

/** The bytes of a raw file, aligned. */
function readAligned(path: string, name: string, length: number): Uint8Array<ArrayBuffer> {
  const bytes = Deno.readFileSync(path);
  if (bytes.byteLength !== length) throw new Error(`"${name}" has ${bytes.byteLength} bytes, not ${length}`);
  const aligned = alignedBytes(length);
  aligned.set(bytes);
  return aligned;
}

/** One set of operands that the library has prepared. */
export class LibraryProduct {
  /** Seconds that the library's own preparation took. */
  readonly prepareSeconds: number;
  readonly #library: KernelLibrary;
  readonly #arrays: Readonly<Record<"rowPtr" | "colIdx" | "values" | "features", Uint8Array<ArrayBuffer>>>;
  readonly #result: Uint8Array<ArrayBuffer>;
  readonly #margins: Readonly<Record<"before the first" | "behind the last", Uint8Array>>;
  #prepared: Deno.PointerValue;

  /** Reads the operands and has the library prepare them. */
  constructor(library: KernelLibrary, { rows, cols, entries, width, threads, files }: LibraryOperands) {
    this.#library = library;
    const array = (name: string, length: number) => {
      const path = files[name];
      if (typeof path === "string") return readAligned(path, name, length);
      const ones = alignedBytes(length);
      new Float32Array(ones.buffer, ones.byteOffset, length / 4).fill(1);
      return ones;
    };
    this.#arrays = {
      rowPtr: array("rowPtr", 4 * (rows + 1)),
      colIdx: array("colIdx", 4 * entries),
      values: array("values", 4 * entries),
      features: array("features", 4 * cols * width),
    };
    const end = MARGIN + 4 * rows * width;
    const framed = alignedBytes(end + MARGIN).fill(UNTOUCHED);
    this.#result = framed.subarray(MARGIN, end);
    this.#margins = {
      "before the first": framed.subarray(0, MARGIN),
      "behind the last": framed.subarray(end),
    };
    const { rowPtr, colIdx, values, features } = this.#arrays;
    const operands = new BigInt64Array([
      ...[rows, cols, entries, width].map(BigInt),
      ...[rowPtr, colIdx, values, features, this.#result].map(addressOf),
      BigInt(threads),
    ]);
    const start = performance.now();
    this.#prepared = library.gnn_repro_prepare(operands);
    this.prepareSeconds = (performance.now() - start) / 1000;
    if (this.#prepared === null) {
      throw new Error("gnn_repro_prepare returned NULL: it refuses these operands");
    }
  }

  /**
   * Computes one product.
   *
   * @throws {Error} The library returned another number than 0.
   */
  run(): void {
    const code = this.#library.gnn_repro_run(this.#prepared);
    if (code !== 0) throw new Error(`gnn_repro_run returned ${code}, not 0`);
  }

  /**
   * Computes one product over a result of NaN, and writes it to a file.
   *
   * @throws {Error} as {@linkcode run} does, or the library has written outside of its result.
   */
  write(path: string): void {
    const { buffer, byteOffset, byteLength } = this.#result;
    new Float32Array(buffer, byteOffset, byteLength / 4).fill(NaN);
    this.run();
    this.#checkMargins();
    Deno.writeFileSync(path, this.#result);
  }

  /** Overwrites the features in place. */
  replaceFeatures(features: Uint8Array): void {
    this.#arrays.features.set(features);
  }

  /**
   * SHA-256 of each operand as it is now.
   *
   * @throws {Error} The library has written outside of its result.
   */
  digests(): Record<string, string> {
    this.#checkMargins();
    return Object.fromEntries(Object.entries(this.#arrays).map(([name, bytes]) => [name, sha256(bytes)]));
  }

  #checkMargins(): void {
    for (const [where, bytes] of Object.entries(this.#margins)) {
      if (bytes.some((byte) => byte !== UNTOUCHED)) {
        throw new Error(`gnn_repro_run wrote ${where} number of Y`);
      }
    }
  }

  /** Has the library free what it has made. */
  destroy(): void {
    if (this.#prepared !== null) this.#library.gnn_repro_destroy(this.#prepared);
    this.#prepared = null;
  }
}
