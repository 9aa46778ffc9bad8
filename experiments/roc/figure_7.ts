/**
 * roc Figure 7: test accuracy of residual GCNs by depth and width, beside networks that others trained on samples.
 *
 * @module
 */
import type { LoadedDataset } from "../../datasets/dataset.ts";
import { median } from "../../platform/statistics/mod.ts";
import type { ClaimPart } from "../../results/evidence.ts";
import { gcn } from "../../training/models/gcn.ts";
import { graphSage } from "../../training/models/graph_sage.ts";
import { residualGcn } from "../../training/models/residual_gcn.ts";
import { quotientWithin } from "../claims/interval_parts.ts";
import type { CellKey, SuiteEvidence } from "../claims/suite_evidence.ts";
import type { Profile } from "../profiles.ts";
import type { Lab } from "../lab.ts";
import type { Fact } from "../metrics.ts";
import {
  ACCURACY_NOTES,
  type AccuracyCurve,
  accuracyData,
  accuracyDataset,
  sampledCurve,
  wholeBatchCurve,
} from "./accuracy_runs.ts";
import { residualError } from "./residual_algebra.ts";
import type { TextContender, TextSuite, TextWorkload } from "../text_suite.ts";
import { medianOf } from "../../results/row.ts";

const DEPTHS = [2, 3, 4] as const, WIDTHS = [16, 32, 64, 128, 256, 512];
const SHAPE = "shape", BEST = "best";
const REFERENCES = ["graphsage", "gcn", "fastgcn"] as const;

const depthId = (layers: number) => `layers-${layers}`;
const CONTENDERS: readonly TextContender[] = [
  ...DEPTHS.map((layers) => ({
    ...{ id: depthId(layers), label: `residual GCN, ${layers} layers` },
    factors: { layers: String(layers) },
  })),
  { id: "graphsage", label: "GraphSAGE" },
  { id: "gcn", label: "GCN" },
  { id: "fastgcn", label: "FastGCN" },
];

const DROPOUT = 0.5, REFERENCE_WIDTH = 128, SCALE = 128;

/** Trainings of each, epochs of full batches and of sampled ones, seeds of a mini-batch. */
const LENGTH: Readonly<Record<Profile["id"], Record<"seeds" | "whole" | "sampled" | "batch", number>>> = {
  smoke: { seeds: 1, whole: 3, sampled: 1, batch: 64 },
  standard: { seeds: 6, whole: 400, sampled: 10, batch: 16 },
  paper: { seeds: 9, whole: 1000, sampled: 20, batch: 512 },
};

/** From the narrowest to the widest; all between them in the paper profile. */
function widthsOf({ id }: Profile): readonly number[] {
  return id === "paper" ? WIDTHS : id === "smoke" ? [16, 32] : [16, 64, 256, 512];
}

const trained = new WeakMap<LoadedDataset, Map<string, Promise<readonly AccuracyCurve[]>>>();

/** A curve a seed; references have one width. */
function curves(
  lab: Lab,
  dataset: LoadedDataset,
  { contender, width }: { readonly contender: string; readonly width: number },
): Promise<readonly AccuracyCurve[]> {
  const known = trained.getOrInsertComputed(
    dataset,
    () => new Map<string, Promise<readonly AccuracyCurve[]>>(),
  );
  const isReference = REFERENCES.some((reference) => reference === contender);
  const hidden = isReference ? REFERENCE_WIDTH : width;
  return known.getOrInsertComputed(`${contender} ${hidden}`, async () => {
    const { seeds, whole, sampled, batch } = LENGTH[lab.profile.id];
    const data = await accuracyData(lab, dataset, "gcn");
    const size = { classes: data.classes, hidden, dropout: DROPOUT };
    const one = (seed: number): Promise<AccuracyCurve> => {
      const mini = { seed, batch, epochs: sampled };
      switch (contender) {
        case "graphsage":
          return sampledCurve(lab, dataset, {
            ...{ ...mini, layers: graphSage(size), method: contender, aggregation: "mean" },
          });
        case "fastgcn":
          return sampledCurve(lab, dataset, {
            ...{ ...mini, layers: gcn(size), method: contender, aggregation: "gcn" },
          });
        case "gcn":
          return wholeBatchCurve(lab, data, { layers: gcn(size), seed, epochs: whole });
        default: {
          const layers = DEPTHS.find((depth) => depthId(depth) === contender)!;
          return wholeBatchCurve(lab, data, {
            layers: residualGcn({ ...size, layers }),
            seed,
            epochs: whole,
          });
        }
      }
    };
    const all: AccuracyCurve[] = [];
    for (let seed = lab.seed; seed < lab.seed + seeds; seed++) {
      lab.say(`${contender}, width ${hidden}: seed ${all.length + 1} of ${seeds}`);
      all.push(await one(seed));
    }
    return all;
  });
}

