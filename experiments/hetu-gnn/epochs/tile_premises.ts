/**
 * Premises of claims about dense tiles: a device on which a full tile pays as on the paper's card,
 * a graph whose tiles lie between the thresholds, and epochs that aggregate most of the time.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { type CsrMatrix, nnz } from "../../../graph/csr.ts";
import { symmetrise } from "../../../graph/symmetry.ts";
import { fillHistogram } from "../../../graph/tiles.ts";
import { sumOf } from "../../../platform/lists/sum_of.ts";
import { median } from "../../../platform/statistics/mod.ts";
import type { Lab } from "../../lab.ts";
import type { Facts, Metrics } from "../../metrics.ts";
import { atLeast, between, type PremiseCondition, type Quantity } from "../../premises/condition.ts";
import { workloadMetric } from "../../premises/quantities.ts";
import { orderGraph } from "../../trials/ordered_graph.ts";
import { measureSideBySide } from "../../trials/side_by_side.ts";
import { randomFeatures } from "../../../kernels/random_features.ts";
import { spmmTrial } from "../../trials/spmm_trial.ts";
import { DENSITY_METRICS, densityFacts, type RegimeRows, sparseGraphs } from "../graph_regime.ts";
import { type GraphId, GRAPHS } from "../paper_graphs.ts";
import { epochTrial } from "./epochs.ts";

/** Metrics of a graph's tiles and epochs on this device. */
export const TILE_REGIME_METRICS = {
  ...DENSITY_METRICS,
  break_even_fill: {
    label: "fill at which a dense tile is as fast as a sparse one",
    unit: "%",
    better: "lower",
  },
  fill_2_5: { label: "non-zeros in tiles filled 2 to 5 %, no self-loops", unit: "%" },
  fill_5_10: { label: "non-zeros in tiles filled 5 to 10 %, no self-loops", unit: "%" },
  base_aggregation: { label: "aggregation in an epoch of the baseline", unit: "1" },
} as const satisfies Metrics;

const TILE = 32;
/** Side of the matrix whose tiles are full, in tiles, and full tiles in a row of them. */
const FULL = { side: 64, aRow: 8 } as const;

/** Matrix of 64 x 64 tiles, eight in each row of which are full and all others empty. */
export function fullTiles(): CsrMatrix {
  const rows = TILE * FULL.side, entries = TILE * FULL.aRow;
  const rowPtr = Uint32Array.from({ length: rows + 1 }, (_, row) => row * entries);
  const colIdx = new Uint32Array(rows * entries), values = new Float32Array(rows * entries).fill(0.5);
  for (let row = 0; row < rows; row++) {
    const first = Math.min(Math.floor(row / TILE), FULL.side - FULL.aRow) * TILE;
    for (let i = 0; i < entries; i++) colIdx[row * entries + i] = first + i;
  }
  return { rows, cols: rows, rowPtr, colIdx, values };
}

/** Per cent of the non-zeros in tiles of a fill in `(over, upTo]`; of a matrix without self-loops. */
export function fillShare(matrix: CsrMatrix, over: number, upTo: number): number {
  const bins = fillHistogram(matrix).filter((bin) => bin.over >= over && bin.upTo <= upTo);
  return 100 * sumOf(bins, (bin) => bin.nnz) / Math.max(1, nnz(matrix));
}

/** Fill at which a tile's full product takes as long as its sparse one, from the rates of both. */
async function breakEvenFill(lab: Lab, sparse: CsrMatrix, features: Float32Array, width: number) {
  const full = fullTiles();
  const sides = await measureSideBySide(
    lab,
    new Map([
      ["sparse", () => spmmTrial(lab, { matrix: sparse, features, width, kernel: "row-split" })],
      ["full", () =>
        spmmTrial(lab, {
          matrix: full,
          features: randomFeatures(full.cols, width, lab.seed),
          width,
          kernel: "block-sparse",
        })],
    ]),
    { decides: false },
  );
  const perEntry = sides.ratio("full", "sparse").map((ratio) => ratio * nnz(sparse) / nnz(full));
  return 100 * median(perEntry);
}

/** Share of aggregation in the phases of an epoch on the graph as it comes, with the sparse kernel alone. */
async function baseAggregation(lab: Lab, dataset: LoadedDataset, graph: GraphId): Promise<number> {
  const trial = () => epochTrial(lab, dataset, { graph }, { ordering: "natural", kernel: "row-split" });
  const { parts } = (await measureSideBySide(lab, new Map([["base", trial]]), { decides: false })).of("base");
  const ms = (phase: string) => median(parts[`${phase}_time`].ms);
  const aggregation = ms("aggregation");
  return aggregation / (aggregation + ms("combination") + ms("loss") + ms("update"));
}

/** Measures and counts what premises about tiles bound, on a graph in METIS order. */
export async function tileRegime(
  lab: Lab,
  dataset: LoadedDataset,
  { graph }: { readonly graph: GraphId },
): Promise<Facts<typeof TILE_REGIME_METRICS>> {
  const { hidden: width } = GRAPHS[graph];
  const { ordered: { matrix, features } } = await orderGraph(lab, dataset, { ordering: "metis", width });
  const withoutLoops = symmetrise(matrix, { selfLoops: "drop" });
  return {
    ...densityFacts(matrix, graph),
    fill_2_5: fillShare(withoutLoops, 0.02, 0.05),
    fill_5_10: fillShare(withoutLoops, 0.05, 0.1),
    break_even_fill: await breakEvenFill(lab, matrix, features, width),
    base_aggregation: await baseAggregation(lab, dataset, graph),
  };
}

/** Least per cent of the non-zeros between two thresholds. */
const LEAST_SHARE = 5;
/** Least share of aggregation in the base epoch; Table 4 implies 0.79 to 0.89. */
const LEAST_AGGREGATION = 0.75;

/** Premise of a claim about epochs with dense tiles. */
export function tilePremise(rows: RegimeRows): readonly PremiseCondition[] {
  const of = (metric: string): Quantity["readings"] =>
    workloadMetric(metric, Object.keys(rows.graphs), rows.contender);
  return [
    between(2, 10, {
      name: "break-even fill in %",
      readings: of("break_even_fill"),
      elsewhere: "a device that multiplies a full tile 10 to 50 times as fast an entry as sparse rows",
    }),
    ...([["fill_2_5", "2-5"], ["fill_5_10", "5-10"]] as const).map(([metric, range]) =>
      atLeast(LEAST_SHARE, {
        name: `% of non-zeros in tiles filled ${range} %`,
        readings: of(metric),
        elsewhere: "the published files (see deno task datasets)",
      })
    ),
    sparseGraphs(rows),
    atLeast(LEAST_AGGREGATION, {
      name: "share of aggregation in the base epoch",
      readings: of("base_aggregation"),
      elsewhere: "--device webgpu on a machine with a GPU",
    }),
  ];
}
