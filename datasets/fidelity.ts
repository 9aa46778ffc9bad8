/**
 * Fidelity of a stand-in: its closeness to what is known about the graph that it represents.
 *
 * @module
 */
import { sumOf } from "../platform/lists/sum_of.ts";
import type { LoadedDataset } from "./dataset.ts";
import { standInFamily } from "./generators/families.ts";
import type { StandInFamily } from "./generators/family.ts";
import { parseDatasetName } from "./generators/stand_in.ts";
import { type GraphMeasures, measureGraph, type OrderMeasures } from "./graph_measures.ts";

/** One measure of a stand-in beside the measured or published value of the real graph. */
export interface FidelityMeasure {
  /** Name of the measure. */
  readonly measure: string;
  /** Value in the real graph; absent where it is neither published nor measured. */
  readonly wanted?: number;
  /** Value in the stand-in. */
  readonly got: number;
}

/** A measure with its kind: a share (0 to 1, compared by difference) or a magnitude (compared by ratio). */
interface Compared extends FidelityMeasure {
  readonly kind: "share" | "magnitude";
}

/** Known measures of a real graph. */
type Known = Partial<GraphMeasures> & Pick<GraphMeasures, "meanDegree">;

/** A score of a model's stand-in of a graph whose files were read. */
interface ModelScore {
  /** Name of the stand-in. */
  readonly standIn: string;
  /** Fidelity score, with seed 1. */
  readonly score: number;
}

/**
 * Scores of each model where the real graph is at hand: they say how far the model is to be trusted where it
 * is not. Of the orders of ids, the one that comes nearest to the real graph's is named.
 */
export const MODEL_SCORES: Readonly<Record<StandInFamily["model"], ModelScore>> = {
  communities: { standIn: "twitter@1/1:community", score: 0.873 },
  citations: { standIn: "pubmed@1/1:mixed-50", score: 0.854 },
};

/**
 * Extent of the measures of a stand-in whose real graph was not at hand, so that most of them stand alone:
 * entries up to which it is measured in Rabbit order too, and reads that its hit rates are sampled from.
 */
const ALONE = { maxReordered: 2 ** 20, maxAccesses: 2 ** 20 } as const;

/** Classes of tile fill, in classes of `fillHistogram`. */
const FILL_CLASSES = [
  ["at most 1 %", 0, 4],
  ["1 to 5 %", 4, 6],
  ["more than 5 %", 6, 10],
] as const;

/** Part that two histograms have in common: 1 where they are equal. */
function overlap(one: readonly number[], other: readonly number[]): number {
  return sumOf(one, (share, i) => Math.min(share, other[i] ?? 0));
}

function compareHistograms(measure: string, wanted: readonly number[] | undefined, got: readonly number[]) {
  return wanted ? [{ measure, wanted: 1, got: overlap(wanted, got), kind: "share" } as const] : [];
}

function compareOrders(wanted: OrderMeasures | undefined, got: OrderMeasures, ids: string): Compared[] {
  const within = (tiles: readonly number[], from: number, to: number) => sumOf(tiles.slice(from, to));
  return [
    ...compareHistograms(`overlap of the histograms of tile fill, ${ids}`, wanted?.tiles, got.tiles),
    ...FILL_CLASSES.map(([filled, from, to]): Compared => ({
      measure: `share of entries in tiles filled ${filled}, ${ids}`,
      ...(wanted && { wanted: within(wanted.tiles, from, to) }),
      got: within(got.tiles, from, to),
      kind: "share",
    })),
    ...["V/64", "V/16", "V/4"].map((rows, i): Compared => ({
      measure: `reads served by an LRU cache of ${rows} rows, ${ids}`,
      ...(wanted && { wanted: wanted.hits[i] }),
      got: got.hits[i],
      kind: "share",
    })),
  ];
}

