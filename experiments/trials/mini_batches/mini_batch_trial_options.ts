/**
 * Options of trials of an epoch on mini-batches.
 *
 * @module
 */
import type { CsrMatrix } from "../../../graph/csr.ts";
import type { KernelChoices } from "../../../training/executors/kernel_choice.ts";
import type { FeatureLoading } from "../../../training/feature_loading/mod.ts";
import type { Layer } from "../../../training/layers/layer.ts";
import type { Aggregation, MiniBatchData } from "../../../training/mini_batch/mod.ts";
import type { Facts, Metrics } from "../../metrics.ts";

/** Work of a training around its model: how ids are mapped, which features are copied, by which kernels. */
export interface BatchPolicy {
  /** Id of the map of sampled vertices: `fused-map`. */
  readonly idMap: string;
  /** Feature rows that are not copied from the host. */
  readonly loading: FeatureLoading;
  /** Mini-batches that are sampled ahead and reordered; 1 for none. */
  readonly window: number;
  /** Kernels that replace the best known ones. */
  readonly kernels: KernelChoices;
}

/** Model, data and mini-batches of a trial. */
export interface MiniBatchTrialOptions<M extends Metrics = Metrics> {
  /** Graph that neighbours are drawn from. */
  readonly graph: CsrMatrix;
  /** Features, truth and training vertices. */
  readonly data: MiniBatchData;
  /** Layers from the features to the logits. */
  readonly layers: readonly Layer[];
  /** Aggregation of the layers. */
  readonly aggregation: Aggregation;
  /** Neighbours drawn a layer, the layer next to the input first. */
  readonly fanouts: readonly number[];
  /** Seeds of a mini-batch. */
  readonly batchSize: number;
  /**
   * Policy of a training whose batches the host drives, on a GPU too; the best known parts when absent. The
   * rows of such a trial have the bytes that an epoch copies, `loaded_bytes`.
   */
  readonly policy?: BatchPolicy;
  /**
   * Part of an epoch that counts: `loading` for sampling and memory IO alone, which training goes on between;
   * the whole epoch when absent. On a GPU a part needs a policy, by which the host drives the batches.
   */
  readonly counts?: "loading";
  /** Exact values that go with the cell. */
  readonly facts?: Facts<M>;
}
