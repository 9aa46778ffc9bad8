/**
 * Shares that the phases of all-active training have of an epoch, and one aggregation beside that of PyTorch.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { ReproError } from "../../../platform/errors.ts";
import { Interrupted } from "../../../platform/interrupted.ts";
import type { Contender, Workload } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome, Trial } from "../../measurement.ts";
import type { CheckedTimes, Metrics } from "../../metrics.ts";
import { peerTrial } from "../../peers/peer_trial.ts";
import { Outcomes } from "../../trials/outcomes.ts";
import { measureSideBySide, SideBySide, type SideResult } from "../../trials/side_by_side.ts";
import { randomFeatures } from "../../../kernels/random_features.ts";
import { trainingTrial } from "../../trials/training_trial.ts";
import { aggregationTrial } from "../aggregation_trial.ts";
import { wholeGraphProducts } from "../backward_products.ts";
import { allPhases, modeOptions, PHASE_METRICS } from "./training_modes.ts";
import { LAYERS, modeTrainingData } from "./training_data.ts";

/** Columns of the features. */
export const WIDTH = 128;
/** Ids of the contenders. */
export const CONTENDER = "gnnadvisor", PEER = "peer:torch";

/** Metrics of phases that no table shows; aggregation is shown, that of PyTorch. */
const { aggregation_time: _, ...OTHER_PHASES } = PHASE_METRICS;

/** Metrics of an epoch and its shares, in the order of the tables. */
export const SHARE_METRICS = {
  backward_share: { label: "backward propagation's share of an epoch", unit: "%" },
  aggregation_share_of_backward: { label: "aggregation's share of backward propagation", unit: "%" },
  backward_aggregation_share: { label: "backward aggregation of an epoch", unit: "%" },
  largest_speedup: { label: "speed-up if it cost nothing", unit: "x" },
  time: { label: "epoch time", unit: "ms", better: "lower" },
  backward_aggregation_time: { label: "backward aggregation", unit: "ms", better: "lower" },
  backward_combination: { label: "backward combination", unit: "ms", better: "lower" },
  forward_and_update: { label: "forward, loss and update", unit: "ms", better: "lower" },
  aggregation_time: { label: "one aggregation of hidden units", unit: "ms", better: "lower" },
  aggregation_speedup: { label: "neighbour groups' speed-up over it", unit: "x" },
  ...OTHER_PHASES,
} as const satisfies Metrics;

/** Times epochs of all-active training, and their phases. */
async function timeTraining(lab: Lab, dataset: LoadedDataset): Promise<SideBySide> {
  const data = await modeTrainingData(lab, dataset, { randomWidth: WIDTH });
  // The claim rests on the phases, not on whole epochs.
  const options = { ...modeOptions(data, "all", { paths: [] }), phaseEpochs: lab.profile.rounds };
  const open = () => trainingTrial(lab, options);
  return await measureSideBySide(lab, new Map([[CONTENDER, open]]), { decides: false });
}

/** Epoch of a training and the shares of its phases. */
function trainingOutcome(sides: SideBySide): JointOutcome<typeof SHARE_METRICS> {
  const side = sides.of(CONTENDER), { parts, facts } = side;
  const whole = allPhases(side), epochs = sides.times(CONTENDER);
  const { backward_time: { ms: backward, check, timer }, backward_aggregation_time: { ms: aggregation } } =
    parts;
  // Phases have epochs of their own, more than whole epochs were timed.
  const lessOf = (all: readonly number[], part: readonly number[]): CheckedTimes => {
    return { ms: all.map((ms, epoch) => ms - part[epoch]), check, timer };
  };
  const percent = (part: readonly number[], all: readonly number[]) =>
    part.map((ms, epoch) => 100 * ms / all[epoch]);
  return {
    times: {
      ...parts,
      time: epochs,
      backward_combination: lessOf(backward, aggregation),
      forward_and_update: lessOf(whole, backward),
    },
    facts: {
      ...facts,
      backward_share: percent(backward, whole),
      aggregation_share_of_backward: percent(aggregation, backward),
      backward_aggregation_share: percent(aggregation, whole),
      largest_speedup: whole.map((ms, epoch) => ms / (ms - aggregation[epoch])),
    },
  };
}

/**
 * Times one aggregation of hidden units: as neighbour groups on this device, and by PyTorch. Where PyTorch is
 * not set up nothing is timed beside it.
 */
async function timeAggregation(lab: Lab, dataset: LoadedDataset): Promise<SideBySide> {
  const { matrix, width, groupSize } = (await wholeGraphProducts(lab, dataset, LAYERS)).at(-1)!;
  const problem = { matrix, width, features: randomFeatures(matrix.cols, width, lab.seed) };
  let peer: Trial;
  try {
    peer = await peerTrial(lab, { ...problem, peer: "torch" });
  } catch (error) {
    if (error instanceof Interrupted || !(error instanceof ReproError)) throw error;
    const outcomes = new Outcomes<SideResult>();
    outcomes.fail(PEER, error);
    return new SideBySide(outcomes);
  }
  const trials = new Map<string, () => Trial>([
    [CONTENDER, () =>
      aggregationTrial(lab, [
        { operation: "spmm", problem, kernel: "neighbor-group", parameters: { groupSize } },
      ])],
    [PEER, () => peer],
  ]);
  return await measureSideBySide(lab, trials, { preparations: 1 });
}

/** Times the training, and one aggregation where PyTorch was asked for. */
export async function measureShares(
  lab: Lab,
  dataset: LoadedDataset,
  _workload: Workload,
  contenders: readonly Contender[],
): Promise<(id: string) => JointOutcome<typeof SHARE_METRICS>> {
  const training = await timeTraining(lab, dataset);
  const aggregation = contenders.some(({ id }) => id === PEER)
    ? await timeAggregation(lab, dataset)
    : undefined;
  return (id) =>
    id !== PEER || aggregation === undefined ? trainingOutcome(training) : {
      times: { aggregation_time: aggregation.times(PEER) },
      facts: { aggregation_speedup: aggregation.ratio(PEER, CONTENDER) },
    };
}
