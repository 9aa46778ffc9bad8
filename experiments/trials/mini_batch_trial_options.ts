/**
 * Options of trials of an epoch on mini-batches.
 *
 * @module
 */
import type { CsrMatrix } from "../../graph/csr.ts";
import type { Layer } from "../../training/layers/layer.ts";
import type { Aggregation, MiniBatchData } from "../../training/mini_batch/mod.ts";
import type { Facts, Metrics } from "../metrics.ts";

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
  /** Exact values that go with the cell. */
  readonly facts?: Facts<M>;
}
