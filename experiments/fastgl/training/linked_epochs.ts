/**
 * Epochs of a policy over links and on cards that are not at hand, from what its iterations copied.
 *
 * @module
 */
import type { Facts } from "../../metrics.ts";
import { type CARD_METRICS, cardFacts } from "../links/card_phases.ts";
import { cardWork } from "../links/card_work.ts";
import type { Loading } from "../../trials/links/copies.ts";
import { atPublishedSize } from "../links/published_batches.ts";
import type { Policy } from "../policies.ts";
import type { MeasuredTraining } from "./measured_policies.ts";

/** Loading of an epoch for a model of links: what one iteration copies, times the iterations of an epoch. */
export function epochLoadings(
  { iterations }: Pick<MeasuredTraining, "iterations">,
  { id }: Policy,
): Loading[] {
  const { epochLength, records } = iterations.of(id);
  return records.map(({ loading: { bytes, matchMs, assembleMs } }) => ({
    bytes: epochLength * bytes,
    transfers: epochLength,
    deviceMs: epochLength * (matchMs + assembleMs),
  }));
}

/**
 * A policy's mini-batch on cards, one entry a round: the share of its features that the iteration copied, of
 * a mini-batch of the published size. Where the host samples, a card only computes.
 */
export function policyOnCards(
  { iterations, setting }: MeasuredTraining,
  { id, sampler }: Policy,
): Facts<typeof CARD_METRICS> {
  const published = atPublishedSize(iterations.shapes);
  const batch = sampler === "host" ? { ...published, drawn: 0 } : published;
  const work = cardWork(setting, batch);
  return cardFacts(
    iterations.of(id).records.map(({ vertices, loading: { loaded } }) => ({
      ...work,
      loadedBytes: work.loadedBytes * loaded / vertices,
    })),
  );
}
