/**
 * Racers of hetu-gnn Figure 7: this project's kernels, or peers.
 *
 * @module
 */
import type { PeerOptions } from "../../peers/peer.ts";
import type { EpochVariant } from "../epochs/epochs.ts";

/** A training by this project's kernels. */
export interface OwnRacer {
  /** Id, unique within a race. */
  readonly id: string;
  /** Ordering and kernel. */
  readonly variant: EpochVariant;
}

/** A training by a peer. */
export interface PeerRacer {
  /** Id, unique within a race. */
  readonly id: string;
  /** Id of the peer. */
  readonly peer: string;
  /** Options of its worker, for tests. */
  readonly open?: Pick<PeerOptions, "python" | "timeoutMs">;
}

/** A training that takes part in a race. */
export type Racer = OwnRacer | PeerRacer;
