/**
 * Iterations of training on all ranks of a cut graph, in turns on one device: Figures 3, 4 and 5 are modelled
 * from them.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { Device } from "../../../hardware/device.ts";
import { refuseEmulated } from "../../../hardware/emulated.ts";
import { takeTurns } from "../../../hardware/measuring/turn_loop.ts";
import { OutOfMemoryError } from "../../../platform/errors.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import type { Lab } from "../../lab.ts";
import { Outcomes } from "../../trials/outcomes.ts";
import { cutGraph } from "../cut_graph.ts";
import type { ModelId } from "../rank_models.ts";
import {
  type CutTask,
  type MeasuredIteration,
  type RankSetting,
  rankTask,
  RankTraining,
} from "./rank_training.ts";
import { comparedRanks, type RankWorkload, rankWorkloads, scalingRanks } from "../rank_workloads.ts";
import { FANOUTS, type GraphId, PAPERS } from "../scaled_graphs.ts";

/** Iterations of all ranks. */
export interface EpochsInTurns {
  /** Number of ranks. */
  readonly ranks: number;
  /** Iterations of an epoch: those of the rank with the most mini-batches. */
  readonly epochLength: number;
  /** Seeds of a mini-batch of one rank. */
  readonly batchSize: number;
  /** Mini-batches of an epoch, of each rank. */
  readonly miniBatches: readonly number[];
  /** Neighbours drawn a layer, for what distributed sampling fetches. */
  readonly fanouts: readonly number[];
  /** Iterations by round, place and rank; the first ones, in which caches fill, are left out. */
  readonly rounds: readonly (readonly (readonly MeasuredIteration[])[])[];
}

/** Iterations that are left out, as lines of a cache live for two. */
const WARM_UP = 2;

/** Fewest mini-batches of a round, all ranks together: few ranks take several iterations for it. */
const ROUND_BATCHES = 8;

/** A training that takes turns with others. */
interface RankedTraining extends RankSetting {
  readonly workload: RankWorkload;
}

/**
 * All trainings of a model on a graph that any of the figures compares with each other: all numbers of ranks,
 * and DistDGL's policy where Figure 5 has it.
 */
function rankedTrainings(
  { profile }: Pick<Lab, "profile">,
  graph: GraphId,
  model: ModelId,
): RankedTraining[] {
  const of = (policy: RankSetting["policy"], ranks: readonly number[]) =>
    rankWorkloads(profile, graph, ranks).map((workload): RankedTraining => ({ workload, model, policy }));
  const compared = graph === PAPERS && model === "GraphSAGE" ? comparedRanks(profile) : [];
  return [...of("aep", scalingRanks(profile)[graph]), ...of("distdgl", compared)];
}

const nameOf = ({ workload, policy }: Pick<RankedTraining, "workload" | "policy">) =>
  `${workload.id} ${policy}`;

/**
 * Trains all ranks of a workload for some iterations, beside all other trainings that it is compared with:
 * each has one turn a round, so that round i of one is paired with round i of another. Whichever suite of a
 * session asks first, they train once.
 *
 * @throws {MissingError} on an emulated GPU, whose times say nothing.
 */
export async function epochsInTurns(
  lab: Lab,
  dataset: LoadedDataset,
  { workload, model, policy }: RankedTraining,
): Promise<EpochsInTurns> {
  const outcomes = await lab.once(
    trainInTurns,
    dataset,
    { graph: workload.factors.graph, model },
    lab.profile,
  );
  return outcomes.of(nameOf({ workload, policy }));
}

/** Makes the device's memory grow once for the replicas of all ranks: tensor by tensor takes seconds. */
function reserve(device: Device, all: readonly RankedTraining[], replicaBytes: number): void {
  if (device.backend === "webgpu") return;
  const ranks = sumOf(all, ({ workload }) => workload.factors.ranks);
  try {
    device.free(device.allocate("replicas of all ranks", ranks * replicaBytes));
  } catch (error) {
    // A training that does not find room says so.
    if (!(error instanceof OutOfMemoryError)) throw error;
  }
}

async function trainInTurns(
  lab: Lab,
  dataset: LoadedDataset,
  { graph, model }: { readonly graph: GraphId; readonly model: ModelId },
): Promise<Outcomes<EpochsInTurns>> {
  const { device, profile, seed, signal } = lab;
  refuseEmulated(lab, "time ranks");
  const tasks = new Map<string, Promise<CutTask>>(), trainings = new Map<string, RankTraining>();
  const outcomes = new Outcomes<EpochsInTurns>();
  const all = rankedTrainings(lab, graph, model), before = device.ledger.live;
  try {
    for (const each of all) {
      const name = nameOf(each);
      lab.say(`opening ${model} on ${name}`);
      await outcomes.attempt(name, async () => {
        const task = await tasks.getOrInsertComputed(
          each.workload.id,
          async () => rankTask(lab, dataset, await cutGraph(lab, dataset, each.workload.factors)),
        );
        const training = await RankTraining.open(lab, task, each);
        trainings.set(name, training);
        if (trainings.size === 1) {
          reserve(device, all, (device.ledger.live - before) / training.miniBatches.length);
        }
        await training.train(WARM_UP);
      });
      if (outcomes.hasFailed(name)) {
        // The others need the room.
        trainings.get(name)?.close();
        trainings.delete(name);
      }
    }
    const ready = [...trainings];
    const taken = await takeTurns(
      ready.map(([id, training]) => ({
        id,
        take: () => {
          lab.say(`training ${model} in turns: ${id}`);
          return training.train(Math.ceil(ROUND_BATCHES / training.miniBatches.length));
        },
      })),
      { rounds: profile.rounds, seed, signal },
    );
    for (const [name, training] of ready) {
      const { epochLength, batchSize, miniBatches } = training, ranks = miniBatches.length;
      await outcomes.attempt(name, async () => {
        const rounds = taken.of(name);
        await training.checkReplicas();
        outcomes.set(name, { ranks, epochLength, batchSize, miniBatches, fanouts: FANOUTS, rounds });
      });
    }
    return outcomes;
  } finally {
    for (const training of trainings.values()) training.close();
  }
}
