/**
 * The published numbers: reading them, joining them to the cells of suites, and judging what was measured
 * beside them.
 *
 * @module
 */
export * from "./join.ts";
export * from "./judgement.ts";
export * from "./published_rows.ts";
export { type BaseQuantity, convert } from "./units.ts";
