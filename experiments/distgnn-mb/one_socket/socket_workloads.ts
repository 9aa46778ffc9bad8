/**
 * Workloads on one socket: both models of distgnn-mb on both graphs.
 *
 * @module
 */
import type { Workload } from "../../cell.ts";
import type { Profile } from "../../profiles.ts";
import { MODEL_IDS, type ModelId } from "../rank_models.ts";
import { GRAPH_IDS, type GraphId, HIDDEN, PAPER_BATCH, scaledDown, scaledGraph } from "../scaled_graphs.ts";

/** Fewest seeds of a mini-batch: with fewer there is nothing but launches to time. */
export const LEAST_BATCH = 16;

/** Mini-batch and hidden width at smoke sizes. */
const SMOKE = { batch: 16, hidden: 16 } as const;

/** A model on a graph. */
export interface SocketWorkload extends Workload {
  /** Graph at the scale of the profile. */
  readonly dataset: string;
  /** Model that is trained. */
  readonly model: ModelId;
  /** Settings of its rows. */
  readonly factors: { readonly graph: GraphId; readonly batch: number; readonly hidden: number };
}

/** Id of a model's workload on a graph. */
export const socketWorkloadId = (graph: GraphId, model: ModelId): string => `${graph}:${model.toLowerCase()}`;

/** Seeds of a mini-batch on a graph. */
function socketBatch({ id }: Pick<Profile, "id">, graph: GraphId): number {
  return id === "smoke"
    ? SMOKE.batch
    : Math.max(LEAST_BATCH, scaledDown(PAPER_BATCH, scaledGraph({ id }, graph)));
}

/** Fewest seeds of a mini-batch whose kernels are timed alone. */
const LEAST_KERNEL_BATCH = 256;

/** Seeds of a mini-batch whose kernels are timed alone: as many as premises want. */
export function kernelBatch(profile: Pick<Profile, "id">, graph: GraphId): number {
  const seeds = socketBatch(profile, graph);
  return profile.id === "smoke" ? seeds : Math.max(LEAST_KERNEL_BATCH, seeds);
}

/** Both models on both graphs. */
export function socketWorkloads(profile: Profile): SocketWorkload[] {
  const hidden = profile.id === "smoke" ? SMOKE.hidden : HIDDEN;
  return GRAPH_IDS.flatMap((graph) =>
    MODEL_IDS.map((model): SocketWorkload => ({
      id: socketWorkloadId(graph, model),
      dataset: scaledGraph(profile, graph).dataset,
      model,
      factors: { graph, batch: socketBatch(profile, graph), hidden },
    }))
  );
}
