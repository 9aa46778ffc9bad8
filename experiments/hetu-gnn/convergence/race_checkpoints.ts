/**
 * Checkpoints of the race of hetu-gnn Figure 7: the test loss and the time of each training up to an epoch,
 * and at the last its way to the target.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { Workload } from "../../cell.ts";
import type { Lab } from "../../lab.ts";
import type { JointOutcome } from "../../measurement.ts";
import type { Metrics } from "../../metrics.ts";
import { byContender } from "../../trials/by_contender.ts";
import { GRAPHS } from "../paper_graphs.ts";
import { LENGTH, TARGET } from "./convergence_target.ts";
import type { ConvergenceContender } from "./convergence_contenders.ts";
import { raceToTarget } from "./training_race.ts";

/** Epochs after which the curves are read. */
export const CHECKPOINTS = [1, 2, 4, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60] as const;
/** Id of the workload that reads the curves after an epoch. */
export const checkpointId = (epoch: number) => `epoch-${epoch}`;

/** Training up to an epoch. */
export interface RaceCheckpoint extends Workload {
  /** Epochs so far. */
  readonly epoch: number;
}

/** Metrics of a curve, and of its way to the target. */
export const CHECKPOINT_METRICS = {
  test_loss: { label: "test loss", unit: "1", better: "lower" },
  train_seconds: { label: "time of training", unit: "s", better: "lower" },
  time_to_loss: { label: "time to the loss", unit: "s", better: "lower" },
  epochs_to_loss: { label: "epochs to the loss", unit: "epochs", better: "lower" },
  preprocess: { label: "reordering", unit: "ms", better: "lower", shown: false },
} as const satisfies Metrics;

/**
 * Races the trainings that were asked for, once for all checkpoints; the last one has the time to the loss.
 */
export async function measureCheckpoints(
  lab: Lab,
  dataset: LoadedDataset,
  { epoch }: RaceCheckpoint,
  contenders: readonly ConvergenceContender[],
): Promise<(id: string) => JointOutcome<typeof CHECKPOINT_METRICS>> {
  const length = LENGTH[lab.profile.id];
  const curves = await lab.once(raceToTarget, dataset, {
    contenders,
    hidden: GRAPHS.reddit.hidden,
    target: TARGET,
    ...length,
  });
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
