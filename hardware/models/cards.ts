/**
 * All cards with known limits: those of today, then those of the papers.
 *
 * @module
 */
import { CURRENT_CARDS, type CurrentCard, type CurrentCardId } from "./current_cards.ts";
import { type CardId, PUBLISHED_CARDS, type PublishedCard } from "./published_cards.ts";

/** Id of a card with known limits. */
export type AnyCardId = CurrentCardId | CardId;

/** Cards by id. */
export const CARDS: Readonly<Record<AnyCardId, CurrentCard | PublishedCard>> = {
  ...CURRENT_CARDS,
  ...PUBLISHED_CARDS,
};

/** Ids of {@linkcode CARDS}. */
export const CARD_IDS = Object.keys(CARDS) as readonly AnyCardId[];
