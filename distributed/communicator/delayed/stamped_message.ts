/**
 * Messages that carry their time of arrival behind their words.
 *
 * @module
 */
import type { Payload } from "../communicator.ts";
import { type ElementType, payloadOf, wordsOf } from "../message.ts";

/** Words of a time of arrival: one float64. */
export const STAMP_WORDS = 2;

/** Copies a payload and appends its time of arrival. */
export function stamped<T extends Payload>(payload: T, element: ElementType, arrivalMs: number): T {
  const words = new Uint32Array(payload.length + STAMP_WORDS);
  words.set(wordsOf(payload));
  words.set(stampWords(arrivalMs), payload.length);
  return payloadOf<T>(element, words);
}

/** Splits a message into its payload, without a copy, and its time of arrival. */
export function unstamped<T extends Payload>(
  message: T,
): { readonly payload: T; readonly arrivalMs: number } {
  const length = message.length - STAMP_WORDS;
  return {
    payload: message.subarray(0, length) as T,
    arrivalMs: readStamp(wordsOf(message).subarray(length)),
  };
}

/** Writes a time as words. */
export function stampWords(arrivalMs: number): Uint32Array {
  return new Uint32Array(Float64Array.of(arrivalMs).buffer);
}

/** Reads a time from words at any place of a buffer. */
export function readStamp(words: Uint32Array): number {
  return new Float64Array(words.slice(0, STAMP_WORDS).buffer)[0];
}
