/**
 * Finds the shared libraries of other people that the harness can use, without loading them: an absolute path
 * is what a narrow FFI permission needs.
 *
 * Environment: `GNN_REPRO_<NAME>` (such as `GNN_REPRO_METIS`) is the library's path and ends the search;
 * `GNN_REPRO_LIBRARY_PATH` lists folders that are searched first;
 * `GNN_REPRO_HIDE_NATIVE=metis,vulkan` makes the named ones invisible, for whoever wants the embedded
 * fallback.
 *
 * @module
 */
import { posix, win32 } from "node:path";
import { unknownName } from "../unknown_name.ts";
import { LIBRARY_PATH_VARIABLE } from "./loader_variables.ts";

/** File names of one library on each system, best first. */
export interface LibraryNames {
  /** Name of the library in the harness, in lower case, also used in the environment variables. */
  readonly name: string;
  /** File names on Linux. */
  readonly linux: readonly string[];
  /** File names on macOS. */
  readonly macos: readonly string[];
  /** File names on Windows. */
  readonly windows: readonly string[];
}

/**
 * Native libraries that the harness knows. The two MPI families have different binary interfaces, so only
 * file names that distinguish them are listed.
 */
export const NATIVE_LIBRARIES = {
  metis: {
    name: "metis",
    linux: ["libmetis.so.5", "libmetis.so"],
    macos: ["libmetis.5.dylib", "libmetis.dylib"],
    windows: ["metis.dll", "libmetis.dll"],
  },
  mpi_openmpi: {
    name: "mpi_openmpi",
    linux: ["libmpi.so.40"],
    macos: ["libmpi.40.dylib"],
    windows: [],
  },
  mpi_mpich: {
    name: "mpi_mpich",
    linux: ["libmpich.so.12", "libmpi.so.12"],
    macos: ["libmpich.12.dylib", "libmpi.12.dylib"],
    windows: ["msmpi.dll", "impi.dll"],
  },
  vulkan: {
    name: "vulkan",
    linux: ["libvulkan.so.1"],
    macos: ["libvulkan.1.dylib", "libMoltenVK.dylib"],
    windows: ["vulkan-1.dll"],
  },
  // The C library of Linux with glibc, the only one that Deno runs on there.
  libc: { name: "libc", linux: ["libc.so.6"], macos: [], windows: [] },
} as const satisfies Record<string, LibraryNames>;

/**
 * Environment variables that {@linkcode findLibrary} reads, besides one `GNN_REPRO_<NAME>` for each library.
 */
export const LIBRARY_SEARCH_VARIABLES = [
  "GNN_REPRO_HIDE_NATIVE",
  LIBRARY_PATH_VARIABLE,
  "LD_LIBRARY_PATH",
  "DYLD_LIBRARY_PATH",
  "DYLD_FALLBACK_LIBRARY_PATH",
  "CONDA_PREFIX",
  "HOME",
  "PATH",
  "SystemRoot",
] as const;

const ARCHITECTURE_FOLDER = { x86_64: "x86_64-linux-gnu", aarch64: "aarch64-linux-gnu" } as const;

/** Values of `e_machine` in an ELF header (System V ABI), to skip libraries of another architecture. */
const ELF_MACHINE = { x86_64: 62, aarch64: 183 } as const;

/** Name of the variable with a library's path: `GNN_REPRO_METIS` for `metis`. */
export function libraryVariable(library: LibraryNames): string {
  return `GNN_REPRO_${library.name.toUpperCase()}`;
}

/** Family of a library's name: `mpi` for `mpi_openmpi`, else the name. */
const familyOf = (name: string) => name.replace(/_.*/, "");

/**
 * Whether `GNN_REPRO_HIDE_NATIVE` (names separated by commas) hides a library. `mpi` hides both `mpi_openmpi`
 * and `mpi_mpich`.
 *
 * @throws {UsageError} where a name in it is neither that of a known library nor of this one.
 */
export function isLibraryHidden(library: LibraryNames): boolean {
  const listed = (Deno.env.get("GNN_REPRO_HIDE_NATIVE") ?? "").split(",").map((name) => name.trim());
  const hidden = listed.filter((name) => name !== "");
  const known = [library.name, ...Object.keys(NATIVE_LIBRARIES)].flatMap((name) => [name, familyOf(name)]);
  const slip = hidden.find((name) => !known.includes(name));
  if (slip !== undefined) {
    throw unknownName(`hide ${JSON.stringify(slip)} (GNN_REPRO_HIDE_NATIVE)`, slip, unique(known));
  }
  return hidden.some((name) => name === library.name || name === familyOf(library.name));
}

/** Absolute folders of a path-list variable; relative ones depend on the working folder and are skipped. */
function foldersOf(variable: string): string[] {
  const path = Deno.build.os === "windows" ? win32 : posix;
  return (Deno.env.get(variable) ?? "").split(path.delimiter).filter((folder) => path.isAbsolute(folder));
}

