/**
 * Model of the paper's trainings.
 *
 * @module
 */
import { gcn } from "../../../training/models/gcn.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import type { VertexData } from "../../../training/vertex_data.ts";
import type { TrainingTrialOptions } from "../../trials/training_trial.ts";

/** The paper's model for a graph's data. */
export function hetuModel(
  data: VertexData,
  hidden: number,
  order?: "transform-first",
): TrainingTrialOptions["model"] {
  return {
    layers: gcn({ classes: data.classes, hidden, ...(order && { order }) }),
    optimizer: adam(),
  };
}
