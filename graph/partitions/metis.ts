/**
 * METIS (Karypis and Kumar) by foreign function interface: `METIS_PartGraphKway` of libmetis 5.
 *
 * @module
 */
import { MissingError, OutOfMemoryError, ReproError } from "../../platform/errors.ts";
import { openingFailure } from "../../platform/native/opening_failure.ts";
import {
  absenceOf,
  findLibrary,
  NATIVE_LIBRARIES,
  refusedSearch,
} from "../../platform/native/native_library.ts";
import { type CsrMatrix, nnz } from "../csr.ts";
import { degrees } from "../degrees.ts";
import { symmetrise } from "../symmetry.ts";
import { hasWideReals, METIS_OPTIONS, seedPlace } from "./metis_build.ts";
import { OUTPUT_SYMBOLS, withOutputToErrors } from "./foreign_output.ts";
import {
  describePartition,
  type Partition,
  type PartitionOptions,
  type ResolvedPartitionOptions,
  resolvePartition,
  trivialParts,
} from "./partition.ts";
import { plural } from "../../platform/text/plural.ts";

const SYMBOLS = {
  ...OUTPUT_SYMBOLS,
  METIS_SetDefaultOptions: { parameters: ["buffer"], result: "i32" },
  METIS_PartGraphKway: {
    parameters: [
      "buffer", // nvtxs
      "buffer", // ncon
      "buffer", // xadj
      "buffer", // adjncy
      "buffer", // vwgt
      "buffer", // vsize
      "buffer", // adjwgt
      "buffer", // nparts
      "buffer", // tpwgts
      "buffer", // ubvec
      "buffer", // options
      "buffer", // objval
      "buffer", // part
    ],
    result: "i32",
  },
  // Only its presence counts: METIS 5.2 has it and 5.1 does not.
  METIS_CacheFriendlyReordering: { parameters: [], result: "i32", optional: true },
} as const;

/** Array of METIS's real numbers. */
type RealArray = typeof Float32Array | typeof Float64Array;

type Metis = Deno.DynamicLibrary<typeof SYMBOLS>;

/** Return codes of METIS: success, and lack of memory. */
const METIS_OK = 1, METIS_ERROR_MEMORY = -3;

/** The library that this process has opened. */
let opened:
  | { readonly path: string; readonly symbols: Metis["symbols"]; readonly Reals: RealArray }
  | undefined;

const INSTALL =
  "install it (Debian: apt-get install libmetis5, macOS: brew install metis), set GNN_REPRO_METIS to its path";

function missing(
  current: string,
  { cause, next = INSTALL }: { readonly cause?: unknown; readonly next?: string | undefined } = {},
): MissingError {
  return new MissingError({
    action: "cut a graph with METIS",
    current,
    wanted: "libmetis 5 with 32-bit indices",
    next: `${next}, or use the built-in partitioner`,
  }, cause === undefined ? undefined : { cause });
}

function library(): NonNullable<typeof opened> {
  // Searched each time, so that a library that is hidden after its first use counts as absent.
  const path = findLibrary(NATIVE_LIBRARIES.metis);
  if (path === undefined) {
    const refused = refusedSearch(NATIVE_LIBRARIES.metis);
    throw missing(refused?.current ?? absenceOf(NATIVE_LIBRARIES.metis), { next: refused?.next });
  }
  if (opened?.path === path) return opened;
  let metis: Metis;
  try {
    metis = Deno.dlopen(path, SYMBOLS);
  } catch (cause) {
    throw missing(`${path}, which does not open (${openingFailure(cause, path)})`, { cause });
  }
  // The defaults are all -1, which 64-bit indices write into twice the bytes.
  const probe = new Int32Array(2 * METIS_OPTIONS);
  metis.symbols.METIS_SetDefaultOptions(probe);
  if (probe[METIS_OPTIONS] !== 0) {
    metis.close();
    throw missing(`${path}, built with 64-bit indices`);
  }
  const { METIS_PartGraphKway: partGraphKway } = metis.symbols;
  const areWide = withOutputToErrors(metis.symbols, () => hasWideReals(partGraphKway));
  return opened = { path, symbols: metis.symbols, Reals: areWide ? Float64Array : Float32Array };
}

/**
 * Opens libmetis, once a process, and returns the absolute path at which it was found. The library stays open
 * until the process ends.
 *
 * @throws {MissingError} if the library is absent, may not be opened or was built with 64-bit indices.
 */
export function openMetis(): string {
  return library().path;
}

