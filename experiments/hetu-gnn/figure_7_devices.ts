/**
 * hetu-gnn Figure 7, the part on several devices: how much sooner they reach a loss.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import type { PartitionedExecutor } from "../../distributed/spmm/mod.ts";
import { LINKS } from "../../hardware/interconnect.ts";
import { ReproError, WrongResultError } from "../../platform/errors.ts";
import { median } from "../../platform/statistics/mod.ts";
import type { ClaimPart } from "../../results/evidence.ts";
import { meanLoss } from "../../training/metrics.ts";
import { permuteVertexData } from "../../training/permuted_data.ts";
import { bindVertexData, type VertexData } from "../../training/vertex_data.ts";
import { changedMetric, underChanges } from "../claims/model_changes.ts";
import type { SuiteEvidence } from "../claims/suite_evidence.ts";
import { firstLosses } from "../peers/peer_epoch.ts";
import type { Profile } from "../profiles.ts";
import type { Lab } from "../lab.ts";
import type { PreparedTrial, Trial } from "../measurement.ts";
import type { Fact } from "../metrics.ts";
import { trainingTask } from "../trials/training_trial.ts";
import { GRAPHS, hetuModel, NOTES, orderedData, peerTrial } from "./epochs.ts";
import { LENGTH, TARGET } from "./figure_7.ts";
import { VARIED_LINKS } from "./links.ts";
import {
  type Contestant,
  type OpenTraining,
  openTraining,
  ranksContestant,
  slowestRank,
  timeRounds,
} from "./partitioned_rounds.ts";
import { epochMessagesMs, type EpochShape } from "./scheme_times.ts";
import {
  BLOCK_METIS,
  ONE_DEVICE,
  type PaperScheme,
  schemeOf,
  SCHEMES,
  scopedPermutation,
} from "./schemes.ts";
import type { TextContender, TextSuite } from "../text_suite.ts";

const GRAPH = "reddit";
const PEER = "torch-autograd", PEER_ID = `peer:${PEER}`;

/** All that was measured; lists are by round, in milliseconds. */
interface Measured {
  /** Computation of an epoch, slowest rank. */
  readonly computeMs: ReadonlyMap<string, readonly number[]>;
  /** An epoch of the peer, or what kept it from one. */
  readonly peerMs: readonly number[] | { readonly error: unknown };
  /** Shape of an epoch's messages. */
  readonly epoch: Omit<EpochShape, "denseMs">;
  /** Largest relative difference from the first losses of one rank. */
  readonly lossDifference: ReadonlyMap<string, number>;
  /** Epochs to the target; absent where it was not reached. */
  readonly epochsToLoss?: number;
}

const known = new WeakMap<LoadedDataset, Promise<Measured>>();

async function openScheme(
  lab: Lab,
  dataset: LoadedDataset,
  { scheme, wanted }: { readonly scheme: PaperScheme; readonly wanted?: readonly number[] },
): Promise<OpenTraining & { readonly data: VertexData }> {
  const { data: natural } = await orderedData(lab, dataset, "natural");
  const { perm } = scheme === ONE_DEVICE
    ? { perm: undefined }
    : await scopedPermutation(lab, dataset, { ...BLOCK_METIS, scheme });
  const data = perm ? permuteVertexData(natural, perm) : natural;
  const task = trainingTask(lab, { data, model: hetuModel(data, GRAPHS[GRAPH].hidden) });
  const whole = {
    ...{ program: task.program, bindings: bindVertexData(task, data), vertices: data.adjacency.rows, scheme },
    kernels: { spmm: { id: "row-split" } },
  };
  return { ...await openTraining(lab, whole, wanted), data };
}

/** Epochs until the test loss is at most the target. */
async function epochsToLoss(
  run: PartitionedExecutor,
  data: VertexData,
  { seed, most }: { readonly seed: number; readonly most: number },
): Promise<number | undefined> {
  run.initialise(seed);
  for (let epoch = 1; epoch <= most; epoch++) {
    await run.train(epoch);
    await run.evaluate();
    const scores = await run.read(run.program.scores);
    if (meanLoss({ scores, classes: data.classes, truth: data.truth }, data.split.test) <= TARGET) {
      return epoch;
    }
  }
  return undefined;
}

