/**
 * The caching policies of the memory manager as contenders.
 *
 * @module
 */
import type { ContenderSpec } from "../suite.ts";

/** Policies by the ids of the memory manager, the simplest first. */
export const CACHING_POLICIES: readonly ContenderSpec[] = [
  { id: "streaming", label: "no cache" },
  { id: "lru", label: "LRU" },
  { id: "dynamic-program", label: "dynamic program" },
];
