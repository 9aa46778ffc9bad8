/**
 * Oracle of gathers of entries with dropout, in float64.
 *
 * @module
 */
import { endRow } from "../epilogue/oracle.ts";
import type { Oracle } from "../operation.ts";
import type { GatherEntriesProblem } from "./entries.ts";

/** Oracle of `y[e] = dropout(x)[index[e]]`: one row, one term per entry. */
export const gatherEntriesOracle: Oracle<GatherEntriesProblem> = {
  shape: ({ x, index }) => ({ rows: 1, cols: index?.length ?? x.length }),
  terms: () => 1,
  row({ x, index, dropout }, row, value, magnitude) {
    const kept = Float64Array.from(x), keptMagnitude = kept.map(Math.abs);
    endRow({ negativeSlope: 1, ...(dropout ? { dropout } : {}) }, row, {
      value: kept,
      magnitude: keptMagnitude,
    });
    for (let entry = 0; entry < value.length; entry++) {
      const from = index ? index[entry] : entry;
      value[entry] = kept[from];
      magnitude[entry] = keptMagnitude[from];
    }
    return 1;
  },
};
