/**
 * Data caches of the CPU, as `CPUID` describes them.
 *
 * @module
 */
import type { Cpuid } from "./cpuid.ts";

/** A data or unified cache. */
export interface DataCache {
  /** Level, 1 for the nearest. */
  readonly level: number;
  /** Size. */
  readonly bytes: number;
}

/** Leaf that describes caches: Intel's, and AMD's, which has a bit to say so. */
const INTEL_LEAF = 4, AMD_LEAF = 0x8000_001d;
const AMD_FEATURES = { leaf: 0x8000_0001, bit: 22 } as const;
const KIND = { none: 0, data: 1, unified: 3 } as const;
/** More caches than a CPU has; ends the list of one that does not. */
const MOST = 16;

/** Returns the data caches of the CPU that answers, nearest first; none where it does not tell. */
export function dataCaches(ask: Cpuid): readonly DataCache[] {
  const isAmd = (ask(AMD_FEATURES.leaf).ecx >>> AMD_FEATURES.bit & 1) === 1;
  const caches: DataCache[] = [];
  for (let i = 0; i < MOST; i++) {
    const { eax, ebx, ecx } = ask(isAmd ? AMD_LEAF : INTEL_LEAF, i);
    const kind = eax & 31;
    if (kind === KIND.none) break;
    if (kind !== KIND.data && kind !== KIND.unified) continue;
    const ways = (ebx >>> 22) + 1, partitions = (ebx >>> 12 & 1023) + 1, lineBytes = (ebx & 4095) + 1;
    caches.push({ level: eax >>> 5 & 7, bytes: ways * partitions * lineBytes * (ecx + 1) });
  }
  return caches.sort((a, b) => a.level - b.level);
}
