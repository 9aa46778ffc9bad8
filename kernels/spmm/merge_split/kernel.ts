/**
 * Kernel `merge-split` of spmm: equal shares of rows and entries together.
 *
 * @module
 */
import type { KernelIdentity } from "../../kernel.ts";

/**
 * Kernel `merge-split`, merge-based SpMM (Yang, Buluc and Owens, Euro-Par 2018) by the merge path of Merrill
 * and Garland (SC 2016): the list of row ends and the list of entries are merged, and the merged list is cut
 * into equal shares, so that neither a hub nor a run of empty rows is more work than its neighbours.
 */
export const mergeSplit: KernelIdentity = {
  id: "merge-split",
  mapping: {
    webgpu:
      "neighbouring lanes take an equal share of row ends and entries; the sums of rows that a share cuts are " +
      "added up by a second pass, in their order",
  },
};
