/**
 * Machines as points of the map of links: cards over their links by roofline, and this device as it was
 * measured.
 *
 * @module
 */
import type { LoadedDataset } from "../../../../datasets/dataset.ts";
import { LINKS } from "../../../../hardware/models/interconnect.ts";
import { gcn } from "../../../../training/models/gcn.ts";
import type { Lab } from "../../../lab.ts";
import { cardPhases, HOSTED_CARDS, type HostedCard } from "../../../trials/links/card_phases.ts";
import { batchWork } from "../../../trials/links/batch_work.ts";
import { miniBatchTrial } from "../../../trials/mini_batches/mini_batch_trial.ts";
import { measureSideBySide } from "../../../trials/side_by_side.ts";
import { batchCopies, CLASSES, drawBatchData, FANOUTS, WIDTH } from "./batch_copies.ts";
import type { LinkedDevice } from "./linked_loading.ts";

/** Columns of the hidden layers. */
export const HIDDEN = 64;

/** Machines by id: cards, and the device of the session, which has none. */
export const MACHINES: Readonly<Record<string, HostedCard | { readonly name: string }>> = {
  ...HOSTED_CARDS,
  this_device: { name: "this device" },
};

/** Model that is trained. */
function model() {
  return {
    layers: gcn({ classes: CLASSES, hidden: HIDDEN, layers: FANOUTS.length }),
    aggregation: "gcn",
  } as const;
}

/** Computation and gathering of an epoch on this device, one entry a timed mini-batch. */
async function measuredEpoch(lab: Lab, dataset: LoadedDataset, batchSize: number): Promise<LinkedDevice[]> {
  const data = await lab.once(drawBatchData, dataset, batchSize);
  const trial = () =>
    miniBatchTrial(lab, {
      graph: dataset.graph,
      data,
      ...model(),
      fanouts: FANOUTS,
      batchSize,
      policy: { idMap: "three-step", loading: { match: false }, window: 1, kernels: {} },
    });
  const side = await measureSideBySide(lab, new Map([["plain", trial]]), { decides: false });
  const { parts: { compute_time, load_time }, facts } = side.of("plain");
  const bytes = Number(facts.loaded_bytes), { all } = await lab.once(batchCopies, dataset, batchSize);
  return compute_time.ms.map((ms, i) => {
    // A gather within RAM reads and writes each byte: it is no link, and has no latency of one.
    const bytesPerSecond = 1000 * bytes / load_time.ms[i];
    const link = { ...LINKS["pcie-4-x16"], name: "gather", latencySeconds: 0, bytesPerSecond };
    return { computeMs: ms * all / bytes, link, dramGBs: 2 * bytesPerSecond / 1e9 };
  });
}

/** A machine with its computation of a mini-batch: one entry, or one a timed mini-batch. */
export async function linkedMachine(
  lab: Lab,
  dataset: LoadedDataset,
  { machine, batchSize }: { readonly machine: string; readonly batchSize: number },
): Promise<readonly LinkedDevice[]> {
  const hosted = MACHINES[machine];
  if (!("card" in hosted)) return await lab.once(measuredEpoch, dataset, batchSize);
  const { card, link } = hosted, { counts } = await lab.once(batchCopies, dataset, batchSize);
  const work = batchWork({ ...model(), featureWidth: WIDTH, classes: CLASSES }, counts);
  return [{ computeMs: cardPhases(card, work).computeMs, link, dramGBs: card.dramGBs }];
}
