/**
 * Fidelity of a stand-in: its closeness to what is known about the graph that it represents.
 *
 * @module
 */
import type { LoadedDataset } from "./dataset.ts";
import { standInFamily } from "./generators/families.ts";
import type { StandInFamily } from "./generators/family.ts";
import { parseDatasetName } from "./generators/stand_in.ts";
import { clusteringCoefficient } from "./clustering_coefficient.ts";
import { type GraphMeasures, measureGraph, type OrderMeasures } from "./graph_measures.ts";
import { nnz } from "../graph/csr.ts";

/** One measure of a stand-in beside the measured or published value of the real graph. */
export interface FidelityMeasure {
  /** Name of the measure. */
  readonly measure: string;
  /** Value in the real graph. */
  readonly wanted: number;
  /** Value in the stand-in. */
  readonly got: number;
}

/** A measure with its kind: a share (0 to 1, compared by difference) or a magnitude (compared by ratio). */
interface Compared extends FidelityMeasure {
  readonly kind: "share" | "magnitude";
}

function compareOrders(wanted: OrderMeasures, got: OrderMeasures, ids: string): Compared[] {
  const fill = ["at most 1 %", "1 to 5 %", "more than 5 %"].map((filled, i): Compared => ({
    measure: `share of entries in tiles filled ${filled}, ${ids}`,
    wanted: wanted.fill[i],
    got: got.fill[i],
    kind: "share",
  }));
  const hits = ["V/64", "V/16", "V/4"].map((rows, i): Compared => ({
    measure: `reads served by an LRU cache of ${rows} rows, ${ids}`,
    wanted: wanted.hits[i],
    got: got.hits[i],
    kind: "share",
  }));
  return [...fill, ...hits];
}

function compareMeasures(wanted: GraphMeasures, got: GraphMeasures, mean: number): Compared[] {
  const magnitude = (measure: string, of: number, is: number): Compared => ({
    measure,
    wanted: of,
    got: is,
    kind: "magnitude",
  });
  return [
    magnitude("mean degree", mean, got.meanDegree),
    magnitude("median degree", wanted.medianDegree * mean / wanted.meanDegree, got.medianDegree),
    magnitude("greatest degree", wanted.maxDegree * mean / wanted.meanDegree, got.maxDegree),
    { measure: "Gini coefficient of the degrees", wanted: wanted.gini, got: got.gini, kind: "share" },
    { measure: "clustering coefficient", wanted: wanted.clustering, got: got.clustering, kind: "share" },
    ...wanted.within.map((share, k): Compared => ({
      measure: `share of the vertices within ${k + 1} ${k === 0 ? "hop" : "hops"}`,
      wanted: share,
      got: got.within[k],
      kind: "share",
    })),
    ...compareOrders(wanted.asNumbered, got.asNumbered, "ids as they are"),
    ...compareOrders(wanted.reordered, got.reordered, "after Rabbit order"),
  ];
}

/** Agreement of two values: 1 where they are equal, 0 where they could not differ more. */
function agreement({ kind, wanted, got }: Compared): number {
  if (kind === "share") return 1 - Math.abs(wanted - got);
  return wanted === got ? 1 : Math.min(wanted, got) / Math.max(wanted, got);
}

function compare(family: StandInFamily, { id, graph }: LoadedDataset): Compared[] {
  const { standIn } = parseDatasetName(id);
  const fullMean = family.storedEdges / family.vertices;
  // `:fill` keeps the average degree over V, so it asks for smaller degrees.
  const mean = standIn?.variant === "fill" ? fullMean / standIn.scale : fullMean;
  if (family.measured) return compareMeasures(family.measured, measureGraph(graph), mean);
  const { clustering } = family;
  return [
    { measure: "mean degree", wanted: mean, got: nnz(graph) / graph.rows, kind: "magnitude" },
    ...(clustering === undefined ? [] : [
      {
        measure: "clustering coefficient",
        wanted: clustering,
        got: clusteringCoefficient(graph),
        kind: "share",
      } as const,
    ]),
  ];
}

/**
 * Compares a stand-in with the real graph at full size: every number of `measureGraph` where the real files
 * were measured once, else the published mean degree and clustering coefficient. The last entry, which gives
 * the number of measures, is the **fidelity score**: the mean agreement over the measures, where agreement is
 * 1 minus the difference for shares and smaller over greater for magnitudes. A score of 1 means that no
 * measure distinguishes the graphs. Empty for a real graph, and for a stand-in without a family.
 *
 * @example
 * ```ts
 * import { loadDataset } from "gnn-repro";
 * import { fidelityOf } from "./fidelity.ts";
 * const [mean] = fidelityOf(await loadDataset("archaea@1/1024"));
 * if (Math.abs(mean.got / mean.wanted - 1) > 0.01) throw new Error("plain stand-ins keep the mean degree");
 * ```
 */
export function fidelityOf(dataset: LoadedDataset): FidelityMeasure[] {
  const family = dataset.kind === "stand-in" ? standInFamily(parseDatasetName(dataset.id).id) : undefined;
  if (!family) return [];
  const compared = compare(family, dataset);
  const score = compared.reduce((sum, each) => sum + agreement(each), 0) / compared.length;
  return [
    ...compared.map(({ measure, wanted, got }) => ({ measure, wanted, got })),
    { measure: `fidelity score of ${compared.length} measures (1 is equal)`, wanted: 1, got: score },
  ];
}
