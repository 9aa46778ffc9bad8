/**
 * An epoch of a peer on mini-batches as a trial: the worker times itself.
 *
 * @module
 */
import { csrBytes } from "../../../graph/csr.ts";
import type { Work } from "../../../kernels/operation.ts";
import { wrongResult } from "../../../kernels/checks/plan_check.ts";
import type { Lab } from "../../lab.ts";
import type { PreparedTrial, Trial } from "../../measurement.ts";
import type { Breakdown, Facts, Metrics } from "../../metrics.ts";
import { openPeer } from "../open_peers.ts";
import type { PeerOptions } from "../peer.ts";
import { peerColumns } from "../peer_columns.ts";
import { peerBytes } from "../peer_memory.ts";
import { serverDigest } from "../peer_process.ts";
import { BATCH_PEERS, findPeer, peerPlace } from "../peers.ts";
import { checkBatches } from "./batch_check.ts";
import type { PeerBatchProblem } from "./batch_problem.ts";
import { PeerBatchTraining } from "./peer_batches.ts";

/** Training of a peer on mini-batches. */
export interface PeerBatchTrialOptions<M extends Metrics = Metrics> {
  /** Id among the peers that train on mini-batches. */
  readonly peer: string;
  /** Data and model. */
  readonly problem: PeerBatchProblem;
  /** Arithmetic and traffic of one epoch. */
  readonly work: Work;
  /** Exact values that go with the cell. */
  readonly facts?: Facts<M>;
  /** Interpreter and patience with the worker, for tests. */
  readonly open?: Pick<PeerOptions, "python" | "timeoutMs">;
}

/** Rounds in which the phases of an epoch are timed, and the mini-batches that stand for it. */
const PHASE_ROUNDS = 5, PHASE_BATCHES = 2;

/** Mini-batches of an epoch. */
export function epochLength({ data, batchSize }: Pick<PeerBatchProblem, "data" | "batchSize">): number {
  return Math.ceil(data.training.length / batchSize);
}

/** Milliseconds of sampling, loading and computing an epoch, one after the other. */
async function phaseTimes(training: PeerBatchTraining, length: number): Promise<Breakdown> {
  const times = { sample_time: [] as number[], load_time: [] as number[], compute_time: [] as number[] };
  const scale = length / PHASE_BATCHES;
  for (let round = 0; round < PHASE_ROUNDS; round++) {
    const { sampleMs, loadMs, computeMs } = await training.phases(PHASE_BATCHES);
    times.sample_time.push(scale * sampleMs);
    times.load_time.push(scale * loadMs);
    times.compute_time.push(scale * computeMs);
  }
  return { times };
}

/**
 * Builds the trial and starts the worker; one execution is one epoch. The number of processes that sample
 * ahead is the fact `workers`; phases are timed without any.
 *
 * @throws {MissingError} where the peer is not set up or does not run beside this device.
 */
export async function peerBatchTrial<M extends Metrics>(
  lab: Lab,
  { peer, problem, work, facts = {}, open }: PeerBatchTrialOptions<M>,
): Promise<Trial<M>> {
  const spec = findPeer(peer, BATCH_PEERS), { backend, threads } = peerPlace(spec, lab);
  const opening = { ...open, threads, backend, signal: lab.signal };
  const worker = await openPeer(spec.id, opening);
  const { graph, data, model, fanouts, batchSize, seed, heads = [] } = problem;
  const length = epochLength(problem);
  const check = (training: PeerBatchTraining, from: number) =>
    checkBatches(training, problem, from, lab.signal);

  return {
    identity: {
      peer: spec.id,
      backend,
      threads: worker.threads,
      versions: worker.versions,
      server: await serverDigest(),
      model,
      fanouts,
      batchSize,
      seed,
      heads,
      epochLength: length,
    },
    bytes: peerBytes(csrBytes(graph) + data.features.values.byteLength),
    work,
    facts,
    ...peerColumns(worker, backend),
    prepare: async (): Promise<PreparedTrial> => {
      const training = await PeerBatchTraining.open(spec.id, problem, opening);
      return {
        prepareMs: training.prepareMs,
        facts: { workers: training.workers },
        time: (epochs) => training.iterate(epochs * length),
        check: () => check(training, seed),
        recheck: async (fresh) => {
          const report = await check(training, fresh);
          if (!report.ok) throw wrongResult(spec.id, report);
        },
        breakdown: () => phaseTimes(training, length),
        destroy: () => training.close(),
      };
    },
  };
}
