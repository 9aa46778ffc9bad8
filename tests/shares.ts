/**
 * Random shares of a whole.
 *
 * @module
 */
import fc from "fast-check";

const PARTS = 2 ** 24;

/** Shares from 0 to 1, each about as likely: `fc.double` draws nearly all of its numbers close to 0. */
export const shares: fc.Arbitrary<number> = fc.nat(PARTS).map((part) => part / PARTS);

/** Shares from 0 to below 1. */
export const sharesBelow1: fc.Arbitrary<number> = fc.nat(PARTS - 1).map((part) => part / PARTS);
