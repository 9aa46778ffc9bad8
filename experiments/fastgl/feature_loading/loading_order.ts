/**
 * Order in which a policy loads the mini-batches of its epochs.
 *
 * @module
 */
import { greedyReorder, matchDegrees, traffic } from "../../../graph/sampling/mod.ts";
import type { CheckReport } from "../../../kernels/checks/check_report.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import type { LoadingPolicy } from "./loading_policy.ts";

/** Mini-batches, each as its input vertices, epoch by epoch. */
type Epochs = readonly (readonly Uint32Array[])[];

/** Mini-batches of all epochs in the order of a policy. */
export interface LoadingOrder {
  /** Input vertices of one mini-batch after the other. */
  readonly lists: readonly Uint32Array[];
  /** Milliseconds on the host in which they were compared and reordered; 0 where they come as sampled. */
  readonly ms: number;
}

/** Reorders mini-batches, `window` at a time; a window ends with its epoch. */
export function loadingOrder(epochs: Epochs, window: number, vertices: number): LoadingOrder {
  if (window === 1) return { lists: epochs.flat(), ms: 0 };
  const start = performance.now();
  const lists = windowsOf(epochs, window).flatMap((own) =>
    greedyReorder(matchDegrees(own, vertices)).map((batch) => own[batch])
  );
  return { lists, ms: performance.now() - start };
}

/** Mini-batches that are reordered together. */
function windowsOf(epochs: Epochs, window: number): Uint32Array[][] {
  return epochs.flatMap((lists) => {
    const size = Math.min(window, lists.length);
    return Array.from(
      { length: Math.ceil(lists.length / size) },
      (_, i) => lists.slice(i * size, (i + 1) * size),
    );
  });
}

/** Checks that an order has every mini-batch of each window once, in the window's own places. */
export function checkOrder({ lists }: LoadingOrder, epochs: Epochs, window: number): CheckReport {
  let place = 0;
  for (const own of windowsOf(epochs, window)) {
    const left = new Set(own);
    for (const end = place + own.length; place < end; place++) {
      if (!left.delete(lists[place])) return misplaced(place);
    }
  }
  if (place !== lists.length) return misplaced(place);
  return { ok: true, relErr: 0, tolerance: 0, checkedRows: place };
}

const misplaced = (place: number): CheckReport => ({
  ok: false,
  relErr: Infinity,
  tolerance: 0,
  checkedRows: place,
  worst: { row: place, col: 0, got: NaN, wanted: place, allowed: 0 },
});

/** Rows that the mini-batches of an epoch, in the order of a policy, copy from the host: exact. */
export function copiedRows(
  lists: readonly Uint32Array[],
  { match, window, cached }: Omit<LoadingPolicy, "id">,
  vertices: number,
): number {
  const isCached = new Uint8Array(vertices);
  for (const vertex of cached ?? []) isCached[vertex] = 1;
  // What a cache holds is copied neither for a mini-batch nor kept for the next.
  const missing = loadingOrder([lists], window, vertices).lists.map((list) =>
    cached ? list.filter((vertex) => isCached[vertex] === 0) : list
  );
  return match ? traffic([...missing.keys()], missing) : sumOf(missing, ({ length }) => length);
}
