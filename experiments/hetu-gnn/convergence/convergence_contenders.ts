/**
 * Contenders of hetu-gnn Figure 7: trainings by this project's kernels, or by peers.
 *
 * @module
 */
import type { Contender } from "../../cell.ts";
import type { PeerOptions } from "../../peers/peer.ts";
import type { EpochVariant } from "../epochs/epochs.ts";

/** A training by this project's kernels. */
export interface OwnContender extends Contender {
  /** Ordering and kernel. */
  readonly variant: EpochVariant;
}

/** A training by a peer. */
export interface PeerRacer extends Contender {
  /** Id of the peer. */
  readonly peer: string;
  /** Options of its worker, for tests. */
  readonly open?: Pick<PeerOptions, "python" | "timeoutMs">;
}

/** A training that takes part in a race. */
export type ConvergenceContender = OwnContender | PeerRacer;
