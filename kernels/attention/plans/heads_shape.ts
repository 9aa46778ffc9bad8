/**
 * Shape of operands with numbers for each head.
 *
 * @module
 */
import type { HeadShape } from "../attention.ts";

/** Shape that code is emitted for where it depends on the number of heads alone. */
export type HeadsShape = Pick<HeadShape, "heads">;

/** Shapes that stand for all others in a kernel's source. */
export const HEADS_SOURCE_SHAPES: readonly HeadsShape[] = [1, 3, 4, 6, 8, 20].map((heads) => ({ heads }));
