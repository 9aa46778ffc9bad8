/**
 * Networks of roc Figure 7, and the widths at which they are scored.
 *
 * @module
 */
import type { Contender, Workload } from "../../cell.ts";
import type { Profile } from "../../profiles.ts";
import type { AccuracyTraining } from "./accuracy_training.ts";

/** Numbers of layers of the residual networks. */
export const DEPTHS = [2, 3, 4] as const;

/** Columns of the hidden layer of the networks beside them. */
export const REFERENCE_WIDTH = 128;

/** A network that is trained and scored. */
export interface ScoredNetwork extends Contender {
  /** Model, number of layers and sampling method. */
  readonly training: Pick<AccuracyTraining, "model" | "layers"> & {
    readonly sampled?: Omit<NonNullable<AccuracyTraining["sampled"]>, "batch">;
  };
  /** Columns of its hidden layers, where it has one width alone. */
  readonly hidden?: number;
  /** Metric of the gain over it. */
  readonly gain: GainMetric;
}

type ReferenceId = "graphsage" | "gcn" | "fastgcn";

type GainMetric = `gain_over_${`layers_${typeof DEPTHS[number]}` | ReferenceId}`;

/** Residual GCNs, the shallowest first. */
export const RESIDUAL = DEPTHS.map((layers): ScoredNetwork => ({
  id: `layers-${layers}`,
  label: `residual GCN, ${layers} layers`,
  factors: { layers },
  training: { model: "residual-gcn", layers },
  gain: `gain_over_layers_${layers}`,
}));

const reference = (id: ReferenceId, label: string, training: ScoredNetwork["training"]): ScoredNetwork => ({
  id,
  label,
  training,
  hidden: REFERENCE_WIDTH,
  gain: `gain_over_${id}`,
});

/** GraphSAGE, with means of sampled neighbours. */
export const SAGE: ScoredNetwork = reference("graphsage", "GraphSAGE", {
  model: "graphsage",
  sampled: { method: "graphsage", aggregation: "mean" },
});

/** GCN, on full batches. */
export const GCN: ScoredNetwork = reference("gcn", "GCN", { model: "gcn" });

/** FastGCN, with layers by importance. */
export const FASTGCN: ScoredNetwork = reference("fastgcn", "FastGCN", {
  model: "gcn",
  sampled: { method: "fastgcn", aggregation: "gcn" },
});

/** All networks. */
export const NETWORKS: readonly ScoredNetwork[] = [...RESIDUAL, SAGE, GCN, FASTGCN];

const WIDTHS = [16, 32, 64, 128, 256, 512];

/** The best of all widths, and the rule by which layers are residual, as workloads. */
export const BEST = "best", SHAPE = "shape";

/** One width, the best of all, or the rule by which layers are residual. */
export interface WidthWorkload extends Workload {
  readonly width: number | typeof BEST | typeof SHAPE;
}

/** From the narrowest to the widest; all between them in the paper profile. */
export function widthsOf({ id }: Profile): readonly number[] {
  return id === "paper" ? WIDTHS : id === "smoke" ? [16, 32] : [16, 64, 256, 512];
}
