/**
 * Iterations of mini-batch training by PyG and DGL themselves, which take turns with the policies.
 *
 * @module
 */
import { type CheckReport, worstOf } from "../../../kernels/checks/check_report.ts";
import { wrongResult } from "../../../kernels/checks/plan_check.ts";
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { MiniBatchData } from "../../../training/mini_batch/mod.ts";
import type { Lab } from "../../lab.ts";
import { checkBatches } from "../../peers/batches/batch_check.ts";
import type { PeerBatchProblem } from "../../peers/batches/batch_problem.ts";
import { epochLength } from "../../peers/batches/batch_trial.ts";
import { PeerBatchTraining } from "../../peers/batches/peer_batches.ts";
import { BATCH_PEERS, findPeer, peerPlace } from "../../peers/peers.ts";
import { FANOUTS, type SampledGraph } from "../sampling_graphs.ts";
import { HEADS, modelOf, type ModelSetting } from "../trained_models.ts";

/** Model and mini-batches of a training. */
export interface LibrarySetting extends ModelSetting {
  /** Seeds of a mini-batch, where `batch` is absent. */
  readonly graph: Pick<SampledGraph, "batch">;
  /** Seeds of a mini-batch. */
  readonly batch?: number;
}

/** Milliseconds of a mini-batch in one round. */
export interface LibraryTurn {
  /** Milliseconds with the library's loader and the processes that sample ahead. */
  readonly ms: number;
  /** Milliseconds of a second run, in the same way. */
  readonly againMs: number;
  /** Milliseconds of the phases, run one after the other. */
  readonly phases: { readonly sampleMs: number; readonly loadMs: number; readonly computeMs: number };
}

/** Iterations of a library. */
export interface LibraryIterations {
  /** Mini-batches of an epoch. */
  readonly epochLength: number;
  /** One entry a round. */
  readonly turns: readonly LibraryTurn[];
  /** Check of its samples and losses, before and after. */
  readonly check: CheckReport;
}

/** Mini-batches by which one is timed. */
const TIMED_BATCHES = 2;

/** A training of a library that takes turns. */
export class LibraryTraining {
  readonly #peer: string;
  readonly #training: PeerBatchTraining;
  readonly #problem: PeerBatchProblem;
  #report: CheckReport | undefined;

  private constructor(peer: string, training: PeerBatchTraining, problem: PeerBatchProblem) {
    this.#peer = peer;
    this.#training = training;
    this.#problem = problem;
  }

  /**
   * Starts the training beside the lab's device.
   *
   * @param peer Id among the peers that train on mini-batches.
   * @throws {MissingError} where the peer is not set up or does not run beside this device.
   */
  static async open(
    lab: Lab,
    { graph }: LoadedDataset,
    { peer, data, setting }: {
      readonly peer: string;
      readonly data: MiniBatchData;
      readonly setting: LibrarySetting;
    },
  ): Promise<LibraryTraining> {
    const { model, fanouts = FANOUTS, batch: batchSize = setting.graph.batch } = setting;
    const { threads, backend } = peerPlace(findPeer(peer, BATCH_PEERS), lab);
    const { layers } = modelOf(setting, data.classes);
    const problem: PeerBatchProblem = {
      graph,
      data,
      layers,
      fanouts,
      batchSize,
      seed: lab.seed,
      model: ({ GCN: "gcn", GIN: "gin", GAT: "gat" } as const)[model],
      ...(model === "GAT" && { heads: fanouts.map((_, layer) => layer < fanouts.length - 1 ? HEADS : 1) }),
    };
    return new LibraryTraining(
      peer,
      await PeerBatchTraining.open(peer, problem, { threads, backend, signal: lab.signal }),
      problem,
    );
  }

  /**
   * Compares a sample with the graph, and the first losses on it with the oracles'.
   *
   * @param signal Ends the comparison between two steps of the oracles.
   * @throws {WrongResultError} where they differ.
   */
  async check(seed: number, signal?: AbortSignal): Promise<void> {
    const report = await checkBatches(this.#training, this.#problem, seed, signal);
    if (!report.ok) throw wrongResult(this.#peer, report);
    this.#report = this.#report === undefined ? report : worstOf([this.#report, report]);
  }

  /** Times mini-batches once. */
  async next(): Promise<LibraryTurn> {
    const one = async () => await this.#training.iterate(TIMED_BATCHES) / TIMED_BATCHES;
    return { ms: await one(), againMs: await one(), phases: await this.#training.phases(1) };
  }

  /** The iterations that were timed. */
  iterations(turns: readonly LibraryTurn[]): LibraryIterations {
    return { epochLength: epochLength(this.#problem), turns, check: this.#report! };
  }

  /** Drops the model; the worker goes on. */
  close(): void {
    this.#training.close();
  }
}
