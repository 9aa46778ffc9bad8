/**
 * Build of a libmetis 5, which the library does not tell: its file, the order of its options and the width of
 * its real numbers.
 *
 * @module
 */
import { sha256File } from "../../platform/files/digest.ts";
import { findLibrary, NATIVE_LIBRARIES } from "../../platform/native/native_library.ts";

/**
 * Digest of the library's file, half a megabyte; `undefined` where there is none. Cuts by another build may
 * be others, and METIS 5 has no function that tells its version.
 */
export async function metisDigest(): Promise<string | undefined> {
  const path = findLibrary(NATIVE_LIBRARIES.metis);
  return path === undefined ? undefined : await sha256File(path);
}

/** Length of the array of options (metis.h of METIS 5). */
export const METIS_OPTIONS = 40;

/**
 * Place of the seed among the options. METIS 5.2 lists one option more before it, and has at the place of 5.1
 * the number of cuts that it tries, of which the best counts.
 */
export function seedPlace(metis: { readonly METIS_CacheFriendlyReordering: unknown }): number {
  return metis.METIS_CacheFriendlyReordering ? 9 : 8;
}

/** `METIS_PartGraphKway`. */
export type PartGraphKway = (
  ...args: [
    nvtxs: Int32Array<ArrayBuffer>,
    ncon: Int32Array<ArrayBuffer>,
    xadj: Int32Array<ArrayBuffer>,
    adjncy: Int32Array<ArrayBuffer>,
    vwgt: null,
    vsize: null,
    adjwgt: null,
    nparts: Int32Array<ArrayBuffer>,
    tpwgts: Float64Array<ArrayBuffer>,
    ubvec: null,
    options: null,
    objval: Int32Array<ArrayBuffer>,
    part: Int32Array<ArrayBuffer>,
  ]
) => number;

/** Vertices of the ring by which builds are told apart. */
const RING = 16;

/**
 * Whether real numbers have 64 bits, as in PETSc's build: cuts a ring by shares that are 1/4 and 3/4 as
 * float32, and 1/2048 and the rest as float64, which leaves no vertex to the first part.
 */
export function hasWideReals(partGraphKway: PartGraphKway): boolean {
  const shares = new Float64Array(2), parts = new Int32Array(RING);
  new Float32Array(shares.buffer).set([1 / 4, 3 / 4]);
  shares[1] = 1 - shares[0];
  const offsets = Int32Array.from({ length: RING + 1 }, (_, v) => 2 * v);
  const neighbors = Int32Array.from(
    { length: 2 * RING },
    (_, e) => ((e >> 1) + RING + 2 * (e & 1) - 1) % RING,
  );
  const [vertices, one, two, cut] = [RING, 1, 2, 0].map((value) => Int32Array.of(value));
  partGraphKway(vertices, one, offsets, neighbors, null, null, null, two, shares, null, null, cut, parts);
  return parts.every((part) => part === 1);
}
