/**
 * Scores that ranks compute together, each for its own part, against the scores of the whole graph.
 *
 * @module
 */
import assert from "node:assert/strict";
import { rankPartitions } from "../../../distributed/partition/rank_partitions.ts";
import { HaloExchange } from "../../../distributed/training/halo_exchange.ts";
import { runInLockStep } from "../../../distributed/training/lock_step.ts";
import { PartScorer } from "../../../distributed/training/part_scorer.ts";
import { openWasmDevice } from "../../../hardware/cpu/device.ts";
import { ReproError } from "../../../platform/errors.ts";
import type { BatchModel } from "../../../training/mini_batch/batch_program.ts";
import { smallestProgram } from "../../../training/mini_batch/batch_program.ts";
import { ModelParameters } from "../../../training/mini_batch/model_parameters.ts";
import { ParameterScorer } from "../../../training/mini_batch/parameter_scorer.ts";
import { adam } from "../../../training/optimizers/adam.ts";
import { MODEL_NAMES } from "../../../training/runs/model_settings.ts";
import { namedModel } from "../../../training/runs/named_model.ts";
import { plantedGraph } from "../../training/mini_batch/community_task.ts";
import { COMMUNITY, cut, DATA, dataOf, GRAPH } from "./rank_trainings.ts";

const RANKS = 3;

for (const name of MODEL_NAMES) {
  Deno.test(`${name}: 3 ranks score their vertices as one device that has the graph`, async () => {
    const named = namedModel({ model: name, hidden: 8, layers: 3 }, COMMUNITY.classes);
    const model: BatchModel = {
      ...named,
      optimizer: adam(),
      seed: 5,
      classes: COMMUNITY.classes,
      featureWidth: DATA.features.width,
      labels: "single",
    };
    const device = openWasmDevice({ threads: 1, memoryBytes: 2 ** 27 });
    const parameters = new ModelParameters(device, smallestProgram(model), { seed: 5 });
    try {
      const whole = await ParameterScorer.open(device, { ...named, graph: GRAPH, data: DATA });
      const { scores: wanted } = await whole.scores(await parameters.read());
      whole.close();
      const before = device.ledger.live;
      const data = dataOf(cut(RANKS));
      await runInLockStep(RANKS, async (transport) => {
        const own = data[transport.rank], { part: { vertices, solid } } = own;
        for (const blockSources of [undefined, 40]) {
          const scorer = await PartScorer.open(device, transport, {
            data: own,
            model,
            parameters,
            ...(blockSources !== undefined && { blockSources }),
          });
          const scores = new Float32Array(solid * COMMUNITY.classes).fill(NaN);
          await scorer.score((block) => scores.set(block.scores, block.first * COMMUNITY.classes));
          for (let i = 0; i < scores.length; i++) {
            const vertex = vertices[Math.floor(i / COMMUNITY.classes)], c = i % COMMUNITY.classes;
            const other = wanted[vertex * COMMUNITY.classes + c];
            assert.ok(
              Math.abs(scores[i] - other) <= 1e-5 * Math.max(1, Math.abs(other)),
              `${scores[i]}, ${other}`,
            );
          }
        }
      });
      assert.equal(device.ledger.live, before);
    } finally {
      parameters.close();
      device.close();
    }
  });
}

Deno.test("rows go to all copies, and sums of copies come back to their owners", async () => {
  const data = dataOf(cut(4)), width = 3;
  await runInLockStep(4, async (transport) => {
    const { part } = data[transport.rank], { vertices, solid } = part;
    const exchange = await HaloExchange.open(transport, part);
    const rows = Float32Array.from({ length: vertices.length * width }, (_, i) => {
      const p = Math.floor(i / width);
      return p < solid ? 10 * vertices[p] + i % width : NaN;
    });
    await exchange.fetch(rows, width);
    for (let i = 0; i < rows.length; i++) {
      assert.equal(rows[i], 10 * vertices[Math.floor(i / width)] + i % width);
    }
    const ones = new Float32Array(vertices.length).fill(1);
    await exchange.add(ones, 1);
    const copies = data.map(({ part: other }) => new Set(other.vertices));
    for (let p = 0; p < solid; p++) {
      assert.equal(ones[p], copies.filter((held) => held.has(vertices[p])).length);
    }
  });
});

Deno.test("wide rows go in several pieces, over routes of different lengths", async () => {
  // Three ranks send two rows of 2^16 floats at once.
  const width = 2 ** 16, vertices = 30, graph = plantedGraph({ vertices, classes: 3 });
  const owner = Uint32Array.from({ length: vertices }, (_, v) => v < 3 ? 0 : v < 12 ? 1 : 2);
  const parts = rankPartitions(graph, { parts: owner, count: 3 }, new Uint32Array());
  assert.ok(parts.some(({ dbHalo: { rankPtr } }) => rankPtr[1] > 4), "a route of more than two pieces");
  await runInLockStep(3, async (transport) => {
    const part = parts[transport.rank], { solid } = part, own = solid * width;
    const exchange = await HaloExchange.open(transport, part);
    const wanted = new Float32Array(part.vertices.length * width);
    part.vertices.forEach((vertex, p) => {
      for (let c = 0; c < width; c++) wanted[p * width + c] = 100 * vertex + c % 97;
    });
    const rows = wanted.slice().fill(NaN, own);
    await exchange.fetch(rows, width);
    assert.ok(rows.every((number, i) => number === wanted[i]));
    const halo = await exchange.halo(wanted.subarray(0, own), width);
    assert.equal(halo.length, wanted.length - own);
    assert.ok(halo.every((number, i) => number === wanted[own + i]));
    await exchange.add(rows, width);
    const held = (vertex: number) => parts.filter((other) => other.vertices.includes(vertex)).length;
    part.vertices.subarray(0, solid).forEach((vertex, p) => {
      const copies = held(vertex), sums = rows.subarray(p * width, (p + 1) * width);
      assert.ok(sums.every((sum, c) => sum === copies * wanted[p * width + c]));
    });
  });
});

Deno.test("parts of two cuts are refused", async () => {
  const one = dataOf(cut(2)),
    other = dataOf({ parts: cut(2).parts.map((part, v) => v < 40 ? 1 - part : part), count: 2 });
  const mixed = [one[0], other[1]];
  await assert.rejects(
    runInLockStep(2, (transport) => HaloExchange.open(transport, mixed[transport.rank].part)),
    (error: Error) => error instanceof ReproError && /parts of ranks/.test(error.message),
  );
});
