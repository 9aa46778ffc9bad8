/**
 * Sentences on the growth of ranks, from rows: exponents over the number of ranks, what the balance of
 * entries costs, and Papers100M on paper.
 *
 * @module
 */
import { powerLawExponent } from "../../../platform/statistics/mod.ts";
import { formatNumber } from "../../../platform/text/number.ts";
import { medianOf, type Row } from "../../../results/row.ts";
import { cellName, type Workload } from "../../cell.ts";
import { profileOf } from "../../profiles.ts";
import type { Suite } from "../../suite.ts";
import { FORECAST_RANKS } from "./papers_forecast.ts";

/** Metrics whose exponents are said, in words. */
const GROWTH = {
  largest_part: "the largest part",
  largest_halo: "the features of the largest halo",
  most_sent: "the most that a rank sends a layer",
  most_start: "the most that a rank receives before it trains",
} as const;

/** A graph, cut for a number of ranks. */
export interface ScaleWorkload extends Workload {
  /** The graph. */
  readonly dataset: string;
  /** Number of ranks. */
  readonly factors: { readonly ranks: number };
}

/** Values of a contender on the ranks of a graph. */
interface RanksOf {
  /** Number of ranks. */
  readonly ranks: number;
  /** Rows of one cell. */
  readonly rows: readonly Row[];
}

function valueOf({ rows }: RanksOf, metric: string): number | undefined {
  const row = rows.find((each) => each.metric === metric && each.status === "ok");
  return row && medianOf(row);
}

/** Sentence on the exponents of one graph; none where fewer than two numbers of ranks were counted. */
function growthAnswers(dataset: string, cells: readonly RanksOf[]): string[] {
  const exponents = Object.entries(GROWTH).map(([metric, text]) => {
    const points = cells.flatMap((cell) => {
      const value = valueOf(cell, metric);
      return value === undefined || value === 0 ? [] : [[cell.ranks, value] as const];
    });
    return { text, points };
  });
  if (exponents.some(({ points }) => points.length < 2)) return [];
  const all = cells.map(({ ranks }) => ranks);
  const slopes = exponents.map(({ text, points }) => `${text} ${formatNumber(powerLawExponent(points), 2)}`);
  return [
    `On ${dataset}, from ${Math.min(...all)} to ${
      Math.max(...all)
    } ranks, bytes follow the number of ranks ` +
    `with the log-log slopes: ${slopes.join(", ")}; -1 would be a full share of each rank.`,
  ];
}

/** Sentence that sets the balance of entries beside that of vertices alone, at one number of ranks. */
function balanceAnswers(
  dataset: string,
  { balanced, plain }: { readonly balanced: RanksOf; readonly plain: RanksOf },
): string[] {
  const text = (cell: RanksOf) => {
    const [entries, vertices, cut] = ["entry_imbalance", "vertex_imbalance", "cut_share"].map((metric) =>
      valueOf(cell, metric)
    );
    if (entries === undefined || vertices === undefined || cut === undefined) return undefined;
    return `entries ${formatNumber(entries, 3)}, vertices ${
      formatNumber(vertices, 3)
    } times the mean in the ` +
      `fullest part, ${formatNumber(cut, 3)} % of the entries cut`;
  };
  const [before, after] = [plain, balanced].map(text);
  if (before === undefined || after === undefined) return [];
  return [`On ${dataset} in ${plain.ranks} parts, Fennel by vertices: ${before}; by entries too: ${after}.`];
}

/** Sentence on Papers100M, where its bytes are modelled. */
function papersAnswers(dataset: string, cell: RanksOf): string[] {
  const [part, halo, slow, fast] = ["papers_part", "papers_halo", "papers_load_10g", "papers_load_100g"].map(
    (metric) => valueOf(cell, metric),
  );
  if (part === undefined || halo === undefined || slow === undefined || fast === undefined) return [];
  return [
    `Papers100M on ${FORECAST_RANKS} ranks, modelled by the shares of ${dataset}: the fullest rank holds ` +
    `${formatNumber(part / 1000, 3)} GB and at most ${
      formatNumber(halo / 1000, 3)
    } GB of halo features, and ` +
    `loads in at least ${formatNumber(slow, 3)} s over 10 Gbit/s, ${
      formatNumber(fast, 3)
    } s over 100 Gbit/s.`,
  ];
}

/**
 * All sentences of each graph: growth, the balance on 4 and on 64 ranks, and Papers100M.
 *
 * @param suite Suite of the rows. Of its two contenders the first balances entries too, the second vertices
 * alone; its workloads of a graph are in order of their ranks.
 */
export function scaleAnswers(
  rows: readonly Row[],
  suite: Pick<Suite<ScaleWorkload>, "id" | "workloads" | "contenders">,
): string[] {
  if (rows.length === 0) return [];
  const workloads = suite.workloads(profileOf(rows[0].profile)),
    byCell = Map.groupBy(rows, ({ cell }) => cell);
  return [...Map.groupBy(workloads, ({ dataset }) => dataset)].flatMap(([dataset, ofGraph]) => {
    const [balanced, plain] = suite.contenders.map((contender) =>
      ofGraph.map((workload): RanksOf => ({
        ranks: workload.factors.ranks,
        rows: byCell.get(cellName(suite, workload, contender)) ?? [],
      }))
    );
    return [
      ...growthAnswers(dataset, balanced),
      ...balanced.flatMap((each, i) =>
        each.ranks === 4 || each.ranks === 64
          ? balanceAnswers(dataset, { balanced: each, plain: plain[i] })
          : []
      ),
      ...papersAnswers(dataset, balanced.at(-1)!),
    ];
  });
}
