/**
 * Trainings of a race, which can begin again: by kernels of ours, whose steps are checked, or by a peer,
 * whose losses are.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { hostClock, type HostTime } from "../../../hardware/measuring/waiting.ts";
import type { CheckReport } from "../../../kernels/checks/check_report.ts";
import { WrongResultError } from "../../../platform/errors.ts";
import { DeviceExecutor } from "../../../training/executors/device_executor.ts";
import { initialise } from "../../../training/executors/initialisation.ts";
import { restoreSnapshot, takeSnapshot } from "../../../training/executors/snapshot.ts";
import { checkSteps, recheckSteps, wrongStep } from "../../../training/executors/step_check.ts";
import { meanLoss } from "../../../training/metrics.ts";
import { bindVertexData } from "../../../training/vertex_data.ts";
import type { Lab } from "../../lab.ts";
import type { CheckedTimes } from "../../metrics.ts";
import { firstLosses } from "../../peers/peer_epoch.ts";
import { peerProblem } from "../../peers/peer_problem.ts";
import { PeerTraining } from "../../peers/peer_training.ts";
import { checkLosses } from "../../peers/peer_training_trial.ts";
import { findPeer, peerPlace, TRAINING_PEERS } from "../../peers/peers.ts";
import { stepBounds } from "../../trials/step_bounds.ts";
import { trainingTask } from "../../trials/training_trial.ts";
import { assertPeersTakePart, kernelChoices } from "../epochs/epochs.ts";
import { hetuModel } from "../epochs/hetu_model.ts";
import { orderedData } from "../epochs/ordered_data.ts";
import type { ConvergenceContender, OwnContender, PeerRacer } from "./convergence_contenders.ts";

/** A training that was right when it opened, at its first weights. */
export interface RacingTraining {
  /** Check of its steps, or of its first losses. */
  readonly check: CheckReport;
  /** Clock of its times. */
  readonly timer: "wall";
  /** Time of ordering; absent where there is none. */
  readonly ordering?: CheckedTimes;
  /** Goes back to the first weights. */
  restart(): void | Promise<void>;
  /** Trains so many epochs. */
  train(epochs: number): Promise<HostTime>;
  /** Mean cross-entropy over the test vertices. */
  testLoss(): Promise<number>;
  /**
   * Checks again, after the last epoch.
   *
   * @throws {WrongResultError} where it is wrong by now.
   */
  recheck(): Promise<void>;
  /** Returns its memory. */
  close(): void;
}

/** Largest relative difference of a peer's first training losses from ours. */
const LOSS_TOLERANCE = 1e-3;

/**
 * Opens the training of a contender and checks it.
 *
 * @throws {WrongResultError} where a step or a loss is wrong.
 * @throws {MissingError} where a peer is not set up.
 */
export function openTraining(
  lab: Lab,
  dataset: LoadedDataset,
  { contender, hidden }: { readonly contender: ConvergenceContender; readonly hidden: number },
): Promise<RacingTraining> {
  return "peer" in contender
    ? openPeerTraining(lab, dataset, { contender, hidden })
    : openOwnTraining(lab, dataset, { contender, hidden });
}

async function openOwnTraining(
  lab: Lab,
  dataset: LoadedDataset,
  { contender: { variant }, hidden }: { readonly contender: OwnContender; readonly hidden: number },
): Promise<RacingTraining> {
  const { device, seed } = lab;
  const { data, ordering } = await orderedData(lab, dataset, variant.ordering);
  const task = trainingTask(lab, { data, model: hetuModel(data, hidden, variant.order) });
  const { program } = task, kernels = kernelChoices(variant);
  const executor = await DeviceExecutor.open(device, program, bindVertexData(task, data), { kernels });
  try {
    initialise(executor, program, { seed });
    const check = await checkSteps(executor, stepBounds(lab));
    if (!check.ok) throw wrongStep(check);
    const start = await takeSnapshot(executor, program);
    let epoch = 0;
    return {
      check,
      timer: "wall",
      ...(ordering && { ordering }),
      restart: () => {
        restoreSnapshot(executor, start);
        epoch = 0;
      },
      train: async (epochs) => {
        await executor.finish();
        const read = hostClock(device);
        for (let i = 0; i < epochs; i++) executor.train(++epoch);
        await executor.finish();
        return read();
      },
      testLoss: async () => {
        executor.evaluate();
        const scores = await executor.read(program.scores);
        return meanLoss({ scores, classes: data.classes, truth: data.truth }, data.split.test);
      },
      recheck: async () => void await recheckSteps(executor, seed + 1),
      close: () => executor.close(),
    };
  } catch (error) {
    executor.close();
    throw error;
  }
}

async function openPeerTraining(
  lab: Lab,
  dataset: LoadedDataset,
  { contender: { peer, open }, hidden }: { readonly contender: PeerRacer; readonly hidden: number },
): Promise<RacingTraining> {
  const { seed } = lab, place = peerPlace(findPeer(peer, TRAINING_PEERS), lab);
  assertPeersTakePart(lab, peer);
  const { data } = await orderedData(lab, dataset, "natural");
  const model = hetuModel(data, hidden);
  const wanted = await firstLosses(lab, { data, model });
  const problem = peerProblem(trainingTask(lab, { data, model }).program, data, { seed });
  const training = await PeerTraining.open(peer, problem, { ...open, ...place, signal: lab.signal });
  const compare = async () => {
    const { losses } = await training.train(wanted.length);
    const check = checkLosses(losses, wanted, LOSS_TOLERANCE);
    if (check.ok) return check;
    const { row, got, wanted: loss } = check.worst!;
    throw new WrongResultError({
      action: `train with peer "${peer}"`,
      current: `a training loss of ${got} in epoch ${row + 1}`,
      wanted: `${loss}, as from our kernels`,
      next: "see that both train the same model from the same weights",
    });
  };
  try {
    return {
      check: await compare(),
      timer: "wall",
      restart: () => training.reset(),
      train: async (epochs) => ({ ms: (await training.train(epochs)).ms, waits: 0 }),
      testLoss: async () => (await training.evaluate("test")).loss,
      recheck: async () => {
        await training.reset();
        await compare();
      },
      close: () => training.close(),
    };
  } catch (error) {
    training.close();
    throw error;
  }
}
