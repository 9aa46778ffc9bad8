/**
 * Adjacency, features and labels of a dataset under an ordering.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { findOrdering } from "../../../graph/orderings/mod.ts";
import { permuteVertexData } from "../../../training/permuted_data.ts";
import { type VertexData, vertexData } from "../../../training/vertex_data.ts";
import type { Lab } from "../../lab.ts";
import type { CheckedTimes } from "../../metrics.ts";
import { keptOrdering } from "../../trials/ordered_graph.ts";
import { checkOrdering } from "../../trials/ordering_check.ts";

/** Training data under an ordering. */
export interface OrderedData {
  /** Adjacency, features and labels in the ordering's numbering. */
  readonly data: VertexData;
  /** Time of the ordering, with the check that it is one; absent for the graph as it comes. */
  readonly ordering?: CheckedTimes;
  /** Columns of rows: the engine, where the ordering has a choice of engines. */
  readonly factors: Readonly<Record<string, string>>;
  /** Ordering and its parameters, for content keys. */
  readonly identity: Readonly<Record<string, unknown>>;
}

/** Data of a dataset under an ordering: one copy a session. */
export function orderedData(lab: Lab, dataset: LoadedDataset, ordering: string): Promise<OrderedData> {
  return lab.once(orderData, dataset, { ordering });
}

async function orderData(
  lab: Lab,
  dataset: LoadedDataset,
  { ordering: id }: { readonly ordering: string },
): Promise<OrderedData> {
  const { seed } = lab, ordering = findOrdering(id);
  const identity = { ordering: ordering.id, parameters: ordering.parameters };
  if (id === "natural") return { data: await vertexData(dataset, { seed }), factors: {}, identity };
  const { data: natural } = await orderedData(lab, dataset, "natural");
  const { perm, ms } = await keptOrdering(lab, dataset, ordering);
  const { engine } = ordering.parameters;
  return {
    data: permuteVertexData(natural, perm),
    ordering: { ms: [ms], check: checkOrdering(perm, { vertices: perm.length }), timer: "wall", waits: 0 },
    factors: engine === undefined ? {} : { engine: String(engine) },
    identity,
  };
}
