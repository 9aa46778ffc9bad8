/**
 * Trainings on one rank and on two, with and without a slow link and with both delays, side by side in one
 * job.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import type { Lab } from "../../lab.ts";
import type { Profile } from "../../profiles.ts";
import { timedRanks } from "../../trials/ranks/timed_ranks.ts";
import { type Delay, DELAYS } from "../convergence/delayed_trainings.ts";
import { type OverlapLink, overlapLink } from "../overlap/linked_trainings.ts";
import { type BatchScale, batchScale } from "../rank_models.ts";
import { epochsOf, type RealEpochs, tooFewRanks } from "../real_ranks/real_epochs.ts";
import { HIDDEN, PRODUCTS, type ScaledGraph, scaledGraph } from "../scaled_graphs.ts";

/** Ranks, and the link that they push over; `machine` is the network that they really have. */
export const PLACES = [
  { ranks: 1, link: "machine" },
  { ranks: 2, link: "machine" },
  { ranks: 2, link: "10g" },
] as const satisfies readonly { readonly ranks: number; readonly link: OverlapLink }[];

/** Ranks and link of a training. */
export type Place = typeof PLACES[number];

/** Iterations of a turn: a second or more of them, so that an interval is narrower than what a link costs. */
export const LIMITED_TURN = 7;

/** Vertices of the paper's graph over those of the one that profile standard trains on. */
const STANDARD_SCALE = 8;

/** Graph of a profile. */
export function limitedGraph(profile: Pick<Profile, "id">): ScaledGraph {
  return profile.id === "standard"
    ? scaledGraph(profile, PRODUCTS, STANDARD_SCALE)
    : scaledGraph(profile, PRODUCTS);
}

/**
 * Sizes of mini-batches and layers; every vertex that another rank has a copy of is pushed, and hidden layers
 * have the paper's columns but at smoke sizes.
 */
function limitedScale(profile: Pick<Profile, "id">, { graph }: LoadedDataset): BatchScale {
  const scale = batchScale(profile, limitedGraph(profile));
  return {
    ...scale,
    pushLimit: graph.rows,
    ...(profile.id !== "smoke" && { hidden: HIDDEN }),
  };
}

/** Epochs by place and delay. */
export type LimitedEpochs = (place: Place, delay: Delay) => RealEpochs;

/**
 * Trains GraphSAGE in all places with both delays, one thread a rank, in turns: round i of one is paired with
 * round i of another.
 *
 * @throws {MissingError} where there are not as many ranks as a place has.
 */
export async function limitedEpochs(lab: Lab, dataset: LoadedDataset): Promise<LimitedEpochs> {
  const most = Math.max(...PLACES.map(({ ranks }) => ranks)), { ranks: own } = timedRanks(lab);
  if (most > own) throw tooFewRanks(most, own);
  const cells = PLACES.flatMap((place) => DELAYS.map((delay) => ({ place, delay })));
  const epochs = await epochsOf(lab, dataset, {
    scaled: limitedGraph(lab.profile),
    model: "GraphSAGE",
    threads: 1,
    scale: limitedScale(lab.profile, dataset),
    turn: LIMITED_TURN,
    trainings: cells.map(({ place: { ranks, link: name }, delay }) => {
      const link = overlapLink(name);
      return { ranks, delay, ...(link && { link }) };
    }),
  });
  return (place, delay) => epochs[cells.findIndex((cell) => cell.place === place && cell.delay === delay)];
}
