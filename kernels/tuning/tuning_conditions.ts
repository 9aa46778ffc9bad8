/**
 * Conditions that tuned numbers hold under: the processor, its last cache, and the kernels' text.
 *
 * @module
 */
import { cpuIdentity, lastLevelCacheBytes } from "../../hardware/cpu/cpu_facts.ts";
import { type InstructionSet, instructionSet } from "../../hardware/cpu/x86/instruction_set.ts";
import type { Device } from "../../hardware/device.ts";
import type { WebGpuDevice } from "../../hardware/webgpu/device.ts";
import { lastCacheBytes } from "../../hardware/webgpu/last_cache.ts";
import { contentKey } from "../../platform/files/digest.ts";
import { gemmBlockedX86 } from "../gemm/blocked/x86.ts";
import { blockSparseX86 } from "../spmm/block_sparse/x86.ts";
import { mergeSplitWebGpu } from "../spmm/merge_split/webgpu.ts";
import { neighborGroupWebGpu } from "../spmm/neighbor_group/webgpu.ts";
import { neighborGroupX86 } from "../spmm/neighbor_group/x86.ts";
import { rowSplitWebGpu } from "../spmm/row_split/webgpu.ts";
import { rowSplitX86 } from "../spmm/row_split/x86.ts";

/** Conditions of numbers of machine code. */
export interface CodeConditions {
  /** Name of the CPU. */
  readonly cpu: string;
  /** Instruction set of the code. */
  readonly isa: InstructionSet;
  /** CPU threads. */
  readonly threads: number;
  /** Bytes of the last cache. */
  readonly cacheBytes: number;
  /** Digest of the code whose numbers were chosen. */
  readonly code: string;
}

/** Conditions of parameters of launches on an adapter. */
export interface AdapterConditions {
  /** Name of the adapter. */
  readonly adapter: string;
  /** Implementation of WebGPU. */
  readonly webgpu: string;
  /** Name and version of the driver, or `unknown`. */
  readonly driver: string;
  /** Bytes of the last cache. */
  readonly cacheBytes: number;
  /** Digest of the kernels whose parameters were chosen. */
  readonly code: string;
}

/** Conditions that tuned numbers hold under. */
export type TuningConditions = CodeConditions | AdapterConditions;

/** Conditions of this machine; `undefined` where it runs no machine code. */
export function conditionsHere(threads: number): CodeConditions | undefined {
  const { isa } = instructionSet();
  return isa === "none" ? undefined : conditionsOf(isa, threads);
}

/** Conditions of this machine for an instruction set, which it need not have. */
export function conditionsOf(isa: InstructionSet, threads: number): CodeConditions {
  const code = contentKey(
    [rowSplitX86, neighborGroupX86, blockSparseX86, gemmBlockedX86].map(({ source }) => source),
  );
  return { cpu: cpuIdentity(), isa, threads, cacheBytes: lastLevelCacheBytes(), code };
}

/** Conditions of an open adapter. */
export function conditionsOn(
  { name, webgpu, facts }: Pick<WebGpuDevice, "name" | "webgpu" | "facts">,
): AdapterConditions {
  return {
    adapter: name,
    webgpu,
    driver: facts?.["webgpu driver"] ?? "unknown",
    cacheBytes: lastCacheBytes(name),
    code: contentKey([rowSplitWebGpu, mergeSplitWebGpu, neighborGroupWebGpu].map(({ source }) => source)),
  };
}

/** Conditions of an open device; `undefined` where it has nothing to tune. */
export function conditionsOfDevice(device: Device): TuningConditions | undefined {
  switch (device.backend) {
    case "x86":
      return conditionsOf(device.isa as InstructionSet, device.threads);
    case "webgpu":
      return conditionsOn(device as WebGpuDevice);
    case "wasm":
      return undefined;
    default:
      device.backend satisfies never;
      throw new TypeError("no such backend");
  }
}

/** The processor of conditions in words: `AMD EPYC, avx512, 2 threads` or `NVIDIA H100, WebGPU by dawn`. */
export function processorText(conditions: TuningConditions): string {
  return "cpu" in conditions
    ? `${conditions.cpu}, ${conditions.isa}, ${conditions.threads} threads`
    : `${conditions.adapter}, WebGPU by ${conditions.webgpu}`;
}
