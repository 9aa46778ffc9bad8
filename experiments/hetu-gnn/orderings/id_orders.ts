/**
 * Orders of ids under which claims about the natural order are asked: what order the published files have is
 * not known, so that a claim holds where it holds under all of them.
 *
 * @module
 */
import type { IdOrder } from "../../../datasets/generators/id_order.ts";
import { formatDatasetName } from "../../../datasets/generators/stand_in.ts";
import type { Profile } from "../../profiles.ts";
import type { GraphId } from "../paper_graphs.ts";

/** Graphs of Figure 8, the power-law one first. */
export const ORDERED_GRAPHS = ["reddit", "archaea"] as const satisfies readonly GraphId[];

/** Id of one of them. */
export type OrderedGraphId = typeof ORDERED_GRAPHS[number];

/** An order of ids, by the share of the vertices that have random ones. */
export interface SweptOrder {
  /** Per cent of the vertices at random places of the order by community. */
  readonly randomIds: number;
  /** Order of a stand-in's ids. */
  readonly ids: IdOrder;
}

/** Orders from that by community to the random one. */
export const SWEPT_ORDERS: readonly SweptOrder[] = [
  { randomIds: 0, ids: "community" },
  { randomIds: 10, ids: "mixed-10" },
  { randomIds: 50, ids: "mixed-50" },
  { randomIds: 90, ids: "mixed-90" },
  { randomIds: 100, ids: "shuffled" },
];

/** Scales of stand-ins by graph and profile. */
export type SweptScales = Readonly<Record<OrderedGraphId, Readonly<Record<Profile["id"], number>>>>;

/** Name of a graph's stand-in under an order of ids. */
export function sweptDataset(
  graph: OrderedGraphId,
  { ids }: Pick<SweptOrder, "ids">,
  { scales, profile }: { readonly scales: SweptScales; readonly profile: Pick<Profile, "id"> },
): string {
  return formatDatasetName({ id: graph, standIn: { scale: scales[graph][profile.id], ids } });
}

/** Id of the workload of a graph under an order of ids. */
export function sweptId(graph: OrderedGraphId, { randomIds }: Pick<SweptOrder, "randomIds">): string {
  return `${graph}:${randomIds}`;
}
