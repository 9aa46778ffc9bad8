/**
 * Values that a pickle may hold: plain values, and results of six constructors.
 *
 * @module
 */

/** Names of the globals that may occur; each constructs data only. */
export const PICKLE_GLOBALS: readonly string[] = [
  "__builtin__ list",
  "collections defaultdict",
  "numpy.core.multiarray _reconstruct",
  "numpy ndarray",
  "numpy dtype",
  "scipy.sparse.csr csr_matrix",
];

/** A name from {@link PICKLE_GLOBALS} on the stack. */
export class PickleGlobal {
  /** Wraps a name. */
  constructor(readonly name: string) {}
}

/** A tuple. */
export class PickleTuple {
  /** Wraps the items. */
  constructor(readonly items: readonly PickleValue[]) {}
}

/** A NumPy dtype: `f4`, `i4`. */
export class PickleDtype {
  /** Wraps a type code. */
  constructor(readonly code: string) {}
}

/** A NumPy array: raw bytes, row-major, with its shape; empty until its state is read. */
export class PickleArray {
  /** Shape, of one or two axes. */
  shape: readonly number[] = [0];
  /** Type code of the elements: `f4`. */
  dtype = "";
  /** Bytes of the elements, little endian; a view of the file. */
  bytes: Uint8Array = new Uint8Array(0);
}

/** A SciPy CSR matrix: its state dictionary. */
export class PickleCsr {
  /** The attributes, by name. */
  state: ReadonlyMap<string | number, PickleValue> = new Map();
}

/** A value. Python 2's `str` is bytes; a dictionary is a Map, so no key can touch a prototype. */
export type PickleValue =
  | null
  | boolean
  | number
  | Uint8Array
  | PickleValue[]
  | Map<string | number, PickleValue>
  | PickleTuple
  | PickleGlobal
  | PickleDtype
  | PickleArray
  | PickleCsr;

/** Latin-1 text of at most 256 bytes, as Python 2 wrote its keys and type codes. */
export function latin1(value: PickleValue | undefined): string | undefined {
  return value instanceof Uint8Array && value.length <= 256 ? String.fromCharCode(...value) : undefined;
}
