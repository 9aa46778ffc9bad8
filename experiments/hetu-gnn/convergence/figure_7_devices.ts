/**
 * hetu-gnn Figure 7, the part on several devices: how much sooner they reach a loss.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { median } from "../../../platform/statistics/mod.ts";
import { labelInSentence } from "../../../results/report/suite_label.ts";
import type { ClaimPart } from "../../../results/verdicts/evidence.ts";
import type { Contender } from "../../cell.ts";
import { byChange, changedMetrics } from "../../claims/model_changes.ts";
import type { SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { CheckedTimes, Metrics, ModelledValue } from "../../metrics.ts";
import type { Profile } from "../../profiles.ts";
import type { Suite } from "../../suite.ts";
import { byContender } from "../../trials/by_contender.ts";
import { ratios } from "../../trials/ratios.ts";
import type { Outcomes } from "../outcomes.ts";
import { LENGTH, TARGET } from "./convergence_target.ts";
import { type DeviceEpochs, measureDeviceEpochs } from "./device_epochs.ts";
import { STAND_IN_NOTE } from "../epochs/epochs.ts";
import { PAPER_LINK, VARIED_LINKS } from "../distribution/links.ts";
import { type GraphId, GRAPHS, type GraphWorkload, MODEL } from "../paper_graphs.ts";
import { ONE_DEVICE, type PaperScheme, SCHEMES } from "../distribution/schemes.ts";
import { BROADCAST, type ExchangeWay, MEMBER_BROADCAST, ONE_RANK } from "../ranks/exchange_ways.ts";

const GRAPH: GraphId = "reddit";
/** Suite and workload of epochs on real ranks. */
const REAL_RANKS = "hetu-gnn/real-ranks", REAL_EPOCH = `${GRAPH}:epoch:machine`;
const PEER = "torch-autograd";

/** Ranks of a scheme, or a peer. */
interface Trainer extends Contender {
  /** Partition scheme; absent of a peer. */
  readonly scheme?: PaperScheme;
}

const REFERENCE: Trainer = {
  id: `peer:${PEER}`,
  label: "PyTorch",
  factors: { peer: PEER },
  runtime: "python",
};

const CONTENDERS: readonly Trainer[] = [
  {
    id: ONE_DEVICE.id,
    label: ONE_DEVICE.label,
    scheme: ONE_DEVICE,
    factors: { ...ONE_DEVICE.factors, reorder: "none" },
  },
  ...SCHEMES.map((scheme) => ({
    id: scheme.id,
    label: scheme.label,
    scheme,
    factors: { ...scheme.factors, reorder: "metis", scope: "block" },
  })),
  REFERENCE,
];

const METRICS = {
  ...changedMetrics("time_to_loss", { label: "time to the loss", unit: "s", better: "lower" }, VARIED_LINKS),
  speedup_single: { label: "speed-up over one device", unit: "x", better: "higher" },
  best_speedup: { label: "speed-up of the best scheme over it", unit: "x" },
  ...changedMetrics("epoch_time", { label: "epoch time", unit: "ms", better: "lower" }, VARIED_LINKS),
  compute_time: { label: "computation of an epoch, slowest rank", unit: "ms", better: "lower" },
  epochs_to_loss: { label: "epochs to the loss", unit: "epochs", better: "lower" },
  loss_difference: { label: "largest difference from one rank's losses", unit: "1", better: "lower" },
} as const satisfies Metrics;

type Outcome = JointOutcome<typeof METRICS>;

const modelled = (value: readonly number[]): ModelledValue => ({ value, source: "modelled" });

function peerOutcome(epochs: Outcomes<DeviceEpochs>): Outcome {
  const { times } = epochs.of(REFERENCE.id);
  const best = SCHEMES.map(({ id }) => epochs.of(id).withMessages(PAPER_LINK))
    .reduce((a, b) => median(b) < median(a) ? b : a);
  return { times: { epoch_time: times }, facts: { best_speedup: modelled(ratios(times.ms, best)) } };
}

/** One device has no messages: its epochs are its computation, whatever the link. */
function singleOutcome({ times, epochsToLoss }: DeviceEpochs): Outcome {
  const toLoss = (epochs: number): CheckedTimes => ({ ...times, ms: times.ms.map((ms) => epochs * ms) });
  return {
    times: {
      compute_time: times,
      ...byChange("epoch_time", VARIED_LINKS, () => times),
      ...(epochsToLoss !== undefined && byChange("time_to_loss", VARIED_LINKS, () => toLoss(epochsToLoss))),
    },
    facts: epochsToLoss === undefined ? {} : { epochs_to_loss: epochsToLoss },
  };
}

