/**
 * Order of ids in a stand-in.
 *
 * @module
 */
import { randomPermutation, type RandomStream } from "../../platform/random.ts";

/** Kind of order: random, or with degrees that fall along the ids under noise. */
export type IdOrder = "shuffled" | "drift";

/** Draws the new id of each vertex; a drift follows the weights: two parts rank, one part noise. */
export function drawIds(weights: ArrayLike<number>, order: IdOrder, stream: RandomStream): Uint32Array {
  const vertices = weights.length;
  if (order === "shuffled") return randomPermutation(vertices, stream);
  const byWeight = Uint32Array.from({ length: vertices }, (_, i) => i).sort((a, b) =>
    weights[b] - weights[a]
  );
  const place = new Float64Array(vertices);
  for (let rank = 0; rank < vertices; rank++) place[byWeight[rank]] = 2 * rank / vertices + stream.uniform();
  const sorted = byWeight.sort((a, b) => place[a] - place[b]);
  const ids = new Uint32Array(vertices);
  for (let id = 0; id < vertices; id++) ids[sorted[id]] = id;
  return ids;
}
