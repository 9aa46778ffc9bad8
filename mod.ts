/**
 * The library: what a notebook or a script imports to load graphs, order them, run and check kernels, add its own, run
 * suites and read sessions.
 *
 * ```ts
 * import { csrFromEdges, degreeStatistics } from "gnn-repro";
 *
 * const path = csrFromEdges({
 *   vertices: 3,
 *   source: Uint32Array.of(0, 1),
 *   target: Uint32Array.of(1, 2),
 *   symmetrise: true,
 * });
 * console.log(degreeStatistics(path).mean);
 * ```
 *
 * @module
 */

// platform: errors, random numbers, statistics
export * from "./platform/errors.ts";
export * from "./platform/interrupt.ts";
export * from "./platform/random.ts";
export * from "./platform/statistics/mod.ts";
export * from "./platform/wasm.ts";
export type { ParallelCall } from "./platform/worker_pool.ts";

// graph: structure
export * from "./graph/bandwidth.ts";
export * from "./graph/csr.ts";
export * from "./graph/degrees.ts";
export * from "./graph/edges.ts";
export * from "./graph/graph_hash.ts";
export * from "./graph/k_hop.ts";
export * from "./graph/neighbor_groups.ts";
export * from "./graph/normalization.ts";
export * from "./graph/orderings/block_wise.ts";
export * from "./graph/orderings/metis.ts";
export * from "./graph/orderings/mod.ts";
export * from "./graph/orderings/ordering.ts";
export * from "./graph/partitions/mod.ts";
export * from "./graph/partitions/partition.ts";
export * from "./graph/permutation.ts";
export * from "./graph/permute.ts";
export * from "./graph/reuse_distance.ts";
export * from "./graph/submatrix.ts";
export * from "./graph/symmetry.ts";
export * from "./graph/tiles.ts";
export * from "./graph/transpose.ts";

// hardware: devices and measuring
export * from "./hardware/access_time.ts";
export * from "./hardware/cache_simulator/cache_geometry.ts";
export * from "./hardware/cache_simulator/kernel_model.ts";
export * from "./hardware/cache_simulator/simulate_spmm.ts";
export * from "./hardware/dense.ts";
export * from "./hardware/device.ts";
export * from "./hardware/interconnect.ts";
export * from "./hardware/measuring.ts";
export * from "./hardware/open_device.ts";
export * from "./hardware/probe_roofline.ts";
export * from "./hardware/published_cards.ts";
export * from "./hardware/roofline.ts";
export * from "./hardware/spmm_roofline.ts";
export * from "./hardware/wasm/device.ts";
export type { AdapterRequest } from "./hardware/webgpu/adapter.ts";
export * from "./hardware/webgpu/device.ts";
export { computePipeline, type PipelineSource } from "./hardware/webgpu/pipeline.ts";
export type { PassTime } from "./hardware/webgpu/pass_clock.ts";
export type { TimerCalibration } from "./hardware/webgpu/timer.ts";
export { foldedGrid, type Groups } from "./hardware/webgpu/work_queue.ts";

// datasets: a graph comes in
export * from "./datasets/dataset.ts";
export * from "./datasets/fidelity.ts";
export * from "./datasets/generators/rmat.ts";
export * from "./datasets/generators/stand_in.ts";
export * from "./datasets/load.ts";
export type { LookupOptions } from "./datasets/lookup.ts";
export * from "./datasets/registry.ts";

// kernels: arithmetic
export * from "./kernels/check.ts";
export * from "./kernels/gemm/mod.ts";
export * from "./kernels/kernel.ts";
export * from "./kernels/operation.ts";
export * from "./kernels/registry.ts";
export * from "./kernels/spmm/mod.ts";

// results: what came out
export * from "./results/evidence.ts";
export type { JournalEntry } from "./results/journal.ts";
export * from "./results/report.ts";
export * from "./results/row.ts";
export * from "./results/scorecard.ts";
export * from "./results/session_document.ts";
export * from "./results/store.ts";

// experiments: what the papers claim
export * from "./experiments/ordered_graph.ts";
export * from "./experiments/papers.ts";
export * from "./experiments/profiles.ts";
export type { PublishedKey } from "./experiments/published_join.ts";
export * from "./experiments/repro.ts";
export * from "./experiments/repro_options.ts";
export * from "./experiments/spmm_trial.ts";
export * from "./experiments/suite.ts";
export * from "./experiments/suite_evidence.ts";
export * from "./experiments/suites.ts";
export * from "./experiments/summary.ts";