const word = (value: number) => Int32Array.of(value);

/** The same words, signed: METIS counts in int32. */
function signed(words: Uint32Array): Int32Array<ArrayBuffer> {
  return words.buffer instanceof ArrayBuffer
    ? new Int32Array(words.buffer, words.byteOffset, words.length)
    : Int32Array.from(words);
}

/** Weight that METIS balances. */
interface Constraint {
  /** Weight of each vertex; 1 when absent. */
  readonly weight?: Uint32Array | undefined;
  /** Tolerated excess of a part over the mean. */
  readonly imbalance: number;
}

/** Balanced weights: the vertices, and where they are asked for a second weight and stored entries. */
function constraintsOf(matrix: CsrMatrix, options: ResolvedPartitionOptions): readonly Constraint[] {
  const { vertexWeight, imbalance, secondWeight, secondImbalance, entryImbalance } = options;
  return [
    { weight: vertexWeight, imbalance },
    ...(secondWeight ? [{ weight: secondWeight, imbalance: secondImbalance }] : []),
    ...(entryImbalance === undefined ? [] : [{ weight: degrees(matrix), imbalance: entryImbalance }]),
  ];
}

/** Vertex weights as METIS reads them: the constraints of a vertex side by side; null where all are 1. */
function interleavedWeights(
  vertices: number,
  constraints: readonly Constraint[],
): Int32Array<ArrayBuffer> | null {
  if (constraints.every(({ weight }) => !weight)) return null;
  const weights = new Int32Array(vertices * constraints.length);
  for (const [c, { weight }] of constraints.entries()) {
    for (let v = 0; v < vertices; v++) weights[v * constraints.length + c] = weight ? weight[v] : 1;
  }
  return weights;
}

/**
 * Cuts a graph into `count` parts with METIS's multilevel k-way scheme, objective edge cut. A directed graph
 * is taken as undirected; loops, which METIS does not allow, and values are left out.
 *
 * @throws {MissingError} if libmetis cannot be used here.
 * @throws {UsageError} for a number of parts or a tolerance that cannot be.
 * @throws {ReproError} for a matrix that is not square, weights that do not fit it, or an error inside METIS.
 */
export function partitionMetis(matrix: CsrMatrix, count: number, options: PartitionOptions = {}): Partition {
  const resolved = resolvePartition(matrix, count, options);
  const metis = library();
  const structure = symmetrise(matrix, { selfLoops: "drop" });
  const engine = "libmetis";
  const trivial = trivialParts(matrix.rows, count);
  if (trivial) return describePartition(structure, { parts: trivial, count, engine }, options);
  if (nnz(structure) >= 2 ** 31) {
    throw new OutOfMemoryError({
      action: "cut a graph with METIS",
      current: `${nnz(structure)} stored entries`,
      wanted: "fewer than 2^31, which is what its 32-bit indices count",
      next: "use the built-in partitioner",
    });
  }

  // Vertices are numbered from 0 by default.
  const settings = new Int32Array(METIS_OPTIONS);
  metis.symbols.METIS_SetDefaultOptions(settings);
  settings[seedPlace(metis.symbols)] = resolved.seed & 0x7fffffff;
  const constraints = constraintsOf(matrix, resolved);
  const parts = new Uint32Array(matrix.rows);
  // METIS prints where a part stays empty, as beside a vertex that is heavier than all others.
  const code = withOutputToErrors(metis.symbols, () =>
    metis.symbols.METIS_PartGraphKway(
      word(matrix.rows),
      word(constraints.length),
      signed(structure.rowPtr),
      signed(structure.colIdx),
      interleavedWeights(matrix.rows, constraints),
      null,
      null,
      word(count),
      null,
      new metis.Reals(constraints.map(({ imbalance }) => 1 + imbalance)),
      settings,
      word(0),
      signed(parts),
    ));
  if (code === METIS_ERROR_MEMORY) {
    throw new OutOfMemoryError({
      action: "cut a graph with METIS",
      current: `${plural(matrix.rows, "vertex", "vertices")} and ${nnz(structure)} stored entries`,
      wanted: "memory for several copies of them",
      next: "use a smaller graph",
    });
  }
  if (code !== METIS_OK) {
    throw new ReproError({
      action: "cut a graph with METIS",
      current: `return code ${code}`,
      wanted: `${METIS_OK}`,
      next: "use the built-in partitioner",
    });
  }
  return describePartition(structure, { parts, count, engine }, options);
}
