/**
 * Binding of an installed MPI by foreign function interface: one table of symbols for both families. Handles
 * of Open MPI are the addresses of its global objects, those of MPICH, Intel MPI and MS-MPI are integers;
 * either fits one general-purpose register on x86-64 and arm64, so every handle is declared `u64`.
 *
 * @module
 */
import { MissingError, ReproError } from "../../../platform/errors.ts";
import { openingFailure } from "../../../platform/native/opening_failure.ts";
import { findLibrary, NATIVE_LIBRARIES, refusedSearch } from "../../../platform/native/native_library.ts";

/** MPI functions in use; the types are those of the C bindings of MPI 3.1. */
const MPI_FUNCTIONS = {
  MPI_Init_thread: { parameters: ["u64", "u64", "i32", "buffer"], result: "i32" },
  MPI_Finalize: { parameters: [], result: "i32" },
  MPI_Abort: { parameters: ["u64", "i32"], result: "i32" },
  MPI_Comm_rank: { parameters: ["u64", "buffer"], result: "i32" },
  MPI_Comm_size: { parameters: ["u64", "buffer"], result: "i32" },
  MPI_Comm_split: { parameters: ["u64", "i32", "i32", "buffer"], result: "i32" },
  MPI_Comm_free: { parameters: ["buffer"], result: "i32" },
  MPI_Comm_set_errhandler: { parameters: ["u64", "u64"], result: "i32" },
  MPI_Error_string: { parameters: ["i32", "buffer", "buffer"], result: "i32" },
  MPI_Get_library_version: { parameters: ["buffer", "buffer"], result: "i32" },
  MPI_Ibarrier: { parameters: ["u64", "buffer"], result: "i32" },
  MPI_Ibcast: { parameters: ["buffer", "i32", "u64", "i32", "u64", "buffer"], result: "i32" },
  MPI_Ialltoall: {
    parameters: ["buffer", "i32", "u64", "buffer", "i32", "u64", "u64", "buffer"],
    result: "i32",
  },
  MPI_Ialltoallv: {
    parameters: ["buffer", "buffer", "buffer", "u64", "buffer", "buffer", "buffer", "u64", "u64", "buffer"],
    result: "i32",
  },
  MPI_Test: { parameters: ["buffer", "buffer", "u64"], result: "i32" },
} as const;

/** Families of MPI libraries, one for each binary interface. */
export type MpiFamily = "openmpi" | "mpich";

/** Constants that differ between the families. */
export interface MpiConstants {
  /** `MPI_COMM_WORLD`. */
  readonly world: bigint;
  /** `MPI_INT`, the type of every payload's words. */
  readonly int: bigint;
  /** `MPI_ERRORS_RETURN`. */
  readonly errorsReturn: bigint;
  /** `MPI_STATUS_IGNORE`. */
  readonly statusIgnore: bigint;
}

/** Opened MPI library. */
export interface MpiLibrary {
  /** Binary interface of the library. */
  readonly family: MpiFamily;
  /** Path of the library. */
  readonly path: string;
  /** Functions of the library. */
  readonly mpi: Deno.DynamicLibrary<typeof MPI_FUNCTIONS>["symbols"];
  /** Constants of the library; known after its initialisation. */
  readonly constants: MpiConstants;
}

/** `MPI_UNDEFINED`, the color of a rank that joins no subgroup; the same value in both families. */
export const MPI_UNDEFINED: number = -32766;

const MPICH: MpiConstants = {
  world: 0x44000000n,
  int: 0x4c000405n,
  errorsReturn: 0x54000001n,
  statusIgnore: 1n,
};

/**
 * Symbols for conversion of handles through Fortran. Reading a pointer's value directly would need a
 * permission for all libraries; this way needs one for this library only.
 */
const OPEN_MPI_HANDLES = {
  ompi_mpi_comm_world: { type: "pointer" },
  MPI_Comm_c2f: { parameters: ["pointer"], result: "i32" },
  MPI_Comm_f2c: { parameters: ["i32"], result: "u64" },
  ompi_mpi_int: { type: "pointer" },
  MPI_Type_c2f: { parameters: ["pointer"], result: "i32" },
  MPI_Type_f2c: { parameters: ["i32"], result: "u64" },
  ompi_mpi_errors_return: { type: "pointer" },
  MPI_Errhandler_c2f: { parameters: ["pointer"], result: "i32" },
  MPI_Errhandler_f2c: { parameters: ["i32"], result: "u64" },
} as const;

/** Size in bytes of text buffers, above the longest text of either family. */
const TEXT_BYTES = 8192;
/** Greatest number of characters shown of a library's version. */
const VERSION_CHARACTERS = 80;

/**
 * Allocates zeroed words outside of V8's movable heap: their address is valid as long as the array is
 * referenced.
 */
export function pinnedWords(words: number): Int32Array<ArrayBuffer> {
  return new Int32Array(new ArrayBuffer(words * 4));
}