async function measureDevices(lab: Lab, dataset: LoadedDataset): Promise<Measured> {
  const { seed, profile } = lab;
  const open: { readonly scheme: PaperScheme; readonly run: PartitionedExecutor }[] = [];
  let peer: PreparedTrial | { readonly error: unknown } | undefined;
  try {
    const one = await openScheme(lab, dataset, { scheme: ONE_DEVICE });
    open.push({ scheme: ONE_DEVICE, run: one.run });
    const epochs = await epochsToLoss(one.run, one.data, { seed, most: LENGTH[profile.id].epochs });
    const model = hetuModel(one.data, GRAPHS[GRAPH].hidden);
    const wanted = await firstLosses(lab, { data: one.data, model });
    const differences = new Map<string, number>();
    for (const scheme of SCHEMES) {
      const { run, lossDifference } = await openScheme(lab, dataset, { scheme, wanted });
      open.push({ scheme, run });
      differences.set(scheme.id, lossDifference);
    }
    peer = await openPeer(lab, dataset);
    const contestants: Contestant<number>[] = open.map(({ scheme: { id }, run }) => {
      const steps = ranksContestant(id, run, "train");
      return { id, time: async () => slowestRank(await steps.time()) };
    });
    let failed = "error" in peer ? peer : undefined;
    if (!("error" in peer)) {
      const prepared = peer;
      const time = async () => failed ? NaN : await prepared.time!(1);
      contestants.push({
        id: PEER_ID,
        // A peer that fails costs its own cell: the ranks go on without it.
        time: () =>
          time().catch((error) => {
            failed = { error };
            return NaN;
          }),
      });
    }
    const rounds = await timeRounds(lab, contestants);
    const { program } = one.run;
    return {
      computeMs: rounds,
      peerMs: failed ?? rounds.get(PEER_ID)!,
      lossDifference: differences,
      epoch: {
        vertices: one.data.adjacency.rows,
        widths: program.train.flatMap((step) => step.op === "spmm" ? [step.x.cols] : []),
        gradientBytes: program.parameters.reduce(
          (sum, { tensor: { rows, cols } }) => sum + 4 * rows * cols,
          0,
        ),
      },
      ...(epochs === undefined ? {} : { epochsToLoss: epochs }),
    };
  } finally {
    for (const { run } of open) run.close();
    if (peer && !("error" in peer)) peer.destroy();
  }
}

async function openPeer(
  lab: Lab,
  dataset: LoadedDataset,
): Promise<PreparedTrial | { readonly error: unknown }> {
  try {
    return await prepareChecked(await peerTrial(lab, dataset, { id: GRAPH, factors: {} }, PEER));
  } catch (error) {
    if (!(error instanceof ReproError)) throw error;
    return { error };
  }
}

/**
 * A peer that is ready to be timed.
 *
 * @throws {WrongResultError} where it has other losses than our kernels; it is closed then.
 */
export async function prepareChecked(trial: Pick<Trial, "prepare">): Promise<PreparedTrial> {
  const prepared = await trial.prepare();
  try {
    const { ok, worst } = await prepared.check();
    if (ok) return prepared;
    throw new WrongResultError({
      action: `time ${PEER_ID}`,
      current: `a training loss of ${worst?.got} in epoch ${(worst?.row ?? 0) + 1}`,
      wanted: `${worst?.wanted}, as from our kernels`,
      next: "see that both train the same model from the same weights",
    });
  } catch (error) {
    prepared.destroy();
    throw error;
  }
}

async function count(lab: Lab, dataset: LoadedDataset, { id }: TextContender): Promise<readonly Fact[]> {
  const { computeMs, peerMs, epoch, lossDifference, epochsToLoss } = await known.getOrInsertComputed(
    dataset,
    () => measureDevices(lab, dataset),
  );
  const epochMs = (scheme: PaperScheme, link = LINKS["pcie-3-x16"]) => {
    const messages = epochMessagesMs(scheme, epoch, link);
    return computeMs.get(scheme.id)!.map((ms) => ms + messages);
  };
  const single = computeMs.get(ONE_DEVICE.id)!;
  const ratio = (above: readonly number[], below: readonly number[]) =>
    above.map((ms, round) => ms / below[round]);
  if (id === PEER_ID) {
    if ("error" in peerMs) throw peerMs.error;
    const best = SCHEMES.map((scheme) => epochMs(scheme)).reduce((a, b) => median(b) < median(a) ? b : a);
    return [
      { metric: "epoch_time", unit: "ms", value: peerMs },
      { metric: "best_speedup", unit: "x", value: ratio(peerMs, best), source: "modelled" },
    ];
  }
  const scheme = schemeOf(id), isOne = scheme === ONE_DEVICE;
  const source = isOne ? "measured" as const : "modelled" as const;
  return VARIED_LINKS.flatMap((named): Fact[] => {
    const ms = isOne ? single : epochMs(scheme, named.link);
    return [
      { metric: changedMetric("epoch_time", named), unit: "ms", value: ms, source },
      ...(epochsToLoss === undefined ? [] : [{
        ...{ metric: changedMetric("time_to_loss", named), unit: "s", source },
        value: ms.map((each) => epochsToLoss * each / 1000),
      }]),
    ];
  }).concat(
    { metric: "compute_time", unit: "ms", value: computeMs.get(id)! },
    ...(epochsToLoss === undefined
      ? []
      : [{ metric: "epochs_to_loss", unit: "epochs", value: epochsToLoss }]),
    ...(isOne ? [] : [
      { metric: "speedup_single", unit: "x", value: ratio(single, epochMs(scheme)), source },
      { metric: "loss_difference", unit: "1", value: lossDifference.get(id)! },
    ]),
  );
}

