/**
 * Graphs of operations whose transfers are planned: the example of roc Table 3, models at the published
 * size, and random ones.
 *
 * @module
 */
import { ginExample, type OperationGraph } from "../../../training/memory_manager/mod.ts";
import type { Workload } from "../../cell.ts";
import { MANAGED_MODELS, type ManagedModel, oneMapCommNet, publishedOperations } from "./managed_graphs.ts";

/** Graph whose sizes count, by its id in the registry. */
export const GRAPH = "reddit";

/** Columns of the hidden layers (the authors' sample run). */
export const HIDDEN = 256;

/** Ids of the example and of the random graphs, and CommNet with one linear map a layer. */
export const EXAMPLE = "example", RANDOM = "random", ONE_MAP = "CommNet, one map";
const DEPTHS = [1, 2, 3];
/** Layers of typical models, as the paper says. */
export const PAPER_DEPTH = 2;

/** A graph of operations, or random ones. */
export interface PlannedWorkload extends Workload {
  /** Operations of the one graph; absent where graphs are random. */
  readonly operations?: () => OperationGraph;
  /** Set where tensors have the published sizes: layers of the model. */
  readonly publishedLayers?: number;
}

/** Id of a model at the published size. */
export const idOf = (kind: string, layers: number): string => `${kind}:${layers}`;

/** A model at the published size, by a way to take it into operations. */
function publishedWorkload(
  kind: string,
  layers: number,
  { model, operations }: { readonly model: ManagedModel; readonly operations: () => OperationGraph },
): PlannedWorkload {
  return {
    id: idOf(kind, layers),
    model,
    factors: { graph: kind, layers },
    operations,
    publishedLayers: layers,
  };
}

/** Models at the published size. */
const PUBLISHED: readonly PlannedWorkload[] = [
  ...MANAGED_MODELS.flatMap((model) =>
    DEPTHS.map((layers) =>
      publishedWorkload(model, layers, {
        model,
        operations: () => publishedOperations({ model, graph: GRAPH, hidden: HIDDEN, layers }),
      })
    )
  ),
  ...DEPTHS.map((layers) =>
    publishedWorkload(ONE_MAP, layers, {
      model: "CommNet",
      operations: () => oneMapCommNet(GRAPH, { hidden: HIDDEN, layers }),
    })
  ),
];

/** All workloads of Table 3. */
export const WORKLOADS: readonly PlannedWorkload[] = [
  { id: EXAMPLE, model: "GIN", factors: { graph: "Figure 3", layers: 1 }, operations: ginExample },
  ...PUBLISHED,
  { id: RANDOM, factors: { graph: RANDOM } },
];
