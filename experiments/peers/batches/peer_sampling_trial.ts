/**
 * A peer's sampler on an epoch's seeds as a trial: the worker times itself.
 *
 * @module
 */
import { csrBytes, type CsrMatrix } from "../../../graph/csr.ts";
import type { BatchOfSeeds } from "../../../graph/sampling/mod.ts";
import type { Work } from "../../../kernels/operation.ts";
import { wrongResult } from "../../../kernels/checks/plan_check.ts";
import type { Lab } from "../../lab.ts";
import type { PreparedTrial, Trial } from "../../measurement.ts";
import type { Facts, Metrics } from "../../metrics.ts";
import { openPeer } from "../open_peers.ts";
import type { PeerOptions } from "../peer.ts";
import { peerColumns } from "../peer_columns.ts";
import { peerBytes } from "../peer_memory.ts";
import { serverDigest } from "../peer_process.ts";
import { BATCH_PEERS, findPeer, peerPlace } from "../peers.ts";
import { checkDrawn } from "./batch_check.ts";
import { PeerSampler } from "./peer_batches.ts";

/** Mini-batches that a peer samples. */
export interface PeerSamplingTrialOptions<M extends Metrics = Metrics> {
  /** Id among the peers that sample. */
  readonly peer: string;
  /** Graph that neighbours are drawn from. */
  readonly graph: CsrMatrix;
  /** Neighbours drawn a layer, the layer next to the input first. */
  readonly fanouts: readonly number[];
  /** Mini-batches of a sample. */
  readonly batches: readonly BatchOfSeeds[];
  /** Factor of the time that is reported: mini-batches of an epoch over those of a sample. */
  readonly scale: number;
  /** Arithmetic and traffic of one execution. */
  readonly work: Work;
  /** Exact values that go with the cell. */
  readonly facts: Facts<M>;
  /** Interpreter and patience with the worker, for tests. */
  readonly open?: Pick<PeerOptions, "python" | "timeoutMs">;
}

/**
 * Builds the trial and starts the worker; one execution draws all mini-batches, with the numbering of their
 * vertices, and without features. The check is of another draw by the same sampler, of one mini-batch.
 *
 * @throws {MissingError} where the peer is not set up or does not run beside this device.
 */
export async function peerSamplingTrial<M extends Metrics>(
  lab: Lab,
  { peer, graph, fanouts, batches, scale, work, facts, open }: PeerSamplingTrialOptions<M>,
): Promise<Trial<M>> {
  const spec = findPeer(peer, BATCH_PEERS), { backend, threads } = peerPlace(spec, lab), { seed } = lab;
  const opening = { ...open, threads, backend, signal: lab.signal };
  const worker = await openPeer(spec.id, opening);
  const lists = batches.map(({ seeds }) => seeds);

  return {
    identity: {
      peer: spec.id,
      backend,
      threads: worker.threads,
      versions: worker.versions,
      server: await serverDigest(),
      batches: batches.length,
      fanouts,
    },
    bytes: peerBytes(csrBytes(graph)),
    work,
    facts,
    ...peerColumns(worker, backend),
    prepare: async (): Promise<PreparedTrial> => {
      const sampler = await PeerSampler.open(spec.id, { graph, fanouts, seed }, opening);
      const check = async (place: number) => {
        const seeds = lists[place % lists.length];
        return checkDrawn(graph, fanouts, { seeds, batch: await sampler.blocks(seeds) });
      };
      return {
        prepareMs: sampler.prepareMs,
        time: async (calls) => {
          let ms = 0;
          for (let call = 0; call < calls; call++) ms += await sampler.draw(lists);
          return scale * ms;
        },
        timeScale: scale,
        check: () => check(0),
        recheck: async (fresh) => {
          const report = await check(fresh);
          if (!report.ok) throw wrongResult(spec.id, report);
        },
        destroy: () => sampler.close(),
      };
    },
  };
}
