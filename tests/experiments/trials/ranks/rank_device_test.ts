/** Device of a rank: that of the session, on both CPU backends. @module */
import assert from "node:assert/strict";
import { loadDataset } from "../../../../datasets/load.ts";
import {
  delayedTrainings,
  DELAYS,
} from "../../../../experiments/distgnn-mb/convergence/delayed_trainings.ts";
import { realRanks } from "../../../../experiments/hetu-gnn/ranks/real_ranks.ts";
import { ranOn } from "../../../../experiments/trials/ranks/rank_device.ts";
import { instructionSet } from "../../../../hardware/cpu/x86/instruction_set.ts";
import type { Device } from "../../../../hardware/device.ts";
import { openDevice } from "../../../../hardware/open_device.ts";
import { WrongResultError } from "../../../../platform/errors.ts";
import { testLab } from "../../lab.ts";

const hasX86 = instructionSet().isa !== "none";

for (const backend of ["wasm", "x86"]) {
  Deno.test({
    name: `ranks of a session on ${backend} run on ${backend}, with threads of their own`,
    ignore: backend === "x86" && !hasX86,
    fn: async () => {
      const device = await openDevice({ device: backend, threads: 2 }), lab = testLab(device);
      try {
        // `ranOn` refuses ranks on another backend than the session's.
        const { measurement, contenders, workloads } = realRanks;
        assert.ok(measurement.kind === "joint");
        const workload = workloads(lab.profile).find(({ graph }) => graph === "ogbn-products")!;
        const products = await loadDataset(workload.dataset!, { seed: 1 });
        const outcomeOf = await measurement.measure(lab, products, workload, contenders);
        assert.equal(outcomeOf("halo").ranOn?.threads, 1);
        assert.ok(outcomeOf("halo").times.product_time!.check.ok);

        const graph = await loadDataset("ogbn-products@1/4096", { seed: 1 });
        const trained = await delayedTrainings(lab, graph, { models: ["GraphSAGE"] });
        for (const delay of DELAYS) {
          const { ranOn: { threads }, check } = trained.get("GraphSAGE")!.get(delay)!;
          assert.equal(threads, 1);
          assert.ok(check.ok);
        }
      } finally {
        device.close();
      }
    },
  });
}

Deno.test("ranks on another backend than the session's are refused", () => {
  const rank = { backend: "wasm", adapterKind: "none", isa: "simd128", threads: 1 } as const;
  const session = { backend: "x86", isa: "avx512" } as Device;
  assert.throws(
    () => ranOn({ device: session }, [rank]),
    (error) => error instanceof WrongResultError && /wasm .*wanted.* x86/s.test(error.message),
  );
  assert.equal(ranOn({ device: { ...session, ...rank } }, [rank, rank]).threads, 1);
});