/** Folders of the dynamic linker's configuration, as `ldconfig` would read them. */
function linkerFolders(): string[] {
  const lines = (file: string): string[] => {
    try {
      return Deno.readTextFileSync(file).split("\n").map((line) => line.replace(/#.*/, "").trim());
    } catch {
      return [];
    }
  };
  const included: string[] = [];
  try {
    for (const { name } of Deno.readDirSync("/etc/ld.so.conf.d")) {
      if (name.endsWith(".conf")) included.push(`/etc/ld.so.conf.d/${name}`);
    }
  } catch {
    // musl systems have no such folder.
  }
  return ["/etc/ld.so.conf", ...included.sort()].flatMap(lines).filter((line) => line.startsWith("/"));
}

/**
 * Absolute folders that {@linkcode findLibrary} searches on this machine, in order: those of our own and the
 * loader's variables, the conda environment, then the system's folders.
 */
export function librarySearchFolders(): string[] {
  const conda = foldersOf("CONDA_PREFIX"), own = foldersOf(LIBRARY_PATH_VARIABLE);
  switch (Deno.build.os) {
    case "windows": {
      const root = Deno.env.get("SystemRoot") ?? "C:\\Windows";
      return unique([
        ...own,
        ...conda.map((prefix) => win32.join(prefix, "Library", "bin")),
        win32.join(root, "System32"),
        ...foldersOf("PATH"),
      ]);
    }
    case "darwin": {
      const home = Deno.env.get("HOME");
      return unique([
        ...own,
        ...foldersOf("DYLD_LIBRARY_PATH"),
        ...conda.map((prefix) => `${prefix}/lib`),
        ...foldersOf("DYLD_FALLBACK_LIBRARY_PATH"),
        "/opt/homebrew/lib",
        "/usr/local/lib",
        "/opt/local/lib",
        ...(home ? [`${home}/lib`] : []),
        "/usr/lib",
      ]);
    }
    default: {
      const native = ARCHITECTURE_FOLDER[Deno.build.arch];
      return unique([
        ...own,
        ...foldersOf("LD_LIBRARY_PATH"),
        ...conda.map((prefix) => `${prefix}/lib`),
        ...linkerFolders(),
        "/usr/local/lib",
        `/lib/${native}`,
        `/usr/lib/${native}`,
        "/lib64",
        "/usr/lib64",
        "/lib",
        "/usr/lib",
        // Distributions with several MPIs side by side keep each in a separate folder.
        ...["openmpi/lib", "mpich/lib"].flatMap((mpi) => [`/usr/lib64/${mpi}`, `/usr/lib/${native}/${mpi}`]),
      ]);
    }
  }
}

function unique(folders: string[]): string[] {
  return [...new Set(folders)];
}

/**
 * Whether a file is a library that this process can load, as far as its first bytes tell; `undefined` where
 * it may not read the file.
 */
function isLoadable(path: string): boolean | undefined {
  try {
    if (Deno.build.os !== "linux") return Deno.statSync(path).isFile;
    using file = Deno.openSync(path);
    const header = new Uint8Array(20);
    if (file.readSync(header) !== header.length) return false;
    const isElf64 = [0x7f, 0x45, 0x4c, 0x46, 2].every((byte, i) => header[i] === byte);
    return isElf64 && (header[18] | header[19] << 8) === ELF_MACHINE[Deno.build.arch];
  } catch (error) {
    return error instanceof Deno.errors.NotCapable ? undefined : false;
  }
}

/** Outcome of a search. */
interface LibrarySearch {
  /** Absolute path of the library; absent where none was found. */
  readonly found?: string;
  /** Files and folders that this process may not read: the named one, or those of the search. */
  readonly refused: readonly string[];
}

function search(library: LibraryNames): LibrarySearch {
  if (isLibraryHidden(library)) return { refused: [] };
  const path = Deno.build.os === "windows" ? win32 : posix;
  const named = Deno.env.get(libraryVariable(library));
  if (named) {
    const absolute = path.resolve(named), loads = isLoadable(absolute);
    return { ...(loads && { found: absolute }), refused: loads === undefined ? [absolute] : [] };
  }
  const names = Deno.build.os === "windows"
    ? library.windows
    : Deno.build.os === "darwin"
    ? library.macos
    : library.linux;
  const folders = librarySearchFolders(), refused = new Set<string>();
  for (const name of names) {
    for (const folder of folders) {
      const candidate = path.join(folder, name), loads = isLoadable(candidate);
      if (loads) return { found: candidate, refused: [...refused] };
      if (loads === undefined) refused.add(folder);
    }
  }
  return { refused: [...refused] };
}

/** Parts of an error about libraries that may be where this process may not read. */
export interface RefusedSearch {
  /** Files and folders that may not be read. */
  readonly current: string;
  /** Flag that grants them. */
  readonly next: string;
}

/**
 * Files and folders that {@linkcode findLibrary} may not read in its search for these libraries; `undefined`
 * where it may read all of them.
 */
export function refusedSearch(...libraries: readonly LibraryNames[]): RefusedSearch | undefined {
  const refused = unique(libraries.flatMap((library) => search(library).refused));
  if (refused.length === 0) return undefined;
  return {
    current: `no permission to read ${refused.join(", ")}`,
    next: `run with --allow-read=${refused.join(",")}, or by deno task`,
  };
}

/** Reason for which {@linkcode findLibrary} finds none: hidden, a wrong path in the variable, or absent. */
export function absenceOf(library: LibraryNames): string {
  const variable = libraryVariable(library), named = Deno.env.get(variable);
  if (isLibraryHidden(library)) return `${library.name}, hidden by GNN_REPRO_HIDE_NATIVE`;
  return named
    ? `${variable}=${named}, which is no library that loads here`
    : `no ${library.name} library on this machine`;
}

/**
 * Finds the absolute path of a library; `undefined` where this machine has none or it is hidden. Nothing is
 * loaded and no program is run. Unreadable folders count as empty. A path in `GNN_REPRO_<NAME>` ends the
 * search: if that file is not a library, the answer is `undefined` and not another copy that the user did not
 * mean. A file that this process may not read is passed over; {@linkcode refusedSearch} names those.
 *
 * @example
 * ```ts
 * const metis = findLibrary(NATIVE_LIBRARIES.metis);
 * console.log(metis ?? "METIS is not installed: the built-in partitioner stands in");
 * ```
 */
export function findLibrary(library: LibraryNames): string | undefined {
  return search(library).found;
}
