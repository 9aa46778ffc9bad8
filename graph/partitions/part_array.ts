/**
 * Arrays of parts or ranks, in the narrowest type that names each.
 *
 * @module
 */

/** Parts or ranks, one an entry. */
export type PartArray = Uint8Array | Uint16Array | Uint32Array;

/** Makes room for `length` of `count` parts: a byte each up to 256 parts, two up to 65,536, else four. */
export function partArray(count: number, length: number): PartArray {
  const Narrow = count <= 2 ** 8 ? Uint8Array : count <= 2 ** 16 ? Uint16Array : Uint32Array;
  return new Narrow(length);
}
