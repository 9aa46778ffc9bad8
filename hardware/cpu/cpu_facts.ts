/**
 * Facts about the CPU: its name and its caches.
 *
 * @module
 */
import { cpus } from "node:os";

/** Reads the text of a small file; `undefined` where it is absent or unreadable. */
export function readText(path: string): string | undefined {
  try {
    return Deno.readTextFileSync(path).trim();
  } catch {
    return undefined;
  }
}

/** Name of the CPU by its maker; the architecture where the system does not tell or may not be asked. */
export function cpuModel(): string {
  const line = readText("/proc/cpuinfo")?.split("\n").find((each) => /^(model name|Model)\s*:/.test(each));
  const named = line?.split(":")[1]?.trim();
  if (named) return named;
  const allowed = Deno.permissions.querySync({ name: "sys", kind: "cpus" }).state === "granted";
  return (allowed && cpus()[0]?.model.trim()) || Deno.build.arch;
}

/**
 * Bytes of the CPU's data caches, nearest first, where Linux tells; else the usual 32 KiB, 1 MiB and 32 MiB.
 */
export function cacheBytes(): readonly number[] {
  const sizes: number[] = [];
  for (let index = 0; index < 8; index++) {
    const folder = `/sys/devices/system/cpu/cpu0/cache/index${index}`;
    const match = readText(`${folder}/size`)?.match(/^(\d+)([KM])$/);
    if (match && readText(`${folder}/type`) !== "Instruction") {
      sizes.push(Number(match[1]) * (match[2] === "M" ? 2 ** 20 : 2 ** 10));
    }
  }
  return sizes.length > 0 ? sizes.sort((a, b) => a - b) : [32 * 2 ** 10, 2 ** 20, 32 * 2 ** 20];
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
