/**
 * Placement of pages on machines with several memory nodes. A page lies on the node of the thread that first
 * touches it: operands that one thread writes all lie on one node, and threads of the other sockets read them
 * at the rate of a link. Page by page in turns over the nodes, they are read at the rate of all.
 *
 * @module
 */
import { findLibrary, NATIVE_LIBRARIES } from "../../platform/native/native_library.ts";
import { type MemoryNodes, memoryNodes } from "./memory_nodes.ts";

/** Modes of Linux's memory policies, and the flag by which a policy of ours is told from a user's. */
const DEFAULT = 0, INTERLEAVE = 3, STATIC_NODES = 1 << 15;
const OURS = INTERLEAVE | STATIC_NODES;

/** Most nodes of any Linux; the system counts from 1 behind the mask's last bit. */
const MASK_BITS = 1024;

/** Numbers of the calls `set_mempolicy` and `get_mempolicy`, for which the C library has no functions. */
const CALLS = { x86_64: { set: 238n, get: 239n }, aarch64: { set: 237n, get: 236n } } as const;

const SYMBOLS = {
  set: { name: "syscall", parameters: ["i64", "i64", "buffer", "u64"], result: "i64" },
  get: { name: "syscall", parameters: ["i64", "buffer", "buffer", "u64", "u64", "u64"], result: "i64" },
} as const;

/** The system's memory policy of this thread, which threads and programs that it starts inherit. */
export interface MemoryPolicy {
  /** Mode with its flags; `undefined` where the system refuses to tell. */
  mode(): number | undefined;
  /** Sets a mode with its nodes; whether the system agreed. */
  set(mode: number, nodes: readonly number[]): boolean;
}

/**
 * The policy by the system's calls; `undefined` elsewhere than on Linux, and where the C library may not be
 * opened.
 */
export function systemPolicy(): MemoryPolicy | undefined {
  const path = Deno.build.os === "linux" ? findLibrary(NATIVE_LIBRARIES.libc) : undefined;
  if (path === undefined || Deno.permissions.querySync({ name: "ffi", path }).state !== "granted") {
    return undefined;
  }
  const { symbols: calls } = Deno.dlopen(path, SYMBOLS), numbers = CALLS[Deno.build.arch];
  return {
    mode() {
      const mode = new Int32Array(1), mask = new Uint8Array(MASK_BITS / 8);
      return calls.get(numbers.get, mode, mask, BigInt(MASK_BITS), 0n, 0n) === 0n ? mode[0] : undefined;
    },
    set(mode, nodes) {
      const mask = new Uint8Array(MASK_BITS / 8);
      for (const node of nodes) mask[node >> 3] |= 1 << (node & 7);
      return calls.set(numbers.set, BigInt(mode), mask, BigInt(MASK_BITS + 1)) === 0n;
    },
  };
}

/** Place that {@linkcode placePages} and {@linkcode placementText} look at: nodes and policy. */
export interface MemoryPlace {
  /** Memory nodes. */
  readonly nodes: MemoryNodes;
  /** The thread's policy; absent where it cannot be reached. */
  readonly policy?: MemoryPolicy;
}

function memoryPlace(): MemoryPlace {
  const nodes = memoryNodes();
  // Where there is one node, nothing has to be asked.
  const policy = nodes.all.length > 1 ? systemPolicy() : undefined;
  return { nodes, ...(policy && { policy }) };
}

/**
 * Lets the pages that this thread and those that it starts will touch lie in turns on the memory nodes of its
 * processors; programs that it starts, such as peers, inherit that. A placement that was chosen before, by
 * `numactl` say, stays. One that comes from here is fitted to this program's processors: a rank that runs on
 * one socket has its pages there. Does nothing on a machine with one node, and where the system refuses, as
 * in many containers.
 */
export function placePages({ nodes: { all, near }, policy }: MemoryPlace = memoryPlace()): void {
  const mode = policy?.mode();
  if (all.length < 2 || mode !== DEFAULT && mode !== OURS) return;
  if (near.length > 1) policy!.set(OURS, near);
  else if (mode === OURS) policy!.set(DEFAULT, []);
}

/** Says where pages lie, as in `2, pages in turns over them`; `undefined` on a machine with one node. */
export function placementText({ nodes: { all }, policy }: MemoryPlace = memoryPlace()): string | undefined {
  if (all.length < 2) return undefined;
  const mode = policy?.mode();
  if (mode === OURS) return `${all.length}, pages in turns over those of the processors`;
  if (mode === undefined || mode === DEFAULT) return `${all.length}, pages where they are touched first`;
  return `${all.length}, pages as was chosen before the start (numactl)`;
}
