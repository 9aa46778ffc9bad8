/**
 * Environment variable that switches tuned numbers off.
 *
 * @module
 */

/** Variable that switches tuned numbers off: `off`. */
export const TUNING_VARIABLE = "GNN_REPRO_TUNING";
