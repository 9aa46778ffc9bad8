/**
 * Capability for `doctor`: computing on the CPU.
 *
 * @module
 */
import type { Capability } from "../../platform/capability.ts";
import { formatBytes } from "../../platform/text/bytes.ts";
import { type MemoryNodes, memoryNodes } from "./memory_nodes.ts";
import { NEAR_BYTES } from "./near_memory.ts";
import { type CpuCache, cpuCaches, cpuIdentity, toldCaches } from "./cpu_facts.ts";

/**
 * The smallest module with a relaxed SIMD instruction: `(func (result v128) (f32x4.relaxed_madd ...))` of
 * zeros.
 */
const RELAXED_MADD = Uint8Array.of(
  ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 5, 1, 0x60, 0, 1, 0x7b, 3, 2, 1, 0, 10, 19, 1, 17, 0],
  ...[0x41, 0, 0xfd, 0x0f, 0x41, 0, 0xfd, 0x0f, 0x41, 0, 0xfd, 0x0f, 0xfd, 0x85, 0x02, 0x0b],
);

/** Text for the caches of a core, and that they are the usual ones where the system tells none. */
export function cacheText(told: readonly CpuCache[] = toldCaches()): string {
  const sizes = cpuCaches(told).map(({ bytes }) => formatBytes(bytes)).join(", ");
  return told.length > 0 ? `caches ${sizes}` : `caches not told by the system, taken to be ${sizes}`;
}

/** Text for the memory nodes, where there are several. */
export function memoryNodeText({ all }: MemoryNodes = memoryNodes()): string {
  return all.length > 1 ? `; ${all.length} memory nodes` : "";
}

/** Reports whether this runtime supports everything that the WebAssembly kernels are compiled for. */
export function capability(): Capability {
  const relaxed = WebAssembly.validate(RELAXED_MADD);
  const shared = typeof SharedArrayBuffer === "function";
  return {
    part: "CPU (WebAssembly)",
    present: relaxed && shared,
    detail:
      `${cpuIdentity()}; ${navigator.hardwareConcurrency} threads; ${cacheText()}${memoryNodeText()}; ` +
      `${formatBytes(NEAR_BYTES)} for operands; relaxed SIMD ${relaxed ? "yes" : "no"}, shared memory ${
        shared ? "yes" : "no"
      }`,
    adds: "kernels on all cores, with no GPU",
    install: "deno upgrade",
    fallback: "none: every Deno 2.9 has it",
  };
}
