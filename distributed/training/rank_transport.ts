/**
 * What training asks of whoever carries messages between ranks: less than a communicator, so that ranks can also take turns in one
 * process.
 *
 * @module
 */
import type { Communicator, Exchange } from "../communicator/communicator.ts";

/** An all-to-all exchange under way. */
export interface PendingExchange {
  /** What every rank sent here, place i from rank i, when it has arrived; views that the receiver may keep. */
  wait(): Promise<readonly Uint32Array[]>;
}

/** A rank's side of a group of ranks that train together. All but `now` and `progress` are collective, in one order on all ranks. */
export interface RankTransport {
  /** This rank, from 0. */
  readonly rank: number;
  /** Number of ranks. */
  readonly size: number;
  /** Milliseconds on a clock of the rank's own, which stands still while another simulated rank has its turn. */
  now(): number;
  /**
   * Begins to send `outgoing[j]` to rank j, for each rank j, and returns without waiting. The arrays must stay as they are until
   * the exchange has been waited for.
   */
  startExchange(outgoing: readonly Uint32Array[]): PendingExchange;
  /**
   * Overwrites `payload` by the sum over all ranks, added up in float64 in the order of ranks and rounded once: every transport
   * gives the same bits.
   */
  allReduce(payload: Float32Array): Promise<void>;
  /** Lets what is under way go on. Cheap; called between kernels. */
  progress(): void;
}

/**
 * A communicator as a transport. Its calls block the rank's thread.
 *
 * @example
 * ```ts ignore
 * // train_rank.ts, for runRanks({ engine: "mpi", ranks: 4, module, entry: "trainRank", input })
 * export async function trainRank(communicator: Communicator, input: Input) {
 *   const device = openWasmDevice({ threads: 1 });
 *   return await trainOnRank(device, communicatorTransport(communicator), input.data[communicator.rank], options);
 * }
 * ```
 */
export function communicatorTransport(communicator: Communicator): RankTransport {
  const underWay = new Set<Exchange<Uint32Array>>();
  return {
    rank: communicator.rank,
    size: communicator.size,
    now: () => performance.now(),
    startExchange(outgoing) {
      const exchange = communicator.startAllToAllV(outgoing);
      underWay.add(exchange);
      return {
        // deno-lint-ignore require-await -- what it throws must reject, as on other transports
        async wait() {
          underWay.delete(exchange);
          return exchange.wait();
        },
      };
    },
    // deno-lint-ignore require-await -- as above
    async allReduce(payload) {
      communicator.allReduce(payload);
    },
    progress() {
      // Whatever is called of a communicator moves all of its exchanges.
      for (const exchange of underWay) {
        exchange.test();
        return;
      }
    },
  };
}