/** Every scheme reaches the loss sooner than one device. */
function moreDevices(evidence: SuiteEvidence): ClaimPart[] {
  const at = ({ id }: PaperScheme) => ({ workload: GRAPH, contender: id });
  return SCHEMES.map((scheme) =>
    underChanges(
      VARIED_LINKS,
      (link) => evidence.faster(at(scheme), at(ONE_DEVICE), changedMetric("time_to_loss", link)),
    )
  );
}

/** As Figure 7's on one device; a smoke run trains no further than it takes to compare losses. */
const DATASETS: Readonly<Record<Profile["id"], string>> = {
  smoke: "reddit@1/512:fill",
  standard: "reddit@1/32:fill",
  paper: "reddit",
};

/** The suite. */
export const figure7Devices: TextSuite = {
  id: "hetu-gnn/figure-7-devices",
  paper: "hetu-gnn",
  artifact: "Figure 7",
  title: "Convergence, on several devices",
  question: "How much sooner do several devices reach a loss than one, and than the reference framework?",
  contenders: [
    { id: ONE_DEVICE.id, label: ONE_DEVICE.label, factors: { ...ONE_DEVICE.factors, reorder: "none" } },
    ...SCHEMES.map(({ id, label, factors }) => ({
      id,
      label,
      factors: { ...factors, reorder: "metis", scope: "block" },
    })),
    { id: PEER_ID, label: "PyTorch", factors: { peer: PEER }, runtime: "python" },
  ],
  baseline: ONE_DEVICE.id,
  workloads: ({ id: profile }) => [{ id: GRAPH, dataset: DATASETS[profile], model: "GCN", factors: {} }],
  settings: {
    "model": `2-layer GCN, ${GRAPHS[GRAPH].hidden} hidden units, no dropout, no bias`,
    "optimizer": "Adam, learning rate 0.01; the same initial weights for all",
    "loss to reach": `${TARGET.toFixed(3)}, on the test vertices`,
    "kernel": "row-split; each diagonal block of several devices by METIS",
    "link between ranks": LINKS["pcie-3-x16"].name,
  },
  measurement: {
    kind: "counted",
    count: (lab, dataset, _workload, contender) => count(lab, dataset, contender),
  },
  metrics: [
    { id: "time_to_loss", label: "time to the loss", unit: "s", better: "lower" },
    { id: "speedup_single", label: "speed-up over one device", unit: "x", better: "higher" },
    { id: "best_speedup", label: "speed-up of the best scheme over it", unit: "x", better: "neither" },
    { id: "epoch_time", label: "epoch time", unit: "ms", better: "lower" },
    { id: "compute_time", label: "computation of an epoch, slowest rank", unit: "ms", better: "lower" },
    { id: "epochs_to_loss", label: "epochs to the loss", unit: "epochs", better: "lower" },
    { id: "loss_difference", label: "largest difference from one rank's losses", unit: "1", better: "lower" },
  ],
  plots: [{ metric: "time_to_loss", x: "workload" }, { metric: "speedup_single", x: "workload" }],
  notes: [
    "Ranks run one after another on one device; an epoch is that of the slowest, and modelled messages over PCIe 3.0. Every " +
    "scheme trains its first five epochs in earnest, with losses of one rank; so it needs as many epochs to the loss as one does.",
    "One device is the baseline without reordering, as the paper's numbers imply; several have their diagonal blocks reordered, " +
    "without the tile-adaptive kernel.",
    ...NOTES.slice(1),
  ],
  publishedAs: (_workload, { id }, metric) => {
    const shared = { metric: "convergence_speedup", dataset: "Reddit", model: "GCN" };
    if (metric === "speedup_single" && id !== ONE_DEVICE.id && id !== PEER_ID) {
      return { ...shared, system: "Hetu-GNN multi-GPU vs Hetu-GNN single-GPU" };
    }
    return metric === "best_speedup" && id === PEER_ID
      ? { ...shared, system: "Hetu-GNN vs PyTorch" }
      : undefined;
  },
  claims: [{ claimId: "hetu-gnn.q.multi-faster-than-single", decide: moreDevices }],
};
