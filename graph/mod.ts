/**
 * Graph structure, no arithmetic: CSR matrices, orderings, partitions, sampling on the CPU, and execution
 * paths.
 *
 * @module
 */
export * from "./bandwidth.ts";
export * from "./column_window.ts";
export * from "./csr.ts";
export * from "./degrees.ts";
export * from "./edges.ts";
export * from "./execution_paths.ts";
export * from "./graph_hash.ts";
export * from "./induced_subgraph.ts";
export * from "./k_hop.ts";
export * from "./neighbor_groups.ts";
export * from "./normalization.ts";
export * from "./orderings/block_wise.ts";
export * from "./orderings/metis.ts";
export * from "./orderings/mod.ts";
export * from "./orderings/ordering.ts";
export type { EqualCut } from "./partitions/equal_cut.ts";
export * from "./partitions/cost_model.ts";
export * from "./partitions/mod.ts";
export * from "./partitions/part_ranges.ts";
export * from "./partitions/partition.ts";
export * from "./partitions/range_block.ts";
export * from "./partitions/ranges.ts";
export * from "./partitions/vertex_costs.ts";
export * from "./permutation.ts";
export * from "./permute.ts";
export * from "./reuse_distance.ts";
export * from "./sampling/mod.ts";
export * from "./submatrix.ts";
export * from "./symmetry.ts";
export * from "./tiles.ts";
export * from "./transpose.ts";
