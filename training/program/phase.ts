/**
 * Place of a step in a training epoch.
 *
 * @module
 */

/** Part of a GNN that a step belongs to, as papers break epochs down. */
export type Phase = "aggregation" | "combination" | "loss" | "update";

/** Direction of a step: computes scores, gradients or new parameters. */
export type Pass = "forward" | "backward" | "update";
