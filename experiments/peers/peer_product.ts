/**
 * A product by a peer as a trial: the operands travel to the worker in raw files, the product comes back in
 * one and goes through the same check as every kernel's, and the worker times itself.
 *
 * @module
 */
import { join } from "node:path";
import { checkOutput } from "../../kernels/checks/check_output.ts";
import type { AnyOperandsOf } from "../../kernels/operation.ts";
import { type Lab, NO_DATASET } from "../lab.ts";
import type { PreparedTrial, Trial } from "../measurement.ts";
import { sharedReferences } from "../trials/shared_references.ts";
import { readNumbers, withFolder } from "./operand_files.ts";
import { openPeer } from "./open_peers.ts";
import type { OperandDigests, Peer, PeerOptions } from "./peer.ts";
import { peerColumns } from "./peer_columns.ts";
import { peerBytes } from "./peer_memory.ts";
import { serverDigest } from "./peer_process.ts";
import { type CheckedProduct, recheckPeer } from "./peer_recheck.ts";
import { findPeer, peerPlace } from "./peers.ts";
import { settledMs } from "./settled_calls.ts";
import { Unrest } from "./unrest.ts";

/** Peer of a product. */
export interface PeerProductOptions {
  /** Id of the peer: `scipy`. */
  readonly peer: string;
  /** Threads of the peer; when absent, the number that any process beside the device may use. */
  readonly threads?: number;
  /** Interpreter and patience with the worker, for tests. */
  readonly open?: Pick<PeerOptions, "python" | "timeoutMs">;
}

/** Product that a peer computes. */
export interface PeerProduct<Problem, OperandsOf extends AnyOperandsOf>
  extends CheckedProduct<Problem, OperandsOf> {
  /** Sets of operands that the worker rotates from call to call. */
  readonly copies: number;
  /** Digests of the other operands as they travel to the worker. */
  given(): OperandDigests;
  /** Writes the operands into a folder and has the worker load them; milliseconds that one set took. */
  load(worker: Peer, folder: string): Promise<number>;
}

/**
 * Builds the trial and starts the worker.
 *
 * @throws {MissingError} where the peer is not set up or does not run beside this device.
 */
export async function peerProductTrial<Problem, OperandsOf extends AnyOperandsOf>(
  lab: Lab,
  { product, identity, ...options }: PeerProductOptions & {
    readonly product: PeerProduct<Problem, OperandsOf>;
    readonly identity: Readonly<Record<string, unknown>>;
  },
): Promise<Trial> {
  const { seed } = lab, { operation, problem } = product;
  const work = operation.work(problem);
  const spec = findPeer(options.peer);
  const { backend, threads } = peerPlace(spec, lab);
  const opening = { ...options.open, threads: options.threads ?? threads, backend, signal: lab.signal };
  const first = await openPeer(spec.id, opening);
  const { rows, cols } = operation.oracle.shape(problem);
  const unrest = new Unrest();
  let given: OperandDigests | undefined;

  return {
    identity: {
      peer: spec.id,
      backend,
      threads: first.threads,
      versions: first.versions,
      server: await serverDigest(spec),
      ...identity,
    },
    bytes: peerBytes(product.copies * work.compulsoryBytes),
    work,
    facts: {},
    ...peerColumns(first, backend),
    unrest: () => unrest.text(),
    prepare: async (): Promise<PreparedTrial> => {
      const worker = await openPeer(spec.id, opening);
      const prepareMs = await withFolder((folder) => product.load(worker, folder));
      const references = await lab.once(sharedReferences, NO_DATASET, {});
      const check = () =>
        withFolder(async (folder) => {
          const path = join(folder, "product");
          await worker.check(path);
          const result = await readNumbers(path, { peer: spec.id, count: rows * cols });
          return checkOutput(operation, problem, result, { seed, references });
        });
      return {
        prepareMs,
        time: async (calls) => {
          const run = await worker.run(calls);
          unrest.add(calls, run);
          return run.ms;
        },
        settle: () => settledMs(() => worker.run(1), lab.signal),
        check,
        recheck: (seed) => recheckPeer(worker, product, { seed, given: given ??= product.given() }),
        destroy: () => worker.unload(),
      };
    },
  };
}
