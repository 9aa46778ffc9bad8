/**
 * Refusals to draw a part of a dataset at random: nothing says how large it is, or the size makes no sense.
 *
 * @module
 */
import type { LoadedDataset } from "../datasets/dataset.ts";
import { MissingError, UsageError } from "../platform/errors.ts";
import { plural } from "../platform/text/plural.ts";

/**
 * Checks a number of random columns.
 *
 * @throws {UsageError} unless it is a whole number from 1.
 */
export function requireCount(count: number, what: string): void {
  if (Number.isInteger(count) && count >= 1) return;
  throw new UsageError({
    action: `draw ${what}`,
    current: plural(count, "column"),
    wanted: "a whole number from 1",
    next: "pass another width or number of classes",
  });
}

/** Error of a dataset that lacks a part, where nothing says how many columns a random one has. */
export function unsaid({ id }: LoadedDataset, what: string, wanted: string): MissingError {
  return new MissingError({
    action: `prepare ${id} for training`,
    current: `no ${what}`,
    wanted,
    next:
      "on a graph without features and labels, pass --width and --classes (in a script, `randomWidth` and " +
      "`classes`); or fetch a dataset that has both",
  });
}
