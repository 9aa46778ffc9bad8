/** Numbers that are made of the counts of caches and pushes, each by its definition in the paper. @module */
import assert from "node:assert/strict";
import { localBatch } from "../../../../distributed/local_batch/mod.ts";
import { rankSeed } from "../../../../distributed/training/rank_seed.ts";
import { cutGraph } from "../../../../experiments/distgnn-mb/cut_graph.ts";
import { countPushes } from "../../../../experiments/distgnn-mb/embedding_cache/push_counts.ts";
import { LAYERS } from "../../../../experiments/distgnn-mb/embedding_cache/push_rounds.ts";
import { pushWorkloads } from "../../../../experiments/distgnn-mb/embedding_cache/push_workloads.ts";
import { FANOUTS } from "../../../../experiments/distgnn-mb/scaled_graphs.ts";
import { miniBatches, sampleBatch, uniformNeighbors } from "../../../../graph/sampling/mod.ts";
import { testExactLab } from "../../lab.ts";

const lab = testExactLab();
const [workload] = pushWorkloads(lab.profile);
const dataset = await lab.load(workload);
const facts = await countPushes(lab, dataset, workload);

Deno.test("all mini-batches of two epochs are counted, and a push is measured against their rows", async () => {
  const { ranks } = await cutGraph(lab, dataset, workload.factors);
  const rows = LAYERS.map(() => 0);
  let batches = 0;
  for (const part of ranks) {
    const seed = rankSeed(lab.seed, part.rank);
    const draw = uniformNeighbors(part.graph, { fanouts: FANOUTS, seed });
    for (const epoch of [0, 1]) {
      // At smoke sizes a mini-batch has one seed, and a push one vertex.
      for (const batch of miniBatches(part.training, { batchSize: 1, epoch, seed })) {
        const { blocks } = localBatch(await sampleBatch(draw, batch), part);
        for (const layer of LAYERS) rows[layer] += blocks[layer].sources.length;
        batches++;
      }
    }
  }
  assert.deepEqual([facts.seeds, facts.push_limit, facts.measured_batches], [1, 1, batches]);
  // REGIMES: nc (R - 1) / rows.
  const pushed = 1 * (workload.factors.ranks - 1);
  const wanted = rows.map((own) => pushed / (own / batches));
  const found = [facts.push_share_l0, facts.push_share_l1, facts.push_share_l2];
  found.forEach((share, layer) =>
    assert.ok(Math.abs(Number(share) / wanted[layer] - 1) < 1e-12, `L${layer}`)
  );
});

Deno.test("a vertex takes the bytes of its id and its row: features next to the input, 256 hidden columns beyond", () => {
  const bytes = ([l0, l1, l2]: readonly unknown[]) =>
    Number(l0) * (4 + 4 * 128) + (Number(l1) + Number(l2)) * (4 + 4 * 256);
  const { pushed_l0, pushed_l1, pushed_l2, halo_l0, halo_l1, halo_l2 } = facts;
  assert.ok([pushed_l0, pushed_l1, pushed_l2, halo_l0, halo_l1, halo_l2].every((count) => Number(count) > 0));
  assert.equal(facts.pushed_bytes, bytes([pushed_l0, pushed_l1, pushed_l2]));
  assert.equal(facts.fetch_bytes, bytes([halo_l0, halo_l1, halo_l2]));
});
