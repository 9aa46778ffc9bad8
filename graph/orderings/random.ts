/**
 * Random ordering: a baseline where the natural one already has locality.
 *
 * @module
 */
import { randomPermutation, RandomStream } from "../../platform/random.ts";
import { assertSquare } from "../square.ts";
import type { Ordering } from "./ordering.ts";

/** A uniformly random permutation, drawn from the seed. */
export const random: Ordering = {
  id: "random",
  title: "Random",
  source: { paper: "own", section: "control" },
  parameters: {},
  compute(matrix, { seed }) {
    assertSquare(matrix, "order the vertices of a graph");
    return { perm: randomPermutation(matrix.rows, new RandomStream(seed, "random ordering")), facts: {} };
  },
};
