/**
 * Trial of a peer's epoch of full-batch training: the losses of the first epochs are compared with this
 * project's, and the worker times itself.
 *
 * @module
 */
import type { CheckReport } from "../../kernels/checks/check_report.ts";
import type { Work } from "../../kernels/operation.ts";
import { wrongResult } from "../../kernels/checks/plan_check.ts";
import { UsageError } from "../../platform/errors.ts";
import type { Lab } from "../lab.ts";
import type { PreparedTrial, Trial } from "../measurement.ts";
import type { Facts, Metrics } from "../metrics.ts";
import { openPeer } from "./open_peers.ts";
import type { PeerOptions } from "./peer.ts";
import { peerColumns } from "./peer_columns.ts";
import { peerBytes } from "./peer_memory.ts";
import { serverDigest } from "./peer_process.ts";
import { PeerTraining, type PeerTrainingProblem } from "./peer_training.ts";
import { findPeer, peerPlace, TRAINING_PEERS } from "./peers.ts";
import { settledMs } from "./settled_calls.ts";
import { Unrest } from "./unrest.ts";

/** Training of a peer, and the losses that it is held against. */
export interface PeerTrainingTrialOptions<M extends Metrics = Metrics> {
  /** Id among the peers that train: `pyg`. */
  readonly peer: string;
  /** Data and model of the training. */
  readonly problem: PeerTrainingProblem;
  /**
   * Training losses of the first epochs from the same weights, without dropout: by the oracle, or by our own
   * kernels.
   */
  readonly losses: readonly number[];
  /** Largest difference of a loss from that, over it; 1e-3 when absent. */
  readonly tolerance?: number;
  /** Bytes that this project's own training of the problem holds at most. */
  readonly trainingBytes: number;
  /** Arithmetic and traffic of one epoch. */
  readonly work: Work;
  /** Exact values that go with the cell. */
  readonly facts?: Facts<M>;
  /** Further things that make this cell the cell it is: how weights were drawn. */
  readonly identity?: Readonly<Record<string, unknown>>;
  /** Threads of the peer; when absent, the number that any process beside the device may use. */
  readonly threads?: number;
  /** Interpreter and patience with the worker, for tests. */
  readonly open?: Pick<PeerOptions, "python" | "timeoutMs">;
}

/** float32 sums in another order drift apart by far less in a few epochs, another formula by far more. */
const TOLERANCE = 1e-3;
/** Epochs of a check after timing: the second loss is right only if the first step was. */
const RECHECKED_EPOCHS = 2;

/**
 * Whether a peer's losses are the wanted ones, epoch by epoch.
 *
 * @example
 * ```ts
 * import { checkLosses } from "./peer_training_trial.ts";
 * if (!checkLosses([2.0001], [2], 1e-3).ok || checkLosses([2.1], [2], 1e-3).ok) throw new Error("losses");
 * ```
 */
export function checkLosses(
  got: readonly number[],
  wanted: readonly number[],
  tolerance: number,
): CheckReport {
  const errors = wanted.map((loss, epoch) => Math.abs(got[epoch] - loss) / Math.abs(loss));
  const failed = errors.findIndex((error) => !(error <= tolerance));
  const row = failed >= 0 ? failed : errors.indexOf(Math.max(...errors));
  return {
    ok: failed < 0 && got.length === wanted.length,
    relErr: Number.isFinite(errors[row]) ? errors[row] : Infinity,
    tolerance,
    checkedRows: wanted.length,
    worst: { row, got: got[row], wanted: wanted[row], allowed: tolerance * Math.abs(wanted[row]) },
  };
}

/**
 * Builds the trial and starts the worker; one execution is one epoch. The check trains without dropout, whose
 * masks are each library's own, and goes back to the first step.
 *
 * @throws {UsageError} for a peer that does not train, or without a loss to compare with.
 * @throws {MissingError} where the peer is not set up or does not run beside this device.
 */
export async function peerTrainingTrial<M extends Metrics>(
  lab: Lab,
  options: PeerTrainingTrialOptions<M>,
): Promise<Trial<M>> {
  const { problem, losses, tolerance = TOLERANCE, trainingBytes, work, facts = {} } = options;
  const spec = findPeer(options.peer, TRAINING_PEERS);
  if (losses.length === 0) {
    throw new UsageError({
      action: `hold peer "${spec.id}" against our losses`,
      current: "none",
      wanted: "the losses of the first epochs",
      next: "train five epochs without dropout first",
    });
  }
  const { backend, threads } = peerPlace(spec, lab);
  const opening = { ...options.open, threads: options.threads ?? threads, backend, signal: lab.signal };
  const worker = await openPeer(spec.id, opening);
  const { widths, dropout, adam, seed, sets } = problem;
  const unrest = new Unrest();

  return {
    identity: {
      ...options.identity,
      peer: spec.id,
      backend,
      threads: worker.threads,
      versions: worker.versions,
      server: await serverDigest(),
      widths,
      dropout,
      adam,
      seed,
      tolerance,
      trainVertices: sets.train.length,
    },
    bytes: peerBytes(trainingBytes),
    work,
    facts,
    ...peerColumns(worker, backend),
    unrest: () => unrest.text(),
    prepare: async (): Promise<PreparedTrial> => {
      const training = await PeerTraining.open(spec.id, problem, opening);
      return {
        prepareMs: training.prepareMs,
        time: async (epochs) => {
          const run = await training.train(epochs);
          unrest.add(epochs, run);
          return run.ms;
        },
        settle: () => settledMs(() => training.train(1), lab.signal),
        check: async () => {
          await training.reset();
          const trained = await training.train(losses.length, { dropout: false });
          await training.reset();
          return checkLosses(trained.losses, losses, tolerance);
        },
        recheck: async () => {
          await training.reset();
          const first = losses.slice(0, RECHECKED_EPOCHS);
          const trained = await training.train(first.length, { dropout: false });
          await training.reset();
          const report = checkLosses(trained.losses, first, tolerance);
          if (!report.ok) throw wrongResult(spec.id, report);
        },
        destroy: () => training.close(),
      };
    },
  };
}
