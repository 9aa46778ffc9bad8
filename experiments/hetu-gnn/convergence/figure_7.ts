/**
 * hetu-gnn Figure 7, the part on one device: test loss against epochs and against time.
 *
 * @module
 */
import { findPeer, TRAINING_PEERS } from "../../peers/peers.ts";
import type { Suite } from "../../suite.ts";
import { type EpochVariant, variantFactors } from "../epochs/epochs.ts";
import { GRAPHS, MODEL } from "../paper_graphs.ts";
import { AUTOGRAD, TRANSPOSE_KEPT } from "../pytorch.ts";
import {
  CHECKPOINT_METRICS,
  checkpointId,
  CHECKPOINTS,
  measureCheckpoints,
  type RaceCheckpoint,
} from "./race_checkpoints.ts";
import { LENGTH, TARGET } from "./convergence_target.ts";
import { FIGURE_7_CLAIMS } from "./figure_7_claims.ts";
import type { ConvergenceContender, OwnContender, PeerRacer } from "./convergence_contenders.ts";

/** On a smaller stand-in the test loss rises again before it is low. */
const SCALE = { standard: 128, smoke: 1024 } as const;

function own(id: string, label: string, variant: EpochVariant): OwnContender {
  return { id, label, factors: variantFactors(variant), variant };
}

const CONTENDERS: readonly ConvergenceContender[] = [
  own("base", "this harness, baseline", { ordering: "natural", kernel: "row-split" }),
  own("reorder-bs", "this harness, METIS order, block sparse", { ordering: "metis", kernel: "block-sparse" }),
  ...[AUTOGRAD, TRANSPOSE_KEPT].map((peer): PeerRacer => {
    const id = `peer:${peer}`, { label } = findPeer(peer, TRAINING_PEERS);
    return { id, label, factors: { peer }, runtime: "python", peer };
  }),
];

/** Test losses by epoch, and the time to one of them. */
export const figure7: Suite<RaceCheckpoint, ConvergenceContender, typeof CHECKPOINT_METRICS> = {
  id: "hetu-gnn/figure-7",
  artifact: "Figure 7",
  title: "Convergence, on one device",
  question: "Does training converge to the same test loss as the reference framework, and sooner?",
  contenders: CONTENDERS,
  baseline: "base",
  workloads: ({ id: profile }) =>
    CHECKPOINTS.filter((epoch) => epoch <= LENGTH[profile].epochs).map((epoch): RaceCheckpoint => {
      const checkpoint = { id: checkpointId(epoch), epoch, model: MODEL, factors: { epoch } };
      return profile === "paper"
        ? { ...checkpoint, dataset: "reddit" }
        : { ...checkpoint, dataset: `reddit@1/${SCALE[profile]}` };
    }),
  settings: {
    "model": `2-layer GCN, ${GRAPHS.reddit.hidden} hidden units, no dropout, no bias`,
    "optimizer": "Adam, learning rate 0.01; the same initial weights for all",
    "loss to reach": `${TARGET.toFixed(3)}, half of the loss of guessing among 41 classes`,
    "repetitions": `${LENGTH.standard.repetitions} trainings to that loss, in turns`,
  },
  measurement: { kind: "joint", measure: measureCheckpoints },
  metrics: CHECKPOINT_METRICS,
  plots: [
    { metric: "test_loss", x: "epoch", logarithmicX: false },
    { metric: "test_loss", x: "train_seconds" },
    { metric: "time_to_loss", x: "workload" },
  ],
  notes: [
    "The paper prints no value of these curves. It names neither optimizer nor learning rate.",
    "A curve is one training, its evaluations not timed; the time to the loss is of trainings without " +
    "evaluations. Ordering and the preparation of kernels are in neither.",
    "A stand-in's labels are its communities, its features random: its loss is not that of the real graph.",
    "The printed speed-ups (10.9 and 6.51) are of several devices; their quotient, 1.67, is that of one over PyTorch.",
    "PyTorch's autograd transposes the adjacency in every step, which is most of its time on a CPU. The claim asks of it and of PyTorch " +
    "with the transposed matrix kept.",
    "The loss to reach is not printed; it was chosen when first curves had been seen, as one that trainings of 60 epochs reach.",
  ],
  claims: FIGURE_7_CLAIMS,
};