/** Allocates a zeroed place for a handle; MPICH fills only its low half. */
export function handlePlace(): BigUint64Array<ArrayBuffer> {
  return new BigUint64Array(new ArrayBuffer(8));
}

/**
 * Finds the families whose library is installed, Open MPI first: it yields the core where there are more
 * ranks than cores.
 */
export function findMpiLibraries(): { readonly family: MpiFamily; readonly path: string }[] {
  const found: { family: MpiFamily; path: string }[] = [];
  for (const family of ["openmpi", "mpich"] as const) {
    const path = findLibrary(NATIVE_LIBRARIES[`mpi_${family}`]);
    if (path !== undefined) found.push({ family, path });
  }
  return found;
}

/** Commands that install an MPI. */
export const MPI_INSTALL: string = "Debian, Ubuntu: apt-get install openmpi-bin libopenmpi-dev; " +
  "Fedora: dnf install openmpi; macOS: brew install open-mpi; on a cluster: module load openmpi";

const INSTALL =
  `install it (${MPI_INSTALL}), set GNN_REPRO_MPI_OPENMPI or GNN_REPRO_MPI_MPICH to the library's path`;

/** Error where no library of MPI is found: none is there, or none may be looked at. */
export function absentMpi(current: string): MissingError {
  const refused = refusedSearch(NATIVE_LIBRARIES.mpi_openmpi, NATIVE_LIBRARIES.mpi_mpich);
  return missingMpi(refused?.current ?? current, { next: refused?.next });
}

/** Error for a missing MPI, with instructions for its installation where no other step is next. */
export function missingMpi(
  current: string,
  { cause, next = INSTALL }: { readonly cause?: unknown; readonly next?: string | undefined } = {},
): MissingError {
  return new MissingError({
    action: "use MPI",
    current,
    wanted: "Open MPI 3 to 5 (libmpi.so.40) or MPICH 3 or 4 (libmpich.so.12)",
    next: `${next}, or use --engine local`,
  }, cause === undefined ? undefined : { cause });
}

/**
 * Opens a library, which stays open until the process ends.
 *
 * @throws {MissingError} where it does not open or lacks a function.
 */
export function openMpi({ family, path }: { readonly family: MpiFamily; readonly path: string }): MpiLibrary {
  try {
    const mpi = Deno.dlopen(path, MPI_FUNCTIONS).symbols;
    if (family === "mpich") return { family, path, mpi, constants: MPICH };
    const handles = Deno.dlopen(path, OPEN_MPI_HANDLES).symbols;
    let constants: MpiConstants | undefined;
    return {
      family,
      path,
      mpi,
      get constants() {
        return constants ??= openMpiConstants(handles);
      },
    };
  } catch (cause) {
    throw missingMpi(`${path}, which does not open (${openingFailure(cause, path)})`, { cause });
  }
}

/**
 * Constants of Open MPI. A static symbol declared as a pointer yields the symbol's address, which is the
 * handle.
 */
function openMpiConstants(mpi: Deno.DynamicLibrary<typeof OPEN_MPI_HANDLES>["symbols"]): MpiConstants {
  return {
    world: mpi.MPI_Comm_f2c(mpi.MPI_Comm_c2f(mpi.ompi_mpi_comm_world)),
    int: mpi.MPI_Type_f2c(mpi.MPI_Type_c2f(mpi.ompi_mpi_int)),
    errorsReturn: mpi.MPI_Errhandler_f2c(mpi.MPI_Errhandler_c2f(mpi.ompi_mpi_errors_return)),
    statusIgnore: 0n,
  };
}

function textOf(fill: (text: Uint8Array<ArrayBuffer>, length: Int32Array<ArrayBuffer>) => void): string {
  const text = new Uint8Array(TEXT_BYTES), length = pinnedWords(1);
  fill(text, length);
  return new TextDecoder().decode(text.subarray(0, length[0])).replaceAll("\0", "").trim();
}

/** First line of the library's version text. */
export function mpiVersion({ mpi }: MpiLibrary): string {
  return textOf((text, length) => mpi.MPI_Get_library_version(text, length)).split(/[\n,]/)[0]
    .replaceAll(/\s+/g, " ").slice(0, VERSION_CHARACTERS);
}

/** Error of a failed call of the MPI library. */
class MpiError extends ReproError {}

/**
 * Checks the return code of an MPI function.
 *
 * @throws {MpiError} with the library's text, where `code` is not 0.
 */
export function checkMpi({ mpi, path }: MpiLibrary, code: number, action: string): void {
  if (code === 0) return;
  throw new MpiError({
    action,
    current: textOf((text, length) => mpi.MPI_Error_string(code, text, length)) || `MPI error ${code}`,
    wanted: "MPI_SUCCESS",
    next: `see the text, and whether the launcher and ${path} are of one MPI`,
  });
}
