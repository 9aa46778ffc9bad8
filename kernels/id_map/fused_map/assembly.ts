// unique[next++] = ids[i] for new ids: Fused-Map (fastgl, Algorithm 2) on the table of assembly/table.ts.
import {
  atomics, BLOCK, count, counters, full, ids, insert, kept, local, n, open, unique,
} from "../assembly/table.ts";

/** Fused-Map: enters the kept ids with their positions as values. */
export function keep(begin: u32, end: u32, record: usize): void {
  open(record);
  for (let i = begin * BLOCK, stop = min(end * BLOCK, kept); i < stop; i++) {
    const at = insert(load<u32>(unique + (<usize>i << 2)));
    if (at == 0) break;
    store<u32>(at & ~1, i, 4);
  }
  count();
}

/** Fused-Map: enters ids; the thread that takes a slot numbers its id. */
export function fused(begin: u32, end: u32, record: usize): void {
  open(record);
  if (full()) return;
  for (let i = begin * BLOCK, stop = min(end * BLOCK, n); i < stop; i++) {
    const id = load<u32>(ids + (<usize>i << 2));
    const at = insert(id);
    if (at == 0) break;
    if ((at & 1) == 0) continue;
    const number = kept + atomic.add<u32>(counters, 1);
    atomics++;
    store<u32>(at ^ 1, number, 4);
    store<u32>(unique + (<usize>number << 2), id);
  }
  count();
}

/**
 * Fused-Map whose counter is advanced once per block: `local` of the block lists the slots taken until they
 * get numbers.
 */
export function fusedGrouped(begin: u32, end: u32, record: usize): void {
  open(record);
  if (full()) return;
  for (let block = begin; block < end; block++) {
    const first = block * BLOCK, stop = min(first + BLOCK, n);
    const taken = local + (<usize>first << 2);
    let wins: u32 = 0;
    for (let i = first; i < stop; i++) {
      const at = insert(load<u32>(ids + (<usize>i << 2)));
      if (at == 0) {
        count();
        return;
      }
      if ((at & 1) == 0) continue;
      store<u32>(taken + (<usize>wins << 2), at ^ 1);
      wins++;
    }
    if (wins == 0) continue;
    const base = kept + atomic.add<u32>(counters, wins);
    atomics++;
    for (let win: u32 = 0; win < wins; win++) {
      const at: usize = load<u32>(taken + (<usize>win << 2));
      store<u32>(at, base + win, 4);
      store<u32>(unique + (<usize>(base + win) << 2), load<u32>(at) - 1);
    }
  }
  count();
}
