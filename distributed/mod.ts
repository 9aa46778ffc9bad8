/**
 * Computation on several ranks: communicators, graph partitions, distributed products, the embedding cache,
 * and partitioned training.
 *
 * @module
 */
export * from "./communicator/mod.ts";
export * from "./embedding_cache/mod.ts";
export * from "./embedding_push/mod.ts";
export * from "./local_batch/mod.ts";
export * from "./partition/mod.ts";
export * from "./partition_files/mod.ts";
export * from "./runs/mod.ts";
export * from "./spmm/mod.ts";
export * from "./training/mod.ts";
