/**
 * Widths of the model whose epochs the map of execution paths compares, and ids of two ways to run them.
 *
 * @module
 */

/** Columns of the features. */
export const WIDTH = 64;
/** Columns of the hidden layers. */
export const HIDDEN = 32;
/** Columns of the last layer. */
export const CLASSES = 16;

/** Contender whose backward pass is on the whole graph. */
export const WHOLE = "whole";
/** Contender that tests every edge for gradients that are not zero. */
export const IF_ELSE = "if-else";
