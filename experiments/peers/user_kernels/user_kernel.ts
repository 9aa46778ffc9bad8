/**
 * Kernels that a user adds in a file: a shared library with the functions of `kernel.h`, or a Python
 * file as `user_kernel.py` describes it.
 *
 * @module
 */
import { basename, extname, resolve } from "node:path";
import { unreadableFile } from "../../../platform/files/unreadable_file.ts";
import { UsageError } from "../../../platform/errors.ts";
import { checkSlug } from "../../../platform/identifiers.ts";
import { type PeerSpec, registerProductPeer } from "../peers.ts";
import { LIBRARY_SUFFIXES, PYTHON_SUFFIX } from "./kernel_file.ts";

/** Environment, modules and backends of a Python file by the library of its arrays. */
const PYTHON: Readonly<Record<string, Pick<PeerSpec, "environment" | "modules" | "backends">>> = {
  numpy: { environment: "scipy", modules: ["numpy"], backends: ["python-cpu"] },
  torch: { environment: "torch", modules: ["torch", "numpy"], backends: ["python-cpu", "python-cuda"] },
  cupy: { environment: "cupy", modules: ["cupy", "numpy"], backends: ["python-cuda"] },
};

/** Longest waits for an answer, in milliseconds; graphs of profile smoke take a kernel milliseconds. */
const LONGEST_WAIT_MS = { smoke: 30_000, others: 120_000 } as const;

/** Patience with a user's kernel. */
export interface UserKernelOptions {
  /** Name of the run's profile; smoke waits a shorter time than others. */
  readonly profile?: string;
  /** Longest wait for an answer, in seconds; 30 in profile smoke, else 120, when absent. */
  readonly kernelWait?: number;
}

function longestWaitMs({ profile, kernelWait }: UserKernelOptions): number {
  if (kernelWait !== undefined) return 1000 * kernelWait;
  return profile === "smoke" ? LONGEST_WAIT_MS.smoke : LONGEST_WAIT_MS.others;
}

const taking = (file: string) => `take the kernel ${JSON.stringify(file)}`;

function refusal(file: string, current: string, wanted: string, next: string): UsageError {
  return new UsageError({ action: taking(file), current, wanted, next });
}

/** Library of a Python file's arrays, read without running it. */
function arrayLibrary(file: string, source: string): string {
  const named = source.match(/^LIBRARY\s*(?::[^=\n]*)?=\s*["'](\w*)["']/m)?.[1] ?? "numpy";
  if (Object.hasOwn(PYTHON, named)) return named;
  throw refusal(file, `LIBRARY = "${named}"`, `one of ${Object.keys(PYTHON).join(", ")}`, "correct the file");
}

/** Result of `read`, whose failure becomes an error about the file that the user named. */
function reading<T>(file: string, read: (file: string) => T): T {
  try {
    return read(file);
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    throw unreadableFile(taking(file), file, cause);
  }
}

/**
 * Describes the kernel of a file. Its id is the file's name without suffix, in lower case.
 *
 * @throws {UsageError} The file cannot be read, has another suffix, or names an unknown library.
 */
export function userKernel(file: string, options: UserKernelOptions = {}): PeerSpec {
  const path = resolve(file), suffix = extname(path).toLowerCase();
  const label = basename(path);
  const id = basename(path, extname(path)).toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replaceAll(
    /^-|-$/g,
    "",
  );
  const waits = { longestWaitMs: longestWaitMs(options) };
  checkSlug(`the kernel ${JSON.stringify(file)}`, id);
  if (LIBRARY_SUFFIXES.includes(suffix)) {
    reading(file, Deno.statSync);
    return {
      id,
      label,
      file: { path, kind: "library", ...waits },
      environment: "scipy",
      modules: [],
      backends: ["library-cpu"],
      call: "gnn_repro_run of a shared library",
    };
  }
  if (suffix === PYTHON_SUFFIX) {
    const python = PYTHON[arrayLibrary(file, reading(file, Deno.readTextFileSync))];
    return {
      id,
      label,
      file: { path, kind: "python", ...waits },
      ...python,
      call: "run(prepared, x, y) of a Python file",
    };
  }
  const wanted = `a shared library (${LIBRARY_SUFFIXES.join(", ")}) or a Python file (${PYTHON_SUFFIX})`;
  throw refusal(
    file,
    `the suffix "${suffix}"`,
    wanted,
    "compile it as experiments/peers/user_kernels/kernel.h says",
  );
}

/**
 * Adds the kernel of a file to the sparse products that suites measure beside ours: the kernel ladder has it
 * as contender `peer:<id>`. A file that is there already is read anew.
 *
 * @throws {UsageError} as {@link userKernel}, and where another peer has its id.
 */
export function registerUserKernel(file: string, options: UserKernelOptions = {}): PeerSpec {
  const spec = userKernel(file, options);
  registerProductPeer(spec);
  return spec;
}
