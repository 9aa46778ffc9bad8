/**
 * The process of a worker: its program, and the environment variables that set its threads and vectors.
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import { ISA_VARIABLE } from "../../hardware/cpu/x86/instruction_set.ts";
import { readVariable } from "../../platform/environment_variable.ts";
import { contentKey, sha256File } from "../../platform/files/digest.ts";
import { MissingError } from "../../platform/errors.ts";
import { loaderRefusal } from "../../platform/native/loader_variables.ts";
import type { PeerBackend, PeerSpec } from "./peers.ts";

/** The program that the worker runs. */
export const SERVER: string = fileURLToPath(new URL("server/serve.py", import.meta.url));

const MODULES = [
  "server/libraries.py",
  "server/operands.py",
  "server/training.py",
  "server/batch_task.py",
  "server/batch_training.py",
  "server/pyg_batches.py",
  "server/dgl_batches.py",
  "user_kernels/user_kernel.py",
] as const;

/** Program of a worker that calls a shared library, with its modules. */
const LIBRARY_MODULES = [
  "user_kernels/library_worker.ts",
  "user_kernels/library_product.ts",
  "user_kernels/rest.ts",
] as const;

const beside = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** SHA-256 of a peer's program with its modules. */
export async function serverDigest({ file }: Pick<PeerSpec, "file"> = {}): Promise<string> {
  const files = file?.kind === "library" ? LIBRARY_MODULES.map(beside) : [SERVER, ...MODULES.map(beside)];
  return contentKey(await Promise.all(files.map(sha256File)));
}

/** Every thread pool that one of the libraries may bring along. */
const THREAD_VARIABLES = [
  "OMP_NUM_THREADS",
  "MKL_NUM_THREADS",
  "OPENBLAS_NUM_THREADS",
  "NUMEXPR_NUM_THREADS",
  "VECLIB_MAXIMUM_THREADS",
] as const;

/**
 * The C library's allocator as this project's arena has it: pages of 2 MiB, and pages that stay. A library
 * allocates its result in every call. By default a result of some MiB is given back to the system after it,
 * or not, by where in the heap it happens to lie, and thousands of page faults make the next call up to four
 * times slower: a second mode of samples that no kernel has. Names are those of glibc; others ignore them.
 */
const ALLOCATOR_VARIABLES: Readonly<Record<string, string>> = {
  GLIBC_TUNABLES: "glibc.malloc.hugetlb=1",
  MALLOC_MMAP_MAX_: "0",
  MALLOC_TRIM_THRESHOLD_: String(2 ** 40),
};

/**
 * Limits to 256-bit vectors for OpenBLAS, MKL, PyTorch, oneDNN, and LIBXSMM, which emits DGL's sums. Where
 * `GNN_REPRO_ISA=avx2` limits this project's code, code of twice that width beside it would say nothing about
 * a machine that has AVX2 alone. SciPy's loops are compiled for any x86-64.
 */
const AVX2_VARIABLES: Readonly<Record<string, string>> = {
  OPENBLAS_CORETYPE: "Haswell",
  MKL_ENABLE_INSTRUCTIONS: "AVX2",
  ATEN_CPU_CAPABILITY: "avx2",
  ONEDNN_MAX_CPU_ISA: "AVX2",
  LIBXSMM_TARGET: "hsw",
};

/** Program and arguments of a worker. */
export interface PeerProcess {
  /** Path of the Python interpreter; a shared library needs none. */
  readonly python?: string;
  /** Peer that the worker runs. */
  readonly spec: Pick<PeerSpec, "id" | "file">;
  /** CPU threads, at least 1. */
  readonly threads: number;
  /** Backend of the worker; `python-cpu` when absent. */
  readonly backend?: PeerBackend;
}

/** Program of a worker with its arguments. */
function programOf({ python, spec: { id, file }, threads, backend }: PeerProcess): [string, string[]] {
  if (file?.kind === "library") {
    // The library can do whatever it likes, so that fewer permissions of its worker would protect nothing.
    return [Deno.execPath(), [
      ...["run", "--quiet", "--no-prompt", "--cached-only", "--allow-all"],
      ...[beside(LIBRARY_MODULES[0]), file.path, String(threads)],
    ]];
  }
  const device = backend === "python-cuda" ? "cuda" : "cpu";
  const own = file === undefined ? [] : [file.path];
  // -I: neither the user's packages nor PYTHON* variables change what is measured.
  return [python!, ["-I", SERVER, id, device, String(threads), ...own]];
}

/** Environment variables of a worker; `isa` is the instruction set that a user forces on this process. */
export function workerVariables(threads: number, isa: string | undefined): Readonly<Record<string, string>> {
  return {
    ...Object.fromEntries(THREAD_VARIABLES.map((name) => [name, String(threads)])),
    ...ALLOCATOR_VARIABLES,
    ...(isa === "avx2" && AVX2_VARIABLES),
    DGLBACKEND: "pytorch",
  };
}

/**
 * Starts the process of a worker.
 *
 * @throws {MissingError} where the interpreter is absent, or may not be run.
 */
export function startPeer(process: PeerProcess): Deno.ChildProcess {
  const { threads, spec } = process, [program, args] = programOf(process);
  try {
    return new Deno.Command(program, {
      args,
      env: workerVariables(threads, readVariable(ISA_VARIABLE)),
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
  } catch (cause) {
    const action = `open peer "${spec.id}"`;
    throw loaderRefusal(cause, action) ?? new MissingError({
      action,
      current: cause instanceof Error ? cause.message : String(cause),
      wanted: `${program}, and the permission to run it`,
      next: "start by deno task, which grants that, or see that the interpreter is still there",
    }, { cause });
  }
}
