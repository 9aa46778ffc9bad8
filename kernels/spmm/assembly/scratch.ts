// Scratch memory of a thread: a flag, and from byte FLAG on the data of a kernel. Imported by other modules,
// not compiled by itself.

export const FLAG: usize = 128;

/**
 * Claims scratch memory for this call alone: there are as many scratches as concurrent calls, so one is
 * always free.
 */
export function claimScratch(scratches: usize, count: usize, bytes: usize): usize {
  let i: usize = 0;
  while (atomic.cmpxchg<u32>(scratches + i * bytes, 0, 1) != 0) i = i + 1 < count ? i + 1 : 0;
  return scratches + i * bytes;
}

/** Releases scratch memory for another call. */
// @ts-ignore: decorator
@inline
export function releaseScratch(scratch: usize): void {
  atomic.store<u32>(scratch, 0);
}
