/**
 * Loading of single mini-batches at the published size, over links and beside the work of cards: exact counts
 * and models, without a clock.
 *
 * @module
 */
import type { Facts, Metrics } from "../../metrics.ts";
import { MOST_BATCHES } from "../sampled_epoch.ts";
import type { SampledGraph } from "../sampling_graphs.ts";
import type { ModelSetting } from "../trained_models.ts";
import { CARD_METRICS, cardPhaseFacts } from "./card_phase_facts.ts";
import { paperCardWork } from "./paper_card_work.ts";
import { IO_METRICS, overLinks } from "./loading_links.ts";
import { atPublishedSize, type BatchShape } from "./published_batches.ts";

/** Loading of a mini-batch over each link, and on cards. */
export const BATCH_LOADS = { ...IO_METRICS, ...CARD_METRICS } as const satisfies Metrics;

/**
 * Values of {@linkcode BATCH_LOADS}, one entry a mini-batch from the second on: the first has none before it
 * that Match could keep.
 *
 * @param match Whether features of the mini-batch before are kept.
 */
export function batchLoads(
  shapes: readonly BatchShape[],
  { match, ...setting }: ModelSetting & {
    readonly graph: Pick<SampledGraph, "featureWidth" | "classes">;
    readonly match: boolean;
  },
): Facts<typeof BATCH_LOADS> {
  const works = shapes.slice(1, 1 + MOST_BATCHES).map((shape) => {
    const batch = atPublishedSize([shape]), work = paperCardWork(setting, batch);
    return match ? { ...work, loadedBytes: work.loadedBytes * batch.missing / batch.blocks[0].cols } : work;
  });
  const loadings = works.map(({ loadedBytes: bytes }) => ({ bytes, transfers: 1, deviceMs: 0 }));
  return { ...overLinks(loadings), ...cardPhaseFacts(works) };
}

/** Notes of suites that show these. */
export const BATCH_LOAD_NOTES: readonly string[] = [
  "Links and cards are asked about single mini-batches here: every one from the second on, all of its features (DGL) or those that " +
  "the one before does not have (FastGL, without Reorder).",
];
