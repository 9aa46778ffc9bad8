// unique[local[i]] = ids[i], local ids 0 to m - 1.
// ID maps by a hash table with atomics (fastgl, Algorithm 2, and DGL): the steps of all maps in one module.
import { clear, translate } from "./table.ts";
import { fused, fusedGrouped, keep } from "../fused_map/assembly.ts";
import { assign, enter, flag, scan } from "../three_step/assembly.ts";

export { clear, keep, fused, fusedGrouped, enter, flag, scan, assign, translate };
