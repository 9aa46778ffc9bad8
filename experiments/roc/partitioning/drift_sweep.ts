/**
 * Imbalance that a cost model expects of equal cuts, by how much of the drift along the ids is left: the
 * order of ids of a stand-in is an assumption, on which claims about cuts depend.
 *
 * @module
 */
import type { LoadedDataset } from "../../../datasets/dataset.ts";
import { drawIds } from "../../../datasets/generators/id_order.ts";
import { parseDatasetName } from "../../../datasets/generators/stand_in.ts";
import type { CsrMatrix } from "../../../graph/csr.ts";
import type { CostModel } from "../../../graph/partitions/cost_model.ts";
import { equalEdgeRanges, equalVertexRanges, imbalance } from "../../../graph/partitions/ranges.ts";
import { type FeaturePrefixes, vertexFeatures } from "../../../graph/partitions/vertex_costs.ts";
import { permuteSymmetric } from "../../../graph/permute.ts";
import { RandomStream } from "../../../platform/random.ts";
import { recordOf } from "../../../platform/record_of.ts";
import { median } from "../../../platform/statistics/mod.ts";
import { type ClaimPart, openPart } from "../../../results/verdicts/evidence.ts";
import { medianOf, type Row } from "../../../results/row.ts";
import type { CellKey, SuiteEvidence } from "../../claims/suite_evidence.ts";
import type { Lab } from "../../lab.ts";
import { type Facts, type Metrics, modelled } from "../../metrics.ts";
import { sweptPart } from "../../claims/swept_claim.ts";
import { partitionedTask, type PartitionSetting, predictedMs } from "./partition_learning.ts";

/** Per cent of the vertices that keep their places in the drifting order; the others have random ones. */
const DRIFTS = [0, 25, 50, 75, 100] as const;

/** Equal cuts. */
type EqualCut = "vertices" | "edges";

const CUTS: readonly EqualCut[] = ["vertices", "edges"];

const metricOf = <const Cut extends EqualCut, const Drift extends number>(cut: Cut, drift: Drift) =>
  `equal_${cut}_drift_${drift}` as const;

/** Metric of equal cuts at one drift. */
export type DriftMetric = ReturnType<typeof metricOf<EqualCut, typeof DRIFTS[number]>>;

/** Metric of the whole drift: present where it was swept. */
export const SWEPT: DriftMetric = "equal_edges_drift_100";

/** Metrics of the sweep. */
export const DRIFT_METRICS = recordOf(
  CUTS.flatMap((cut) =>
    DRIFTS.map((drift) =>
      [metricOf(cut, drift), {
        label: `imbalance that the model expects of equal ${cut} with ${drift} % of the drift`,
        unit: "x",
        better: "lower",
        shown: false,
      }] as const
    )
  ),
) satisfies Metrics;

/** Equal cuts of a graph at one drift. */
interface DriftedCuts {
  /** Per cent of the vertices that keep their places. */
  readonly drift: typeof DRIFTS[number];
  /** Features of the vertices in this order. */
  readonly features: FeaturePrefixes;
  /** Offsets of the ranges. */
  readonly offsets: Readonly<Record<EqualCut, Uint32Array>>;
}

function reordered(matrix: CsrMatrix, drift: number, seed: number): CsrMatrix {
  if (drift === 100) return matrix;
  const order = drift === 0 ? "shuffled" : `mixed-${100 - drift}` as const;
  return permuteSymmetric(
    matrix,
    drawIds(new Uint32Array(matrix.rows), order, new RandomStream(seed, `drift of ${drift} %`)),
  );
}

/** Whether the ids of a dataset drift, so that how much of the drift a claim needs can be asked. */
export function isDrifting({ kind, id }: LoadedDataset): boolean {
  return kind !== "real" && parseDatasetName(id).standIn?.ids === "drift";
}

/** Cuts a drifting graph equally with less and less of its drift. Called through `lab.once`. */
export async function driftedCuts(
  lab: Lab,
  dataset: LoadedDataset,
  { graph, gpus }: PartitionSetting,
): Promise<readonly DriftedCuts[]> {
  const { matrix, layers } = await lab.once(partitionedTask, dataset, { graph });
  const widths = layers.map(({ inputWidth }) => inputWidth);
  return DRIFTS.map((drift) => {
    const own = reordered(matrix, drift, lab.seed);
    const offsets = {
      vertices: equalVertexRanges(own.rows, gpus).offsets,
      edges: equalEdgeRanges(own, gpus).offsets,
    };
    return { drift, features: vertexFeatures(own, widths), offsets };
  });
}

/** Imbalances that a model expects of equal cuts of a drifting graph, by drift. */
export function expectedAtDrifts(
  cuts: readonly DriftedCuts[],
  model: CostModel,
): Readonly<Record<DriftMetric, number>> {
  return recordOf(cuts.flatMap(({ drift, features, offsets }) =>
    CUTS.map((cut) => {
      const own = offsets[cut];
      const ms = Array.from(own.subarray(1), (end, part) => predictedMs(model, features, [own[part], end]));
      return [metricOf(cut, drift), imbalance(ms)] as const;
    })
  ));
}

/** Metrics of the sweep: the median of what the models of several trainings expect. */
export function driftFacts(
  expected: readonly Readonly<Record<DriftMetric, number>>[],
): Facts<typeof DRIFT_METRICS> {
  if (expected.length === 0) return {};
  return recordOf(
    (Object.keys(DRIFT_METRICS) as DriftMetric[]).map((metric) =>
      [metric, modelled(median(expected.map((own) => own[metric])))] as const
    ),
  );
}

/**
 * Both equal cuts are out of balance at every drift, by the model, which decides for the claim or leaves it
 * open; no part where nothing was swept.
 */
export function unbalancedAtDrifts(
  evidence: SuiteEvidence,
  cell: CellKey,
  { balanced, text }: { readonly balanced: number; readonly text: string },
): ClaimPart[] {
  if (evidence.find(cell, SWEPT) === undefined) return [];
  const swept = DRIFTS.map((drift) => CUTS.map((cut) => evidence.row(cell, metricOf(cut, drift))));
  const answers = swept.map((rows, i) => ({
    at: DRIFTS[i],
    holds: rows.every((row) => medianOf(row) > balanced),
  }));
  const least = (rows: readonly Row[]) => Math.min(...rows.map(medianOf)).toPrecision(3);
  const part = sweptPart(evidence, answers, {
    of: `${text} (least imbalance by drift: ${swept.map(least).join(", ")})`,
    parameter: "drift",
    unit: "%",
    rows: swept.flat(),
  });
  // A model that has learned from a few times does not decide against cuts that are timed beside it.
  const isAgainst = part.kind === "exact" && !part.holds;
  return [isAgainst ? openPart(part, "the model expects it at no drift, and timed cuts decide") : part];
}
