import assert from "node:assert/strict";
import { VertexDraws } from "../../../graph/sampling/draws.ts";
import { neighborDraw, type NeighborSampling, sampleBatch } from "../../../graph/sampling/mod.ts";
import { idMaps } from "../../../kernels/id_map/mod.ts";
import { openSampler } from "../../../kernels/sampling/mod.ts";
import { indices } from "../../../platform/indices.ts";
import { testOnEveryBackend } from "../every_backend.ts";

/** Degree of the hub: of all 32-bit numbers, the last 2^32 mod DEGREE are almost a whole run. */
const DEGREE = Math.ceil(2 ** 32 / 3000);
const WALKS = 1024;

/** Draws of the walks from vertex 0 that are thrown away. */
function rejected(seed: number, batch: number): number {
  const draws = new VertexDraws({ seed, batch, layer: 0 });
  draws.start(0);
  let thrown = 0;
  for (let taken = 0; taken < WALKS;) {
    if (draws.uint32() >= 2 ** 32 - 2 ** 32 % DEGREE) thrown++;
    else taken++;
  }
  return thrown;
}

testOnEveryBackend("draws of an incomplete last run are thrown away as on the host", async (device) => {
  // All vertices are in-neighbours of vertex 0; no other one has any.
  const rowPtr = new Uint32Array(DEGREE + 1).fill(DEGREE, 1);
  const graph = { rows: DEGREE, cols: DEGREE, rowPtr, colIdx: indices(DEGREE) };
  const how: NeighborSampling = { kind: "random-walk", fanouts: [64], length: 1, walks: WALKS, seed: 1 };
  const idMap = idMaps.find(({ id, backend }) => id === "three-step" && backend === device.backend)!;
  const sampler = await openSampler(device, { ...how, graph, maxSeeds: 1, idMap });
  const seeds = Uint32Array.of(0);
  const batches = Array.from({ length: 40 }, (_, batch) => batch).filter((batch) => rejected(1, batch) > 0);
  assert.ok(batches.length > 3, "few draws are thrown away");
  for (const batch of batches.slice(0, 4)) {
    sampler.begin({ seeds, batch });
    sampler.run();
    assert.deepEqual(await sampler.read(), await sampleBatch(neighborDraw(graph, how), { seeds, batch }));
  }
  sampler.destroy();
});
