// Scratch memory of a thread: a flag, and from byte FLAG on what a kernel keeps there. No module of its own:
// modules import it.

export const FLAG: usize = 128;

/**
 * Scratch memory of this call alone: as many calls run at once as there are scratches, so one is always free.
 */
export function claimScratch(scratches: usize, count: usize, bytes: usize): usize {
  let i: usize = 0;
  while (atomic.cmpxchg<u32>(scratches + i * bytes, 0, 1) != 0) i = i + 1 < count ? i + 1 : 0;
  return scratches + i * bytes;
}

/** Lets another call have it. */
// @ts-ignore: decorator
@inline
export function releaseScratch(scratch: usize): void {
  atomic.store<u32>(scratch, 0);
}
