/**
 * Order of ids in a stand-in. The order of the published files is mostly unknown, so it is a factor of an
 * experiment: what is claimed of the natural order is asked under several.
 *
 * @module
 */
import { randomPermutation, type RandomStream } from "../../platform/random.ts";
import { indices } from "../../platform/indices.ts";

/**
 * Kind of order: random; by community, and within one by its parts; the same with some per cent of the
 * vertices at random places; or with degrees that fall along the ids under noise.
 */
export type IdOrder = "shuffled" | "community" | `mixed-${number}` | "drift";

/** Per cent of the vertices that a mixed order puts at random places; 0 for an order by community. */
function displacedPercent(order: "community" | `mixed-${number}`): number {
  return order === "community" ? 0 : Number(order.slice("mixed-".length));
}

function driftingIds(weights: ArrayLike<number>, stream: RandomStream): Uint32Array {
  const vertices = weights.length;
  const byWeight = indices(vertices).sort((a, b) => weights[b] - weights[a]);
  // Two parts rank, one part noise.
  const place = new Float64Array(vertices);
  for (let rank = 0; rank < vertices; rank++) place[byWeight[rank]] = 2 * rank / vertices + stream.uniform();
  const sorted = byWeight.sort((a, b) => place[a] - place[b]);
  const ids = new Uint32Array(vertices);
  for (let id = 0; id < vertices; id++) ids[sorted[id]] = id;
  return ids;
}

/**
 * Draws the new id of each vertex. `places` are the places of the vertices in the order of communities; by
 * default they come in that order. A drift follows the weights.
 */
export function drawIds(
  weights: ArrayLike<number>,
  order: IdOrder,
  stream: RandomStream,
  places: Uint32Array = indices(weights.length),
): Uint32Array {
  if (order === "drift") return driftingIds(weights, stream);
  const shuffled = randomPermutation(weights.length, stream);
  if (order === "shuffled") return shuffled;
  const moved = Math.round(weights.length * displacedPercent(order) / 100);
  const placeAt = indices(weights.length);
  const displaced = shuffled.slice(0, moved).sort();
  for (let i = 0; i < moved; i++) placeAt[displaced[i]] = shuffled[i];
  return places.map((place) => placeAt[place]);
}
