/**
 * Message interface of training: less than a communicator, so that ranks can also take turns in one process.
 *
 * @module
 */
import type { Communicator, Exchange } from "../communicator/communicator.ts";

/** Pending all-to-all exchange. */
export interface PendingExchange {
  /** Waits for the arrays of all ranks, place i from rank i; the receiver may keep these views. */
  wait(): Promise<readonly Uint32Array[]>;
  /**
   * Frees the arrays that `wait` has returned, where this rank alone has them: large arrays do not wait for
   * the garbage collector then. No view of them can be used afterwards.
   */
  release?(): void;
}

/**
 * Message interface of one rank in a group that trains together. All methods but `now` and `progress` are
 * collective, in one order on all ranks.
 */
export interface RankTransport {
  /** Number of this rank, from 0. */
  readonly rank: number;
  /** Number of ranks. */
  readonly size: number;
  /** Milliseconds on the rank's own clock, which stops while another simulated rank has its turn. */
  now(): number;
  /**
   * Begins to send `outgoing[j]` to rank j, for each rank j, and returns without waiting. The arrays must not
   * change until the exchange has been waited for.
   */
  startExchange(outgoing: readonly Uint32Array[]): PendingExchange;
  /**
   * Overwrites `payload` with the sum over all ranks, added up in float64 in the order of ranks and rounded
   * once: every transport gives the same bits.
   */
  allReduce(payload: Float32Array): Promise<void>;
  /** Lets pending exchanges progress. Cheap; called between kernels and between a sample's layers. */
  progress(): void;
}

/** Gathers a whole number below 2^32 of every rank, in the order of ranks. Collective. */
export async function gatherNumbers(transport: RankTransport, own: number): Promise<number[]> {
  const announced = Array.from({ length: transport.size }, () => Uint32Array.of(own));
  return (await transport.startExchange(announced).wait()).map(([number]) => number);
}

/**
 * Adapts a communicator to a transport. Calls of the communicator block the rank's thread.
 *
 * @example
 * ```ts ignore
 * // train_rank.ts, for runRanks({ engine: "mpi", ranks: 4, module, entry: "trainRank", input })
 * export async function trainRank(communicator: Communicator, input: Input) {
 *   const device = openWasmDevice({ threads: 1 });
 *   return await trainOnRank(
 *     device,
 *     communicatorTransport(communicator),
 *     input.data[communicator.rank],
 *     options,
 *   );
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
      let received: readonly Uint32Array[] = [];
      return {
        // deno-lint-ignore require-await -- what it throws must reject, as on other transports
        async wait() {
          underWay.delete(exchange);
          return received = exchange.wait();
        },
        release() {
          for (const buffer of new Set(received.map(({ buffer }) => buffer))) {
            if (buffer instanceof ArrayBuffer) buffer.transfer(0);
          }
        },
      };
    },
    // deno-lint-ignore require-await -- as above
    async allReduce(payload) {
      communicator.allReduce(payload);
    },
    progress() {
      // Any call of a communicator moves all of its exchanges.
      for (const exchange of underWay) {
        exchange.test();
        return;
      }
    },
  };
}
