/**
 * Writes the pickles that Python 2 wrote for Planetoid, opcode by opcode.
 *
 * @module
 */
import { sumOf } from "../../../platform/lists/sum_of.ts";

const encode = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0));

/** Bytes of opcodes and arguments, in order. */
export function bytesOf(...parts: (string | number | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  const arrays = parts.map((part) =>
    typeof part === "string" ? encode(part) : typeof part === "number" ? Uint8Array.of(part) : part
  );
  const whole = new Uint8Array(sumOf(arrays, ({ length }) => length));
  let at = 0;
  for (const array of arrays) {
    whole.set(array, at);
    at += array.length;
  }
  return whole;
}

function int32(value: number): Uint8Array {
  return new Uint8Array(Int32Array.of(value).buffer);
}

/** Protocol 2 around a value. */
export function pickle(value: Uint8Array): Uint8Array<ArrayBuffer> {
  return bytesOf(0x80, 2, value, ".");
}

/** A short byte string. */
export function str(text: string): Uint8Array {
  return bytesOf("U", text.length, text);
}

/** BININT. */
export function int(value: number): Uint8Array {
  return bytesOf("J", int32(value));
}

/** A tuple of any length. */
export function tuple(...items: Uint8Array[]): Uint8Array {
  return bytesOf("(", ...items, "t");
}

/** defaultdict(list) from vertex to neighbours. */
export function adjacency(lists: readonly (readonly number[])[]): Uint8Array {
  const items = lists.flatMap((list, v) => [int(v), bytesOf("](", ...list.map(int), "e")]);
  return bytesOf("ccollections\ndefaultdict\nc__builtin__\nlist\n\x85R(", ...items, "u");
}

/** A numpy array. */
export function array(
  code: "i4" | "f4",
  shape: readonly number[],
  data: Int32Array | Float32Array,
): Uint8Array {
  const raw = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  const dtype = bytesOf(
    "cnumpy\ndtype\n",
    tuple(str(code), int(0), int(1)),
    "R",
    tuple(int(3), str("<"), bytesOf("N"), bytesOf("N"), bytesOf("N"), int(-1), int(-1), int(0)),
    "b",
  );
  return bytesOf(
    "cnumpy.core.multiarray\n_reconstruct\n",
    tuple(bytesOf("cnumpy\nndarray\n"), tuple(int(0)), str("b")),
    "R",
    tuple(int(1), tuple(...shape.map(int)), dtype, bytesOf("\x89"), bytesOf("T", int32(raw.length), raw)),
    "b",
  );
}

/** One-hot rows; a row without a one for the label -1. */
export function oneHot(labels: readonly number[], classes: number): Uint8Array {
  const cells = new Int32Array(labels.length * classes);
  labels.forEach((label, row) => {
    if (label >= 0) cells[row * classes + label] = 1;
  });
  return array("i4", [labels.length, classes], cells);
}

/** A SciPy CSR matrix with ones at the given columns of each row. */
export function csr(rows: readonly (readonly number[])[], cols: number): Uint8Array {
  return csrOf(rows.map((row) => row.map((col) => [col, 1] as const)), cols);
}

/** A SciPy CSR matrix with these columns and values in each row. */
export function csrOf(rows: readonly (readonly (readonly [number, number])[])[], cols: number): Uint8Array {
  const indptr = [0];
  for (const row of rows) indptr.push(indptr.at(-1)! + row.length);
  const entries = rows.flat();
  return bytesOf(
    "cscipy.sparse.csr\ncsr_matrix\n)\x81}(",
    str("format"),
    str("csr"),
    str("_shape"),
    tuple(int(rows.length), int(cols)),
    str("indptr"),
    array("i4", [indptr.length], Int32Array.from(indptr)),
    str("indices"),
    array("i4", [entries.length], Int32Array.from(entries, ([col]) => col)),
    str("data"),
    array("f4", [entries.length], Float32Array.from(entries, ([, value]) => value)),
    "ub",
  );
}
