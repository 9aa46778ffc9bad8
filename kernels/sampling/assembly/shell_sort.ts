// Shell sort of words in place, ascending, with Knuth's gaps. Runs as short as a fan-out take a pass or two
// of insertion. Imported by other modules, not compiled by itself.

/**
 * Sorts the words from one address up to another. Where `beside` is not 0, words at that distance move along.
 */
// @ts-ignore: decorator
@inline
export function shellSort(first: usize, last: usize, beside: usize): void {
  let gap: usize = 4;
  while (gap * 3 + 4 < last - first) gap = gap * 3 + 4;
  for (;;) {
    for (let e = first + gap; e < last; e += 4) {
      const col = load<u32>(e), value = beside != 0 ? load<u32>(e + beside) : 0;
      let hole = e, before: u32 = 0;
      while (hole >= first + gap && (before = load<u32>(hole - gap)) > col) {
        store<u32>(hole, before);
        if (beside != 0) store<u32>(hole + beside, load<u32>(hole + beside - gap));
        hole -= gap;
      }
      store<u32>(hole, col);
      if (beside != 0) store<u32>(hole + beside, value);
    }
    if (gap == 4) break;
    gap = (gap - 4) / 3;
  }
}
