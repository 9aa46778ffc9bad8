/**
 * The caching policies of the memory manager as contenders.
 *
 * @module
 */
import type { Contender } from "../cell.ts";

/** Policies by the ids of the memory manager, the simplest first. */
export const CACHING_POLICIES: readonly Omit<Contender, "factors">[] = [
  { id: "streaming", label: "no cache" },
  { id: "lru", label: "LRU" },
  { id: "dynamic-program", label: "dynamic program" },
];
