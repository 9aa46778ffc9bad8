/**
 * hetu-gnn Figure 7, the part on one device: test loss against epochs and against time.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import { medianOf } from "../../../results/row.ts";
import type { Contender, Workload } from "../../cell.ts";
import { type CellKey, EvidenceMissing, type SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import { findPeer, TRAINING_PEERS } from "../../peers/peers.ts";
import type { Suite } from "../../suite.ts";
import { byContender } from "../../trials/by_contender.ts";
import { LENGTH, TARGET } from "./convergence_target.ts";
import type { EpochVariant } from "../epochs/epochs.ts";
import { GRAPHS, MODEL } from "../paper_graphs.ts";
import type { Racer } from "./racers.ts";
import { race } from "./training_race.ts";

const { hidden: HIDDEN } = GRAPHS.reddit;
/** On a smaller stand-in the test loss rises again before it is low. */
const SCALE = { standard: 128, smoke: 1024 } as const;

const CHECKPOINTS = [1, 2, 4, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60] as const;
/** `tolerance` of two losses, relative. */
const TOLERANCE = 0.01;

const REFERENCE = "peer:torch-autograd";

/** A training with its place in the race. */
interface Trainer extends Contender {
  /** Ordering and kernel, or peer. */
  readonly racer: Racer;
}

function own(id: string, label: string, variant: EpochVariant): Trainer {
  const { ordering, kernel } = variant;
  const reorder = ordering === "natural" ? "none" : ordering;
  return { id, label, factors: { reorder, kernel }, racer: { id, variant } };
}

const CONTENDERS: readonly Trainer[] = [
  own("base", "this harness, baseline", { ordering: "natural", kernel: "row-split" }),
  own("reorder-bs", "this harness, METIS order, block sparse", { ordering: "metis", kernel: "block-sparse" }),
  ...["torch-autograd", "torch"].map((peer): Trainer => {
    const id = `peer:${peer}`, { label } = findPeer(peer, TRAINING_PEERS);
    return { id, label, factors: { peer }, runtime: "python", racer: { id, peer } };
  }),
];

/** Training up to an epoch. */
interface Checkpoint extends Workload {
  /** Epochs so far. */
  readonly epoch: number;
}

const METRICS = {
  test_loss: { label: "test loss", unit: "1", better: "lower" },
  train_seconds: { label: "time of training", unit: "s", better: "lower" },
  time_to_loss: { label: "time to the loss", unit: "s", better: "lower" },
  epochs_to_loss: { label: "epochs to the loss", unit: "epochs", better: "lower" },
  preprocess: { label: "reordering", unit: "ms", better: "lower", shown: false },
} as const satisfies Metrics;

/**
 * Races the trainings that were asked for, once for all checkpoints; the last one has the time to the loss.
 */
async function measure(
  lab: Lab,
  dataset: LoadedDataset,
  { epoch }: Checkpoint,
  contenders: readonly Trainer[],
): Promise<(id: string) => JointOutcome<typeof METRICS>> {
  const length = LENGTH[lab.profile.id];
  const racers = contenders.map(({ racer }) => racer);
  const curves = await lab.once(race, dataset, { racers, hidden: HIDDEN, target: TARGET, ...length });
  return byContender(contenders, ({ id }) => {
    const { testLosses, training, toTarget, ordering } = curves.of(id);
    const isLast = epoch === length.epochs;
    return {
      times: {
        train_seconds: {
          ...training,
          ms: [training.ms[epoch - 1]],
          waits: [training.waits[epoch - 1]],
        },
        ...(isLast && toTarget && { time_to_loss: toTarget.times }),
        ...(isLast && ordering && { preprocess: ordering }),
      },
      facts: {
        test_loss: testLosses[epoch - 1],
        ...(isLast && toTarget && { epochs_to_loss: toTarget.epochs }),
      },
    };
  });
}

const workloadId = (epoch: number) => `epoch-${epoch}`;

