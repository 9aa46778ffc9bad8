/**
 * A peer's full-batch epochs among rounds of this project's own.
 *
 * @module
 */
import type { Layer } from "../../training/layers/layer.ts";
import { adam } from "../../training/optimizers/adam.ts";
import type { VertexData } from "../../training/vertex_data.ts";
import type { Lab } from "../lab.ts";
import type { EpochPeer } from "../trials/epoch_peers.ts";
import { trainingTask } from "../trials/training_trial.ts";
import { firstLosses } from "./peer_epoch.ts";
import { peerClock } from "./peer_columns.ts";
import { peerProblem } from "./peer_problem.ts";
import { PeerTraining } from "./peer_training.ts";
import { checkLosses } from "./peer_training_trial.ts";
import { findPeer, peerPlace, TRAINING_PEERS } from "./peers.ts";

/** Largest difference of a loss from this project's, over it. */
const TOLERANCE = 1e-3;

/** Training of the peer. */
export interface PeerInRoundsOptions {
  /** Id of the peer within the rounds. */
  readonly id: string;
  /** Id among the peers that train. */
  readonly peer: string;
  /** Adjacency, features, labels. */
  readonly data: VertexData;
  /** Layers of the model with a given dropout. */
  readonly layers: (dropout: number) => readonly Layer[];
  /** Dropout of the input of every layer. */
  readonly dropout: number;
}

/**
 * Peer that takes turns with other trainings; without dropout the peer's first losses have to be those of
 * this project's kernels.
 */
export function peerInRounds(lab: Lab, { id, peer, data, layers, dropout }: PeerInRoundsOptions): EpochPeer {
  return {
    id,
    open: async () => {
      const { id: worker, ...spec } = findPeer(peer, TRAINING_PEERS), { seed } = lab;
      const { threads, backend } = peerPlace({ id: worker, ...spec }, lab);
      const optimizer = adam();
      const { program } = trainingTask(lab, { data, model: { layers: layers(dropout), optimizer } });
      const problem = peerProblem(program, data, { seed, dropout });
      const training = await PeerTraining.open(worker, problem, { threads, backend, signal: lab.signal });
      const losses = await firstLosses(lab, { data, model: { layers: layers(0), optimizer } });
      return {
        timer: peerClock(backend),
        next: async () => (await training.train(1)).ms,
        check: async () => {
          await training.reset();
          const trained = await training.train(losses.length, { dropout: false });
          await training.reset();
          return checkLosses(trained.losses, losses, TOLERANCE);
        },
        close: () => training.close(),
      };
    },
  };
}
