/**
 * hetu-gnn Figure 7, the part on one device: test loss against epochs and against time.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { refuseEmulated } from "../../hardware/emulated.ts";
import type { ClaimPart } from "../../results/evidence.ts";
import type { CellKey, SuiteEvidence } from "../claims/suite_evidence.ts";
import { TRAINING_PEERS } from "../peers/peers.ts";
import type { Profile } from "../profiles.ts";
import type { Lab } from "../lab.ts";
import type { Fact } from "../metrics.ts";
import { type Curve, race, type Racer } from "./convergence.ts";
import { GRAPHS } from "./epochs.ts";
import type { TextContender, TextSuite, TextWorkload } from "../text_suite.ts";
import { medianOf } from "../../results/row.ts";

const { hidden: HIDDEN } = GRAPHS.reddit;
/** On a smaller stand-in the test loss rises again before it is low. */
const SCALE = { standard: 32, smoke: 128 } as const;

const CHECKPOINTS = [1, 2, 4, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60] as const;
/** The last checkpoint, and how many times the loss is reached again. */
export const LENGTH: Readonly<
  Record<Profile["id"], { readonly epochs: number; readonly repetitions: number }>
> = {
  smoke: { epochs: 10, repetitions: 3 },
  standard: { epochs: 60, repetitions: 13 },
  paper: { epochs: 60, repetitions: 13 },
};
/** A quarter of the loss of guessing among 41 classes. */
export const TARGET = Math.log(41) / 4;
/** `tolerance` of two losses, relative. */
const TOLERANCE = 0.01;

const REFERENCE = "peer:torch-autograd";

const RACERS: readonly (Racer & TextContender)[] = [
  {
    id: "base",
    label: "this harness, baseline",
    variant: { ordering: "natural", kernel: "row-split" },
    factors: { reorder: "none", kernel: "row-split" },
  },
  {
    id: "reorder-bs",
    label: "this harness, METIS order, block sparse",
    variant: { ordering: "metis", kernel: "block-sparse" },
    factors: { reorder: "metis", kernel: "block-sparse" },
  },
  ...["torch-autograd", "torch"].map((peer) => ({
    ...{ id: `peer:${peer}`, label: TRAINING_PEERS.find(({ id }) => id === peer)!.label, peer },
    factors: { peer },
    runtime: "python" as const,
  })),
];

/** Races that were run, by lab and dataset: the checkpoints of one are the workloads of a suite. */
const races = new WeakMap<
  Lab,
  { readonly dataset: LoadedDataset; readonly outcome: ReturnType<typeof race> }
>();

async function curveOf(lab: Lab, dataset: LoadedDataset, contender: string): Promise<Curve> {
  refuseEmulated(lab.device, "compare times of training");
  let known = races.get(lab);
  if (known?.dataset !== dataset) {
    const outcome = race(lab, dataset, {
      ...{ racers: RACERS, hidden: HIDDEN, target: TARGET },
      ...LENGTH[lab.profile.id],
    });
    known = { dataset, outcome };
    races.set(lab, known);
  }
  const found = (await known.outcome).get(contender)!;
  if ("error" in found) throw found.error;
  return found;
}

async function count(
  lab: Lab,
  dataset: LoadedDataset,
  { factors }: TextWorkload,
  { id }: TextContender,
): Promise<readonly Fact[]> {
  const epoch = Number(factors.epoch);
  const { testLosses, seconds, epochsToTarget, secondsToTarget, orderingMs } = await curveOf(
    lab,
    dataset,
    id,
  );
  const facts: Fact[] = [
    { metric: "test_loss", unit: "1", value: testLosses[epoch - 1] },
    { metric: "train_seconds", unit: "s", value: seconds[epoch - 1] },
  ];
  if (epoch !== LENGTH[lab.profile.id].epochs) return facts;
  if (epochsToTarget !== undefined) {
    facts.push(
      { metric: "epochs_to_loss", unit: "epochs", value: epochsToTarget },
      { metric: "time_to_loss", unit: "s", value: secondsToTarget },
    );
  }
  if (orderingMs !== undefined) facts.push({ metric: "preprocess", unit: "ms", value: orderingMs });
  return facts;
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

const fasterThanReference = (evidence: SuiteEvidence): ClaimPart[] => [
  evidence.faster(atEnd(evidence, "base"), atEnd(evidence, REFERENCE), "time_to_loss"),
];

/** The suite. */
export const figure7: TextSuite = {
  id: "hetu-gnn/figure-7",
  paper: "hetu-gnn",
  artifact: "Figure 7",
  title: "Convergence, on one device",
  question: "Does training converge to the same test loss as the reference framework, and sooner?",
  contenders: RACERS.map(({ id, label, factors, runtime }) => ({
    ...{ id, label },
    ...(factors && { factors }),
    ...(runtime && { runtime }),
  })),
  baseline: "base",
  workloads: ({ id: profile }) =>
    CHECKPOINTS.filter((epoch) => epoch <= LENGTH[profile].epochs).map((epoch) => ({
      ...{ id: workloadId(epoch), model: "GCN" },
      ...(profile === "paper"
        ? { dataset: "reddit", scaling: "fill" as const }
        : { dataset: `reddit@1/${SCALE[profile]}:fill` }),
      factors: { epoch: String(epoch) },
    })),
  settings: {
    "model": `2-layer GCN, ${HIDDEN} hidden units, no dropout, no bias`,
    "optimizer": "Adam, learning rate 0.01; the same initial weights for all",
    "loss to reach": `${TARGET.toFixed(3)}, a quarter of the loss of guessing among 41 classes`,
    "repetitions": `${LENGTH.standard.repetitions} trainings to that loss, in turns`,
  },
  measurement: { kind: "counted", count },
  metrics: [
    { id: "test_loss", label: "test loss", unit: "1", better: "lower" },
    { id: "train_seconds", label: "time of training", unit: "s", better: "lower" },
    { id: "time_to_loss", label: "time to the loss", unit: "s", better: "lower" },
    { id: "epochs_to_loss", label: "epochs to the loss", unit: "epochs", better: "lower" },
  ],
  plots: [
    { metric: "test_loss", x: "epoch", logarithmicX: false },
    { metric: "test_loss", x: "train_seconds" },
    { metric: "time_to_loss", x: "workload" },
  ],
  notes: [
    "The paper prints no value of these curves. It names neither optimizer nor learning rate.",
    "A curve is one training, its evaluations not timed; the time to the loss is of trainings without evaluations. Ordering " +
    "and the preparation of kernels are in neither.",
    "A stand-in's labels are its communities, its features random: its loss falls further than the real graph's.",
    "The printed speed-ups (10.9 and 6.51) are of several devices.",
    "The loss to reach is not printed; it was chosen when first curves had been seen.",
  ],
  publishedAs: () => undefined,
  claims: [
    { claimId: "hetu-gnn.q.same-loss", decide: sameLoss },
    { claimId: "hetu-gnn.q.single-faster-than-reference", decide: fasterThanReference },
  ],
};