const finals = (all: readonly AccuracyCurve[]) => all.map(({ test }) => test.at(-1)!);

/** The width whose validation accuracy is the highest, by the median over seeds; the test vertices have no say. */
async function bestOf(
  lab: Lab,
  dataset: LoadedDataset,
  contender: string,
): Promise<readonly AccuracyCurve[]> {
  let best: readonly AccuracyCurve[] = [], highest = -Infinity;
  for (const width of widthsOf(lab.profile)) {
    const all = await curves(lab, dataset, { contender, width });
    const validated = median(all.map(({ validation }) => validation.at(-1)!));
    if (validated > highest) [best, highest] = [all, validated];
  }
  return best;
}

async function count(
  lab: Lab,
  dataset: LoadedDataset,
  { id: workload, factors }: TextWorkload,
  { id: contender }: TextContender,
): Promise<readonly Fact[]> {
  if (workload === SHAPE) {
    const layers = DEPTHS.find((depth) => depthId(depth) === contender) ?? DEPTHS[0];
    return [{ metric: "residual_error", unit: "1", value: await residualError(layers, lab.seed) }];
  }
  if (workload !== BEST) {
    const all = await curves(lab, dataset, { contender, width: Number(factors.width) });
    return [{ metric: "test_accuracy", unit: "%", value: finals(all) }];
  }
  const own = finals(await bestOf(lab, dataset, contender));
  const gainOver = async (other: string) => {
    const others = finals(await bestOf(lab, dataset, other));
    return own.map((accuracy, seed) => accuracy - others[seed]);
  };
  const points = async (metric: string, other: string): Promise<Fact> => ({
    ...{ metric, unit: "percentage points", value: await gainOver(other) },
  });
  const [narrow, wide] = [widthsOf(lab.profile)[0], widthsOf(lab.profile).at(-1)!];
  const ends = await Promise.all(
    [wide, narrow].map(async (width) => finals(await curves(lab, dataset, { contender, width }))),
  );
  return [
    { metric: "best_accuracy", unit: "%", value: own },
    ...await Promise.all(REFERENCES.map((reference) => points(gainMetric(reference), reference))),
    ...await Promise.all(DEPTHS.map((layers) => points(gainMetric(depthId(layers)), depthId(layers)))),
    {
      ...{ metric: "width_gain", unit: "percentage points" },
      value: ends[0].map((accuracy, seed) => accuracy - ends[1][seed]),
    },
  ];
}

const gainMetric = (over: string) => `gain_over_${over.replaceAll("-", "_")}`;

/** A difference of accuracies, seed by seed, that is claimed to be positive. */
function higher(evidence: SuiteEvidence, key: CellKey, metric: string): ClaimPart {
  return quotientWithin(evidence, {
    rows: [evidence.row(key, metric)],
    words: `${key.contender}: ${metric.replaceAll("_", " ")}, points`,
    quotient: ([points]) => points,
    within: [0, Infinity],
  });
}

const best = (contender: string): CellKey => ({ workload: BEST, contender });

/** The depth that is best by the median; what the paper calls the deepest network. */
function bestDepth(evidence: SuiteEvidence): string {
  return DEPTHS.map(depthId).reduce((a, b) => {
    const [one, other] = [a, b].map((id) => medianOf(evidence.row(best(id), "best_accuracy")));
    return other > one ? b : a;
  });
}

