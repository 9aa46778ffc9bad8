/**
 * Benches of training: this harness beside other systems, and a full-batch epoch by any of them.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { Layer } from "../../../training/layers/layer.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import { vertexData, type VertexDataOptions } from "../../../training/vertex_data.ts";
import type { Contender, Workload } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { TimedMeasurement } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import { firstLosses, peerEpochTrial } from "../../peers/peer_epoch.ts";
import { peerContenders, type PeerSpec } from "../../peers/peers.ts";
import { EPOCH_PART_METRICS, trainingTrial } from "../../trials/training_trial.ts";

/** This harness, or another system that trains. */
export interface BenchedSystem extends Contender {
  /** Id of the other system; absent for this harness. */
  readonly factors?: { readonly peer: string };
}

/** This harness, the baseline `own`, and other systems. */
export function benchedSystems(peers: readonly PeerSpec[]): readonly BenchedSystem[] {
  return [{ id: "own", label: "this harness" }, ...peerContenders(peers)];
}

/** Metrics of full-batch epochs. */
export const WHOLE_EPOCH_METRICS = {
  time: { label: "epoch time", unit: "ms", better: "lower" },
  speedup: { label: "speed-up over this harness", unit: "x", better: "higher" },
  ...EPOCH_PART_METRICS,
  device_bytes: { label: "bytes on the device", unit: "1", better: "lower", shown: false },
} as const satisfies Metrics;

/** Model of a full-batch epoch, and the random data that it is trained on. */
export interface WholeEpoch extends Pick<VertexDataOptions, "normalise"> {
  /** Layers of the model, which Adam trains. */
  readonly layers: readonly Layer[];
  /** Columns of the features of a graph that has none. */
  readonly width: number;
  /** Number of classes, on every graph. */
  readonly classes: number;
}

/** Training of full-batch epochs, as a setting of suites. */
export const WHOLE_EPOCH_TRAINING =
  "half of the vertices, random features and labels; Adam, learning rate 0.01";

/** Note on the times and losses of other systems. */
export const WHOLE_EPOCH_PEERS =
  "A peer times itself, between two readings of its own clock (on a GPU, two events of CUDA). Its first five losses must be ours to 1e-3.";

/**
 * Measurement of full-batch epochs of a model by each system, with half of the vertices to train on and
 * random labels of as many classes on every graph: what labels are does not change an epoch's time.
 */
export function wholeEpochs(
  { layers, width, classes, ...options }: WholeEpoch,
): TimedMeasurement<Workload, BenchedSystem, typeof WHOLE_EPOCH_METRICS> {
  const model = { layers, optimizer: adam() };
  const drawData = ({ seed }: Lab, dataset: LoadedDataset) => {
    const { labels: _, multiLabels: __, classes: ___, ...graph } = dataset;
    return vertexData(graph, { seed, randomWidth: width, classes, trainingShare: 0.5, ...options });
  };
  const losses = async (lab: Lab, dataset: LoadedDataset) =>
    await firstLosses(lab, { data: await lab.once(drawData, dataset, {}), model });
  return {
    kind: "timed",
    decides: true,
    patience: 4,
    trial: async (lab, dataset, _workload, { factors }) => {
      const data = await lab.once(drawData, dataset, {});
      if (factors === undefined) return trainingTrial(lab, { data, model });
      const { peer } = factors;
      return await peerEpochTrial(lab, { data, model, peer, losses: await lab.once(losses, dataset, {}) });
    },
  };
}
