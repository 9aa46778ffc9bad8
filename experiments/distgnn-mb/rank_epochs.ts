/**
 * Iterations of training on all ranks of a cut graph, in turns on one device: what Figures 3, 4 and 5 are modelled from. Measured once
 * a process, whichever suite asks first.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import type { Device } from "../../hardware/device.ts";
import { refuseEmulated } from "../../hardware/emulated.ts";
import { takeTurns } from "../../hardware/turn_loop.ts";
import { OutOfMemoryError } from "../../platform/errors.ts";
import type { Lab } from "../lab.ts";
import { cutGraph } from "./cut_graph.ts";
import { comparedRanks, scalingRanks } from "./rank_counts.ts";
import type { RankModel } from "./rank_models.ts";
import {
  type MeasuredIteration,
  type RankSetting,
  type RankTask,
  rankTask,
  RankTraining,
} from "./rank_training.ts";
import { FANOUTS, PAPERS, rankWorkloads } from "./scaled_graphs.ts";
import type { TextWorkload } from "../text_suite.ts";

/** Iterations of all ranks. */
export interface RankEpochs {
  /** Number of ranks. */
  readonly ranks: number;
  /** Iterations of an epoch: those of the rank with the most mini-batches. */
  readonly epochLength: number;
  /** Mini-batches of an epoch, of each rank. */
  readonly miniBatches: readonly number[];
  /** Neighbours drawn a layer, for what distributed sampling fetches. */
  readonly fanouts: readonly number[];
  /** By round, iteration and rank; the first iterations, in which caches fill, are left out. */
  readonly rounds: readonly (readonly (readonly MeasuredIteration[])[])[];
}

/** Iterations that are left out, as lines live for two. */
const WARM_UP = 2;

/** Fewest mini-batches of a round, all ranks together: few ranks take several iterations for it. */
const ROUND_BATCHES = 8;

/** One of those that take turns. */
interface Entrant extends RankSetting {
  readonly workload: TextWorkload;
}

/**
 * All trainings of a model on a graph that any of the figures compares with each other: all numbers of ranks, and DistDGL's policy
 * where Figure 5 has it.
 */
function entrants({ profile }: Pick<Lab, "profile">, graph: string, model: RankModel): Entrant[] {
  const of = (policy: RankSetting["policy"], ranks: readonly number[]) =>
    rankWorkloads(profile, graph, ranks).map((workload): Entrant => ({ workload, model, policy }));
  const compared = graph === PAPERS && model === "GraphSAGE" ? comparedRanks(profile) : [];
  return [...of("aep", scalingRanks(profile)[graph]), ...of("distdgl", compared)];
}

type Outcomes = ReadonlyMap<string, PromiseSettledResult<RankEpochs>>;

const nameOf = ({ workload, policy }: Pick<Entrant, "workload" | "policy">) => `${workload.id} ${policy}`;

const measured = new WeakMap<LoadedDataset, Map<string, Promise<Outcomes>>>();

/**
 * Trains all ranks of a workload that `rankWorkloads` made for some iterations, beside all other trainings that it is compared with:
 * each has one turn a round, so that round i of the one is paired with round i of the other.
 *
 * @throws {MissingError} on an emulated GPU, whose times say nothing.
 */
export async function rankEpochs(
  lab: Lab,
  dataset: LoadedDataset,
  { workload, model, policy }: Entrant,
): Promise<RankEpochs> {
  const known = measured.getOrInsertComputed(dataset, () => new Map());
  const { device: { backend, threads }, seed, profile } = lab, { graph } = workload.factors;
  const key = JSON.stringify({ graph, model, backend, threads, seed, profile: profile.id });
  const outcomes = await known.getOrInsertComputed(key, () => measure(lab, dataset, { graph, model }));
  const outcome = outcomes.get(nameOf({ workload, policy }))!;
  if (outcome.status === "rejected") throw outcome.reason;
  return outcome.value;
}

/** Makes the device's memory grow once for the replicas of all ranks: tensor by tensor takes seconds. */
function reserve(device: Device, all: readonly Entrant[], replicaBytes: number): void {
  if (device.backend !== "wasm") return;
  const ranks = all.reduce((sum, { workload }) => sum + Number(workload.factors.ranks), 0);
  try {
    device.free(device.allocate("replicas of all ranks", ranks * replicaBytes));
  } catch (error) {
    // Whoever does not find room says so.
    if (!(error instanceof OutOfMemoryError)) throw error;
  }
}

async function measure(
  lab: Lab,
  dataset: LoadedDataset,
  { graph, model }: { readonly graph: string; readonly model: RankModel },
): Promise<Outcomes> {
  const { device, profile, seed } = lab;
  refuseEmulated(device, "time ranks");
  const tasks = new Map<string, Promise<RankTask>>(), trainings = new Map<string, RankTraining>();
  const outcomes = new Map<string, PromiseSettledResult<RankEpochs>>();
  const all = entrants(lab, graph, model), before = device.ledger.live;
  try {
    for (const entrant of all) {
      const name = nameOf(entrant);
      lab.say(`opening ${model} on ${name}`);
      try {
        const task = await tasks.getOrInsertComputed(
          entrant.workload.id,
          async () => rankTask(lab, dataset, await cutGraph(lab, dataset, entrant.workload)),
        );
        const training = await RankTraining.open(lab, task, entrant);
        trainings.set(name, training);
        if (trainings.size === 1) {
          reserve(device, all, (device.ledger.live - before) / training.miniBatches.length);
        }
        await training.train(WARM_UP);
      } catch (reason) {
        outcomes.set(name, { status: "rejected", reason });
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
      { rounds: profile.rounds, seed },
    );
    for (const [name, { epochLength, miniBatches }] of ready) {
      const ranks = miniBatches.length, reason = taken.failure(name);
      outcomes.set(
        name,
        reason === undefined
          ? {
            status: "fulfilled",
            value: { ranks, epochLength, miniBatches, fanouts: FANOUTS, rounds: taken.of(name) },
          }
          : { status: "rejected", reason },
      );
    }
    return outcomes;
  } finally {
    for (const training of trainings.values()) training.close();
  }
}
