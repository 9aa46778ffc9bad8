/**
 * Caching policies of the memory manager that roc compares, as contenders.
 *
 * @module
 */
import type { CachingPolicy } from "../../training/memory_manager/mod.ts";
import type { Contender } from "../cell.ts";

/** A caching policy as a contender. */
export interface CachingContender extends Omit<Contender, "factors"> {
  /** Id of the policy in the memory manager. */
  readonly id: Exclude<CachingPolicy, "farthest-next-use">;
}

/** Policies by the ids of the memory manager, the simplest first. */
export const CACHING_POLICIES: readonly CachingContender[] = [
  { id: "streaming", label: "no cache" },
  { id: "lru", label: "LRU" },
  { id: "dynamic-program", label: "dynamic program" },
];
