/**
 * Memory accesses of CSR SpMM kernels: which warp loads which operand in which order. Three kernels whose
 * source is public. These choices, the geometries of `published_cards.ts` and the rules of
 * `cache_geometry.ts` were fixed from public facts before any reordered graph was simulated, and are not
 * adjusted to published hit rates.
 *
 * @module
 */

/** An SpMM kernel y = A x in which one warp computes one row in one panel of feature columns. */
export interface KernelModel {
  /** Short name in rows and reports. */
  readonly id: string;
  /** Columns of x that one warp computes. */
  readonly panelColumns: number;
  /**
   * Order of warps. `panel-major`: all rows of the first panel are launched before those of the second
   * (panels on the grid's y axis); `row-major`: the panels of one row lie side by side in a thread block.
   */
  readonly order: "panel-major" | "row-major";
  /**
   * Loads of column ids and values. `staged`: a warp loads 32 of each at once; `broadcast`: one of each
   * before every multiply-add.
   */
  readonly indexLoads: "staged" | "broadcast";
  /**
   * Place of partial sums: in registers until the row is done, or read and written in global memory each
   * time.
   */
  readonly partialSums: "register" | "global";
  /** Warps of a thread block; blocks are assigned to the multiprocessors in turn. */
  readonly blockWarps: number;
}

/**
 * Row split (Yang, Buluc and Owens, "Design principles for sparse matrix multiplication on the GPU", Euro-Par
 * 2018): a warp takes a row and 32 columns, loads 32 entries at once and hands them round by shuffles;
 * further columns are further slabs of the grid; 128 threads a block. It stands for the vendor's CSR product,
 * whose source is closed, and for the kernel of hetu-gnn's Figure 8, which the paper does not name. The
 * Memory-Aware kernel of fastgl has about the same global traffic: what it reuses lies in shared memory.
 */
export const ROW_SPLIT: KernelModel = {
  id: "row-split",
  panelColumns: 32,
  order: "panel-major",
  indexLoads: "staged",
  partialSums: "register",
  blockWarps: 4,
};

/**
 * One thread a feature of a row, as in DGL's g-SpMM on CSR: every lane reads the column id and the value of
 * each entry itself, the warps of a row lie side by side in a block of 256 threads, and sums stay in
 * registers.
 */
export const NAIVE_REGISTER: KernelModel = {
  id: "naive-register",
  panelColumns: 32,
  order: "row-major",
  indexLoads: "broadcast",
  partialSums: "register",
  blockWarps: 8,
};

/**
 * {@link NAIVE_REGISTER} with partial sums read and written in global memory, as fastgl's equation 3 counts
 * them.
 */
export const NAIVE_RMW: KernelModel = { ...NAIVE_REGISTER, id: "naive-rmw", partialSums: "global" };
