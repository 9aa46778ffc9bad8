/**
 * Arguments of the exports of `cache.wasm`, written by "deno task build:wasm".
 *
 * @module
 */

/** Arguments of the exports of `cache.wasm`, in their order. */
export const cacheSignatures = {
  place: { rowPtr: "usize", colIdx: "usize", slots: "usize", taken: "usize" },
  addresses: { colIdxAt: "f64", valuesAt: "f64", xAt: "f64", yAt: "f64" },
  launch: {
    rows: "u32",
    rowBytes: "u32",
    panelBytes: "u32",
    panels: "u32",
    sms: "u32",
    warps: "u32",
    blockWarps: "u32",
    panelMajor: "u32",
    staged: "u32",
    globalSums: "u32",
  },
  caches: { l1: "usize", l1Sets: "u32", l1Ways: "u32", l2: "usize", l2Sets: "u32", l2Ways: "u32" },
  run: { rounds: "u32" },
  finish: { out: "usize" },
} as const;
