/**
 * Facts about the CPU: its name and its caches.
 *
 * @module
 */
import { cpus } from "node:os";
import { numbersOf } from "../../platform/native/number_list.ts";
import { readSystemText } from "../../platform/native/system_text.ts";
import { armCores } from "./arm_cores.ts";

let cpuinfo: { readonly text: string | undefined } | undefined;

/** Text of `/proc/cpuinfo`, read once: Linux writes it anew for every reader, CPU by CPU. */
function cpuinfoHere(): string | undefined {
  return (cpuinfo ??= { text: readSystemText("/proc/cpuinfo") }).text;
}

/**
 * Name of the CPU by its maker; the architecture where the system does not tell or may not be asked.
 *
 * @param cpuinfo text of `/proc/cpuinfo`; `undefined` where there is none.
 */
export function cpuModel(cpuinfo: string | undefined = cpuinfoHere()): string {
  // Kernels of Jetsons say "ARMv8 Processor" of every core as its model name.
  const cores = cpuinfo && armCores(cpuinfo);
  if (cores) return cores;
  const named = cpuinfo?.match(/^(?:model name|Model)[ \t]*:[ \t]*(.+)/m)?.[1].trim();
  if (named) return named;
  const allowed = Deno.permissions.querySync({ name: "sys", kind: "cpus" }).state === "granted";
  return (allowed && cpus()[0]?.model.trim()) || Deno.build.arch;
}

/**
 * Generation of an x86 CPU, such as `family 25, model 17, stepping 1`: clouds name CPUs of several
 * generations alike, of which one has twice the rate of another. `undefined` where Linux does not tell it.
 *
 * @param cpuinfo text of `/proc/cpuinfo`; `undefined` where there is none.
 */
export function cpuGeneration(cpuinfo: string | undefined = cpuinfoHere()): string | undefined {
  const numberOf = (name: string) => cpuinfo?.match(new RegExp(`^${name}[ \\t]*:[ \\t]*(\\d+)$`, "m"))?.[1];
  const family = numberOf("cpu family"), model = numberOf("model"), stepping = numberOf("stepping");
  if (family === undefined || model === undefined || stepping === undefined) return undefined;
  return `family ${family}, model ${model}, stepping ${stepping}`;
}

/** The generation of this CPU as a fact of a session's environment; none where Linux does not tell it. */
export function cpuGenerationFact(): Readonly<Record<string, string>> {
  const generation = cpuGeneration();
  return generation === undefined ? {} : { "cpu generation": generation };
}

/**
 * Name and generation of the CPU, for the names of files that hold for this CPU alone.
 *
 * @param cpuinfo text of `/proc/cpuinfo`; `undefined` where there is none.
 */
export function cpuIdentity(cpuinfo: string | undefined = cpuinfoHere()): string {
  return [cpuModel(cpuinfo), cpuGeneration(cpuinfo)].filter((text) => text !== undefined).join(", ");
}

/** A data cache of the CPU. */
export interface CpuCache {
  /** Bytes of one such cache. */
  readonly bytes: number;
  /** Logical CPUs that share it: threads of a core, or the cores of a complex or a socket. */
  readonly cpus: number;
}

const CPU_FOLDER = "/sys/devices/system/cpu";

/** Data caches of the CPU, nearest first, by a folder such as Linux has; none where it does not tell them. */
export function cachesIn(folder: string): readonly CpuCache[] {
  const all = navigator.hardwareConcurrency, caches: CpuCache[] = [];
  for (let index = 0; index < 8; index++) {
    const cache = `${folder}/cpu0/cache/index${index}`;
    const match = readSystemText(`${cache}/size`)?.match(/^(\d+)([KM])$/);
    if (match && readSystemText(`${cache}/type`) !== "Instruction") {
      const bytes = Number(match[1]) * (match[2] === "M" ? 2 ** 20 : 2 ** 10);
      const level = Number(readSystemText(`${cache}/level`) ?? 1);
      const sharers = numbersOf(readSystemText(`${cache}/shared_cpu_list`) ?? "").length;
      const cpus = sharers || (level > 2 ? all : 1);
      caches.push({ bytes, cpus });
    }
  }
  return caches.sort((a, b) => a.bytes - b.bytes);
}

let told: readonly CpuCache[] | undefined;

/** Data caches of this CPU, nearest first, as Linux tells them; none where it does not. */
export function toldCaches(): readonly CpuCache[] {
  return told ??= cachesIn(CPU_FOLDER);
}

/**
 * Data caches of the CPU, nearest first, where the system tells; else the usual 32 KiB and 1 MiB of a core,
 * and 32 MiB of all.
 *
 * @param caches caches that the system tells.
 */
export function cpuCaches(caches: readonly CpuCache[] = toldCaches()): readonly CpuCache[] {
  if (caches.length > 0) return caches;
  const all = navigator.hardwareConcurrency;
  return [{ bytes: 2 ** 15, cpus: 1 }, { bytes: 2 ** 20, cpus: 1 }, { bytes: 2 ** 25, cpus: all }];
}

/** Bytes of the CPU's data caches, nearest first, one of each level. */
export function cacheBytes(): readonly number[] {
  return cpuCaches().map(({ bytes }) => bytes);
}

/** Bytes of the second cache of a core, or of its only one. */
export function secondCacheBytes(): number {
  const caches = cacheBytes();
  return caches[1] ?? caches[0];
}

/** Bytes of the largest cache that one core sees. */
export function lastLevelCacheBytes(): number {
  return cacheBytes().at(-1)!;
}

/** Bytes of the last caches of all complexes and sockets together, by the `cpus` that the process may use. */
export function allLastCacheBytes(
  caches: readonly CpuCache[] = cpuCaches(),
  cpus: number = navigator.hardwareConcurrency,
): number {
  const last = caches.at(-1)!;
  return last.bytes * Math.ceil(cpus / Math.min(last.cpus, cpus));
}
