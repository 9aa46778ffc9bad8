/**
 * Natural ordering: ids as in the file.
 *
 * @module
 */
import { assertSquare } from "../square.ts";
import type { Ordering } from "./ordering.ts";
import { indices } from "../../platform/indices.ts";

/** Identity, with which every other ordering is compared. */
export const natural: Ordering = {
  id: "natural",
  title: "Natural",
  source: { paper: "hetu-gnn", section: "Figure 8" },
  parameters: {},
  compute(matrix) {
    assertSquare(matrix, "order the vertices of a graph");
    return { perm: indices(matrix.rows), facts: {} };
  },
};