/** The cell of a contender's last checkpoint, which a profile decides. */
function atEnd(evidence: SuiteEvidence, contender: string): CellKey {
  const epoch = CHECKPOINTS.findLast((each) =>
    evidence.find({ workload: workloadId(each), contender }, "test_loss") !== undefined
  );
  return { workload: workloadId(epoch ?? LENGTH.standard.epochs), contender };
}

/** Equal to the reference's final test loss within the tolerance, from equal weights and hyper-parameters. */
function sameLoss(evidence: SuiteEvidence): ClaimPart[] {
  const reference = evidence.row(atEnd(evidence, REFERENCE), "test_loss");
  return ["base", "reorder-bs"].map((contender) => {
    const own = evidence.row(atEnd(evidence, contender), "test_loss");
    const difference = Math.abs(medianOf(own) / medianOf(reference) - 1);
    const words = `at the end ${contender} has a test loss of ${medianOf(own).toPrecision(4)}, PyTorch ` +
      `${medianOf(reference).toPrecision(4)}: ${(100 * difference).toPrecision(2)} % apart`;
    return evidence.exact(difference <= TOLERANCE, words, [own, reference], difference);
  });
}

/** The reference takes longer to reach the loss; where one of the two does not, there is no time. */
function fasterThanReference(evidence: SuiteEvidence): ClaimPart[] {
  const [own, reference] = ["base", REFERENCE].map((contender) => {
    const end = atEnd(evidence, contender), last = evidence.row(end, "test_loss");
    if (evidence.find(end, "time_to_loss") === undefined) {
      throw new EvidenceMissing(
        `${contender} has a test loss of ${medianOf(last).toPrecision(4)} on ${end.workload}, the last; ` +
          `the loss to reach is ${TARGET.toFixed(3)}`,
      );
    }
    return end;
  });
  return [evidence.faster(own, reference, "time_to_loss")];
}

/** Test losses by epoch, and the time to one of them. */
export const figure7: Suite<Checkpoint, Trainer, typeof METRICS> = {
  id: "hetu-gnn/figure-7",
  artifact: "Figure 7",
  title: "Convergence, on one device",
  question: "Does training converge to the same test loss as the reference framework, and sooner?",
  contenders: CONTENDERS,
  baseline: "base",
  workloads: ({ id: profile }) =>
    CHECKPOINTS.filter((epoch) => epoch <= LENGTH[profile].epochs).map((epoch): Checkpoint => {
      const checkpoint = { id: workloadId(epoch), epoch, model: MODEL, factors: { epoch } };
      return profile === "paper"
        ? { ...checkpoint, dataset: "reddit" }
        : { ...checkpoint, dataset: `reddit@1/${SCALE[profile]}` };
    }),
  settings: {
    "model": `2-layer GCN, ${HIDDEN} hidden units, no dropout, no bias`,
    "optimizer": "Adam, learning rate 0.01; the same initial weights for all",
    "loss to reach": `${TARGET.toFixed(3)}, a quarter of the loss of guessing among 41 classes`,
    "repetitions": `${LENGTH.standard.repetitions} trainings to that loss, in turns`,
  },
  measurement: { kind: "joint", measure },
  metrics: METRICS,
  plots: [
    { metric: "test_loss", x: "epoch", logarithmicX: false },
    { metric: "test_loss", x: "train_seconds" },
    { metric: "time_to_loss", x: "workload" },
  ],
  notes: [
    "The paper prints no value of these curves. It names neither optimizer nor learning rate.",
    "A curve is one training, its evaluations not timed; the time to the loss is of trainings without " +
    "evaluations. Ordering and the preparation of kernels are in neither.",
    "A stand-in's labels are its communities, its features random: its loss falls further than the real " +
    "graph's.",
    "The printed speed-ups (10.9 and 6.51) are of several devices.",
    "The loss to reach is not printed; it was chosen when first curves had been seen.",
  ],
  claims: [
    { claimId: "hetu-gnn.q.same-loss", decide: sameLoss },
    { claimId: "hetu-gnn.q.single-faster-than-reference", decide: fasterThanReference },
  ],
};