/** Compares what is known with what was measured; `mean` is the exact mean degree of the real graph. */
function compareMeasures(wanted: Known, got: GraphMeasures, mean: number): Compared[] {
  const compared = (
    measure: string,
    kind: Compared["kind"],
    of: number | undefined,
    is: number,
  ): Compared => ({ measure, ...(of !== undefined && { wanted: of }), got: is, kind });
  const scaled = (degree?: number) => degree === undefined ? undefined : degree * mean / wanted.meanDegree;
  return [
    compared("mean degree", "magnitude", mean, got.meanDegree),
    compared("median degree", "magnitude", scaled(wanted.medianDegree), got.medianDegree),
    compared("greatest degree", "magnitude", scaled(wanted.maxDegree), got.maxDegree),
    compared("Gini coefficient of the degrees", "share", wanted.gini, got.gini),
    ...compareHistograms("overlap of the histograms of degrees", wanted.degrees, got.degrees),
    compared("clustering coefficient", "share", wanted.clustering, got.clustering),
    ...got.within.map((share, k) =>
      compared(
        `share of the vertices within ${k + 1} ${k === 0 ? "hop" : "hops"}`,
        "share",
        wanted.within?.[k],
        share,
      )
    ),
    ...compareOrders(wanted.asNumbered, got.asNumbered, "ids as they are"),
    ...(got.reordered ? compareOrders(wanted.reordered, got.reordered, "after Rabbit order") : []),
  ];
}

/** Agreement of two values: 1 where they are equal, 0 where they could not differ more. */
function agreement({ kind, wanted, got }: Compared & { readonly wanted: number }): number {
  if (kind === "share") return 1 - Math.abs(wanted - got);
  return wanted === got ? 1 : Math.min(wanted, got) / Math.max(wanted, got);
}

/** Mean agreement over the measures whose wanted value is known; empty where only the mean degree is. */
function fidelityScore(compared: readonly Compared[]): FidelityMeasure[] {
  const known = compared.flatMap((each) =>
    each.wanted === undefined ? [] : [{ ...each, wanted: each.wanted }]
  );
  if (known.length < 2) return [];
  const score = sumOf(known, agreement) / known.length;
  return [{ measure: `fidelity score of ${known.length} measures (1 is equal)`, wanted: 1, got: score }];
}

/**
 * Fidelity score of a graph against the measures of another.
 *
 * @example
 * ```ts
 * import { fidelityScoreOf } from "./fidelity.ts";
 * import { rmat } from "./generators/rmat.ts";
 * import { measureGraph } from "./graph_measures.ts";
 * const measures = measureGraph(rmat({ vertices: 256, edges: 1024 }, 1));
 * if (fidelityScoreOf(measures, measures) !== 1) throw new Error("a graph is equal to itself");
 * ```
 */
export function fidelityScoreOf(wanted: GraphMeasures, got: GraphMeasures): number {
  return fidelityScore(compareMeasures(wanted, got, wanted.meanDegree))[0].got;
}

/**
 * Compares a stand-in with the real graph at full size: every number of `measureGraph`, beside the same of
 * the real files where those were measured once, else beside the published mean degree and clustering
 * coefficient. Then comes the **fidelity score**, with the number of measures whose wanted value is known:
 * their mean agreement, where agreement is 1 minus the difference for shares and smaller over greater for
 * magnitudes. A score of 1 means that no measure distinguishes the graphs. The last entry of a stand-in whose
 * real graph was not at hand is the score of its model where one was. Empty for a real graph, and for a
 * stand-in without a family. Large graphs are not measured in Rabbit order.
 *
 * @example
 * ```ts
 * import { loadDataset } from "gnn-repro";
 * import { fidelityOf } from "./fidelity.ts";
 * const [mean] = fidelityOf(await loadDataset("archaea@1/1024"));
 * if (Math.abs(mean.got / mean.wanted! - 1) > 0.01) throw new Error("stand-ins keep the mean degree");
 * ```
 */
export function fidelityOf({ id, kind, graph }: LoadedDataset): FidelityMeasure[] {
  const family = kind === "stand-in" ? standInFamily(parseDatasetName(id).id) : undefined;
  if (!family) return [];
  const meanDegree = family.storedEdges / family.vertices;
  const { measured, clustering } = family;
  const known: Known = measured ?? { meanDegree, ...(clustering !== undefined && { clustering }) };
  const got = measureGraph(graph, measured ? {} : ALONE);
  const compared = compareMeasures(known, got, meanDegree);
  const example = MODEL_SCORES[family.model];
  return [
    ...compared.map(({ kind: _, ...measure }) => measure),
    ...fidelityScore(compared),
    ...(measured ? [] : [{
      measure: `score of its model where the real graph is at hand: ${example.standIn}`,
      wanted: 1,
      got: example.score,
    }]),
  ];
}
