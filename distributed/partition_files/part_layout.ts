/**
 * Arrays of a part: names, types and shapes by its counts. Writer and reader both go by this list.
 *
 * @module
 */
import type { ArrayShape, Numbers } from "./array_file.ts";

/** Counts of one part. */
export interface PartCounts {
  /** Vertices that the rank owns. */
  readonly solid: number;
  /** Vertices of other ranks that its rows name. */
  readonly halo: number;
  /** Entries of its rows. */
  readonly entries: number;
  /** Entries that name a halo vertex. */
  readonly cutEntries: number;
  /** Halo copies of its solid vertices on all other ranks. */
  readonly copies: number;
  /** Training vertices among the solid ones. */
  readonly training: number;
  /** Validation vertices among the solid ones. */
  readonly validation: number;
  /** Test vertices among the solid ones. */
  readonly test: number;
}

/** Facts that all parts of a partition share. */
export interface PartitionShape {
  /** Number of parts. */
  readonly ranks: number;
  /** Number of feature columns. */
  readonly width: number;
  /** Number of classes. */
  readonly classes: number;
  /** Whether a vertex has one class or any number of them. */
  readonly labels: "single" | "several";
  /** Whether entries have values. */
  readonly weighted: boolean;
}

/** Names of the folders of the parts: `part-0003`. */
export function partFolder(rank: number): string {
  return `part-${String(rank).padStart(4, "0")}`;
}

/** One array of a part. */
interface PartArray<Type extends keyof Numbers> {
  /** Type of its numbers. */
  readonly type: Type;
  /** Extent of every axis. */
  readonly extents: (counts: PartCounts, of: PartitionShape) => readonly number[];
  /** Whether a partition has it; all have it unless told. */
  readonly present: (of: PartitionShape) => boolean;
}

const array =
  <Type extends keyof Numbers>(type: Type) =>
  (extents: PartArray<Type>["extents"], present: PartArray<Type>["present"] = () =>
    true): PartArray<Type> => ({
      type,
      extents,
      present,
    });
const u4 = array("u4"), f4 = array("f4");

/** Arrays of a part by the name of their file. Lists of vertices ascend. */
const ARRAYS = {
  /** VID_o of each VID_p: the solid vertices, then the halo, each ascending. */
  "vertices.npy": u4(({ solid, halo }) => [solid + halo]),
  /** Rank that owns each halo vertex. */
  "owners.npy": u4(({ halo }) => [halo]),
  /** Offsets of the local rows in `col_idx.npy`; rows of halo vertices are empty. */
  "row_ptr.npy": u4(({ solid, halo }) => [solid + halo + 1]),
  /** VID_p of the in-neighbours, ascending within a row. */
  "col_idx.npy": u4(({ entries }) => [entries]),
  /** Values of the entries. */
  "values.npy": f4(({ entries }) => [entries], ({ weighted }) => weighted),
  /** Offsets of each rank's vertices in `db_halo.npy`. */
  "db_halo_ptr.npy": u4((_, { ranks }) => [ranks + 1]),
  /** VID_p of the solid vertices that each rank has halo copies of. */
  "db_halo.npy": u4(({ copies }) => [copies]),
  /** VID_p of the training vertices. */
  "training.npy": u4(({ training }) => [training]),
  /** VID_p of the validation vertices. */
  "validation.npy": u4(({ validation }) => [validation]),
  /** VID_p of the test vertices. */
  "test.npy": u4(({ test }) => [test]),
  /** Features of the solid vertices. */
  "features.npy": f4(({ solid }, { width }) => [solid, width]),
  /** Class of each solid vertex. */
  "labels.npy": u4(({ solid }) => [solid], ({ labels }) => labels === "single"),
  /** Targets 0 or 1 of each solid vertex and class. */
  "targets.npy": f4(({ solid }, { classes }) => [solid, classes], ({ labels }) => labels === "several"),
};

/** Name of a part's array. */
export type ArrayName = keyof typeof ARRAYS;

/** Numbers of an array by its name. */
export type NumbersOf<Name extends ArrayName> = Numbers[(typeof ARRAYS)[Name]["type"]];

/** Names of the arrays that every part of a partition has. */
export function arrayNames(of: PartitionShape): ArrayName[] {
  return (Object.keys(ARRAYS) as ArrayName[]).filter((name) => ARRAYS[name].present(of));
}

/** Type and shape of a part's array. */
export function arrayShape(name: ArrayName, counts: PartCounts, of: PartitionShape): ArrayShape {
  const { type, extents } = ARRAYS[name];
  return { type, shape: extents(counts, of) };
}