/** The suite. */
export const figure7: TextSuite = {
  id: "roc/figure-7",
  paper: "roc",
  artifact: "Figure 7",
  title: "Deeper and wider networks",
  onlyWhenNamed: true,
  question:
    "Does accuracy rise with the depth and width of a residual GCN, beyond that of networks trained on samples?",
  contenders: CONTENDERS,
  baseline: "gcn",
  workloads: (profile) => {
    const dataset = accuracyDataset(profile, SCALE);
    return [
      { id: SHAPE, factors: { width: SHAPE } },
      ...widthsOf(profile).map((width) => ({
        ...{ id: `width:${width}`, dataset, factors: { width: String(width) } },
      })),
      { id: BEST, dataset, factors: { width: BEST } },
    ];
  },
  settings: {
    "residual": "the input added to every layer's result, times weights where widths differ",
    "training":
      `${LENGTH.standard.whole} epochs of full batches, ${LENGTH.standard.sampled} of sampled ones; ${LENGTH.standard.seeds} seeds`,
    "dropout": String(DROPOUT),
    "references":
      `2 layers, ${REFERENCE_WIDTH} hidden units; GraphSAGE with means of sampled neighbours, FastGCN with layers by importance`,
  },
  measurement: { kind: "counted", count },
  metrics: [
    { id: "test_accuracy", label: "test accuracy", unit: "%", better: "higher" },
    { id: "best_accuracy", label: "test accuracy at the best width", unit: "%", better: "higher" },
    { id: "width_gain", label: "widest above narrowest", unit: "percentage points", better: "higher" },
    ...[...DEPTHS.map(depthId), ...REFERENCES].map((other) => ({
      ...{ id: gainMetric(other), label: `above ${CONTENDERS.find(({ id }) => id === other)!.label}` },
      ...{ unit: "percentage points", better: "higher" as const },
    })),
    { id: "residual_error", label: "difference from the residual rule", unit: "1", better: "lower" },
  ],
  plots: [{ metric: "test_accuracy", x: "width" }],
  notes: [
    ...ACCURACY_NOTES,
    "Widths 16, 64, 256 and 512; 32 and 128 as well in the paper profile. The widest takes two threads longer than all others together.",
    "Every depth trains for as many epochs. On the stand-in the accuracy of four layers still rises when they end: what is compared is a " +
    "budget of epochs, not what each depth reaches in the end.",
    "The best width is chosen by validation accuracy. The paper takes the references' accuracies from their own publications; here they " +
    "are trained on the same graph, and drawn at every width though they have one.",
  ],
  publishedAs: ({ id: workload }, { id }, metric) => {
    const names: Readonly<Record<string, readonly [model: string, system: string]>> = {
      "graphsage": ["GraphSAGE", "GraphSAGE"],
      "fastgcn": ["FastGCN", "FastGCN"],
      "gcn": ["original GCN", "GCN"],
    };
    if (workload !== BEST) return undefined;
    const shared = { dataset: "Reddit" };
    const [model, system] = names[id] ?? ["deep GCN", "ROC"];
    if (metric === "best_accuracy") {
      const config = names[id] ? {} : { config: { layers: "best", width: "best" } };
      return { ...shared, metric: "test_accuracy", model, system, ...config };
    }
    return metric === gainMetric("graphsage") && !names[id]
      ? { ...shared, metric: "accuracy_gain", model, system: "ROC vs best sampling method" }
      : undefined;
  },
  claims: [
    {
      claimId: "roc.q.depth-width",
      decide: (evidence) => [
        higher(evidence, best(depthId(4)), gainMetric(depthId(3))),
        higher(evidence, best(depthId(3)), gainMetric(depthId(2))),
        ...DEPTHS.map((layers) => higher(evidence, best(depthId(layers)), "width_gain")),
      ],
    },
    {
      claimId: "roc.q.reference-order",
      decide: (evidence) => [
        higher(evidence, best(bestDepth(evidence)), gainMetric("graphsage")),
        higher(evidence, best("graphsage"), gainMetric("gcn")),
        higher(evidence, best("gcn"), gainMetric("fastgcn")),
      ],
    },
    {
      claimId: "roc.q.residual-shape",
      decide: (evidence) => {
        const rows = DEPTHS.map((layers) =>
          evidence.row({ workload: SHAPE, contender: depthId(layers) }, "residual_error")
        );
        const worst = Math.max(...rows.map(medianOf));
        const words = `largest difference from the rule over ${DEPTHS.join(", ")} layers: ${
          worst.toExponential(1)
        }`;
        return [evidence.exact(worst < 1e-9, words, rows, worst)];
      },
    },
  ],
};
