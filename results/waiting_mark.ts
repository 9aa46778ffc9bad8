/**
 * Mark of times that are in part waits of the host for a GPU: the words in the reason of a row, and how they
 * are found there. Claims are not decided by such a time.
 *
 * @module
 */
import type { Row } from "./row.ts";

const WORDS = "of the sample is waiting for the GPU";
const UNCOUNTED = "waits for the GPU in the sample are not counted";
const MARK = new RegExp(`[0-9.]+ % ${WORDS}|${UNCOUNTED}`);

/**
 * Text for the reason of a row.
 *
 * @param share Part of the sample that the waits take, from 0 to 1; `undefined` where nothing counted them.
 */
export function waitingMark(share: number | undefined): string {
  return share === undefined ? UNCOUNTED : `${Number((100 * share).toPrecision(2))} % ${WORDS}`;
}

/** The mark in a row's reason; `undefined` where it has none. */
export function waitingMarkOf({ reason }: Pick<Row, "reason">): string | undefined {
  return MARK.exec(reason)?.[0];
}
