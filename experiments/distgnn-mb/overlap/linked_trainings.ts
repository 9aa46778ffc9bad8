/**
 * Trainings with both delays over injected links, on ranks with a core each.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { type Link, type LinkId, LINKS } from "../../../hardware/models/interconnect.ts";
import type { Lab } from "../../lab.ts";
import { timedRanks } from "../../trials/ranks/timed_ranks.ts";
import { type Delay, type DelayedTraining, DELAYS, realTrainings } from "../convergence/delayed_trainings.ts";
import { batchScale, type ModelId } from "../rank_models.ts";
import { PRODUCTS, scaledGraph } from "../scaled_graphs.ts";

/** Injected links, by the names of workloads; `machine` is the network that the ranks really have. */
const OVERLAP_LINKS = {
  "machine": undefined,
  "1g": "ethernet-1g",
  "10g": "ethernet-10g",
  "25g": "ethernet-25g",
  "100g": "ethernet-100g",
} as const satisfies Readonly<Record<string, LinkId | undefined>>;

/** Name of a link of the overlap. */
export type OverlapLink = keyof typeof OVERLAP_LINKS;

/** Names of the links, the machine's own network first. */
export const OVERLAP_LINK_NAMES = Object.keys(OVERLAP_LINKS) as OverlapLink[];

/** Injected link of that name. */
export function overlapLink(name: OverlapLink): Link | undefined {
  const id = OVERLAP_LINKS[name];
  return id && LINKS[id];
}

/** Id of the workload of a delay over a link. */
export const overlapWorkloadId = (link: OverlapLink, delay: Delay): string => `${link}:d${delay}`;

/**
 * Iterations of a turn. One alone lasts 20 ms here and is off by a sixth: of two of them, a ratio's interval
 * is wider than what 10 Gbit/s cost.
 */
export const LINKED_TURN = 5;

/** Ranks of the paper's largest cluster: a rank pushes to 63 others there. */
const PAPER_RANKS = 64;

/** Trainings of a model, by delay and link. */
export type LinkedTrainings = (link: OverlapLink, delay: Delay) => DelayedTraining;

/**
 * Trains models over all links with both delays, in turns. The few ranks of a machine may push as many
 * vertices as one of the paper's 64 does to all others together.
 */
export async function linkedTrainings(
  lab: Lab,
  dataset: LoadedDataset,
  { models }: { readonly models: readonly ModelId[] },
): Promise<ReadonlyMap<ModelId, LinkedTrainings>> {
  const { ranks, threads } = timedRanks(lab), scaled = scaledGraph(lab.profile, PRODUCTS);
  const scale = batchScale(lab.profile, scaled);
  const cells = OVERLAP_LINK_NAMES.flatMap((name) => DELAYS.map((delay) => ({ name, delay })));
  const trained = await realTrainings(lab, dataset, {
    scaled,
    models,
    threads,
    scale: { ...scale, pushLimit: Math.ceil(scale.pushLimit * (PAPER_RANKS - 1) / (ranks - 1)) },
    trainings: cells.map(({ name, delay }) => {
      const link = overlapLink(name);
      return { ranks, delay, ...(link && { link }) };
    }),
    turn: LINKED_TURN,
  });
  return new Map(models.map((model): [ModelId, LinkedTrainings] => {
    const all = trained.get(model)!;
    const of: LinkedTrainings = (link, delay) =>
      all[cells.findIndex((cell) => cell.name === link && cell.delay === delay)];
    return [model, of];
  }));
}
