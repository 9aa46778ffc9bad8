/**
 * Mini-batch training on an adapter alone, which the host only starts.
 *
 * @module
 */
export type { InspectedBatch } from "./inspection.ts";
export { isResident, type ResidentPhase, type ResidentTrainingOptions } from "./resident_parts.ts";
export { type ResidentIteration, ResidentTrainer } from "./resident_trainer.ts";
