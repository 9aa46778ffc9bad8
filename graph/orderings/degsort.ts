/**
 * DegSort: hubs first.
 *
 * @module
 */
import { degrees } from "../degrees.ts";
import { inversePermutation } from "../permutation.ts";
import { assertSquare } from "../square.ts";
import { sortByDegree } from "./degree_order.ts";
import type { Ordering } from "./ordering.ts";
import { indices } from "../../platform/indices.ts";

/** Ids by falling degree, ties by old id. The degree is a row's length: the in-degree of a directed graph. */
export const degsort: Ordering = {
  id: "degsort",
  title: "DegSort",
  source: { paper: "hetu-gnn", section: "Figure 8" },
  parameters: {},
  compute(matrix) {
    assertSquare(matrix, "order the vertices of a graph");
    const vertices = indices(matrix.rows);
    const order = sortByDegree({ vertices, degree: degrees(matrix), falling: true });
    return { perm: inversePermutation(order), facts: {} };
  },
};