/** Several devices have the losses of one, and so need as many epochs to the loss. */
function schemeOutcome(own: DeviceEpochs, { times: single, epochsToLoss }: DeviceEpochs): Outcome {
  return {
    times: { compute_time: own.times },
    facts: {
      ...byChange("epoch_time", VARIED_LINKS, ({ link }) => modelled(own.withMessages(link))),
      speedup_single: modelled(ratios(single.ms, own.withMessages(PAPER_LINK))),
      loss_difference: own.difference,
      ...(epochsToLoss !== undefined && {
        epochs_to_loss: epochsToLoss,
        ...byChange(
          "time_to_loss",
          VARIED_LINKS,
          ({ link }) => modelled(own.withMessages(link).map((ms) => epochsToLoss * ms / 1000)),
        ),
      }),
    },
  };
}

/** Times epochs of the schemes that were asked for, and of all where the peer is held against the best. */
async function measure(
  lab: Lab,
  dataset: LoadedDataset,
  { graph }: GraphWorkload,
  contenders: readonly Trainer[],
): Promise<(id: string) => Outcome> {
  const asked = contenders.includes(REFERENCE) ? CONTENDERS : contenders;
  const epochs = await measureDeviceEpochs(lab, dataset, {
    graph,
    schemes: asked.flatMap(({ scheme }) => scheme ?? []),
    ...(contenders.includes(REFERENCE) && { peer: PEER }),
    target: { loss: TARGET, epochs: LENGTH[lab.profile.id].epochs },
  });
  return byContender(contenders, ({ scheme }) => {
    if (scheme === undefined) return peerOutcome(epochs);
    const own = epochs.of(scheme.id);
    return scheme === ONE_DEVICE ? singleOutcome(own) : schemeOutcome(own, epochs.of(ONE_DEVICE.id));
  });
}

/** Real ranks take less time for an epoch than one; with its losses, they need as many epochs. */
function moreDevices(evidence: SuiteEvidence): ClaimPart[] {
  const at = ({ id: contender }: ExchangeWay) => ({ suite: REAL_RANKS, workload: REAL_EPOCH, contender });
  return [BROADCAST, MEMBER_BROADCAST].flatMap((way) => {
    const row = way === BROADCAST
      ? evidence.row(at(way), "epoch_time")
      : evidence.find(at(way), "epoch_time");
    if (row?.status !== "ok") return [];
    const part = evidence.faster(at(way), at(ONE_RANK), "epoch_time");
    return [{ ...part, words: `on ${row.ranks} real ranks, ${labelInSentence(way.label)}: ${part.words}` }];
  });
}

/** Sizes of Figure 7 on one device; a smoke run trains no further than it takes to compare losses. */
const DATASETS: Readonly<Record<Profile["id"], string>> = {
  smoke: "reddit@1/1024",
  standard: "reddit@1/32",
  paper: "reddit",
};

/** Time to the loss on one device and on several. */
export const figure7Devices: Suite<GraphWorkload, Trainer, typeof METRICS> = {
  id: "hetu-gnn/figure-7-devices",
  artifact: "Figure 7",
  title: "Convergence, on several devices",
  question: "How much sooner do several devices reach a loss than one, and than the reference framework?",
  contenders: CONTENDERS,
  baseline: ONE_DEVICE.id,
  workloads: ({ id: profile }) => [{
    id: GRAPH,
    graph: GRAPH,
    dataset: DATASETS[profile],
    model: MODEL,
    factors: {},
  }],
  settings: {
    "model": `2-layer GCN, ${GRAPHS[GRAPH].hidden} hidden units, no dropout, no bias`,
    "optimizer": "Adam, learning rate 0.01; the same initial weights for all",
    "loss to reach": `${TARGET.toFixed(3)}, on the test vertices`,
    "kernel": "row-split; each diagonal block of several devices by METIS",
    "link between ranks": PAPER_LINK.name,
  },
  measurement: { kind: "joint", measure },
  metrics: METRICS,
  plots: [{ metric: "time_to_loss", x: "workload" }, { metric: "speedup_single", x: "workload" }],
  notes: [
    "Ranks run one after another on one device; an epoch is that of the slowest, and modelled messages " +
    "over PCIe 3.0. Every scheme trains its first five epochs in earnest, with losses of one rank; so it " +
    "needs as many epochs to the loss as one does.",
    "The claim is decided by epochs of real ranks (Section 2.1 on real ranks), by as many as have a core each; " +
    "these rows of 2, 4 and 8 are modelled and decide nothing.",
    "One device is the baseline without reordering, as the paper's numbers imply; several have their " +
    "diagonal blocks reordered, without the tile-adaptive kernel.",
    STAND_IN_NOTE,
  ],
  publishedAs: ({ model }, { scheme }, metric) => {
    const shared = { metric: "convergence_speedup", dataset: GRAPHS[GRAPH].name, model };
    if (metric === "speedup_single" && scheme !== undefined && scheme !== ONE_DEVICE) {
      return { ...shared, system: "Hetu-GNN multi-GPU vs Hetu-GNN single-GPU" };
    }
    return metric === "best_speedup" && scheme === undefined
      ? { ...shared, system: "Hetu-GNN vs PyTorch" }
      : undefined;
  },
  claims: [{
    claimId: "hetu-gnn.q.multi-faster-than-single",
    reads: [REAL_RANKS],
    decide: moreDevices,
  }],
};
