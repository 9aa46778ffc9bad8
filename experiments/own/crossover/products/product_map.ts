/**
 * Suite of a map of sparse products: kernels and orderings on graphs that are drawn for each point.
 *
 * @module
 */
import type { CsrMatrix } from "../../../../graph/csr.ts";
import type { Lab } from "../../../lab.ts";
import { type MapQuestion, type MapSuite, mapSuite, type MapWorkload } from "../map_suite.ts";
import { measurePoint, PRODUCT_METRICS, type ProductContender, SPREAD_OVER } from "./product_point.ts";

/** Parts of a suite that tell one map of products from another. */
export interface ProductQuestion extends
  Pick<
    MapQuestion<ProductContender, typeof PRODUCT_METRICS>,
    "id" | "title" | "question" | "contenders" | "settings" | "notes" | "plots" | "lattice"
  > {
  /** Matrix of a point and columns of its features. */
  draw(lab: Lab, point: MapWorkload): { readonly matrix: CsrMatrix; readonly width: number };
}

/** Contender that every ratio of a map of products is against. */
const BASELINE = "row-split";

/** Builds the suite of a map of products. */
export function productMap(
  { draw, ...question }: ProductQuestion,
): MapSuite<ProductContender, typeof PRODUCT_METRICS> {
  return mapSuite({
    ...question,
    baseline: BASELINE,
    settings: { "weights": "GCN normalisation with self-loops", ...question.settings },
    measurement: {
      kind: "joint",
      measure: (lab, _none, point, contenders) =>
        measurePoint(lab, { ...draw(lab, point), contenders, baseline: BASELINE }),
    },
    metrics: PRODUCT_METRICS,
    notes: [
      `Preparation is the ordering and the layout of the kernel; with it a product bears a ${SPREAD_OVER}th of both.`,
      ...question.notes,
    ],
  });
}
