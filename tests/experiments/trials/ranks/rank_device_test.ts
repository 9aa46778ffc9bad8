/** Device of a rank: that of the session, on both CPU backends. @module */
import assert from "node:assert/strict";
import { loadDataset } from "../../../../datasets/load.ts";
import {
  delayedTrainings,
  DELAYS,
} from "../../../../experiments/distgnn-mb/convergence/delayed_trainings.ts";
import type { RankEngine } from "../../../../distributed/communicator/mod.ts";
import { realRanks } from "../../../../experiments/hetu-gnn/ranks/real_ranks.ts";
import { rankDevice, ranOn } from "../../../../experiments/trials/ranks/rank_device.ts";
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
        const { measurement, contenders, workloads } = realRanks;
        assert.ok(measurement.kind === "joint");
        const workload = workloads(lab.profile).find(({ graph }) => graph === "ogbn-products")!;
        const products = await loadDataset(workload.dataset!, { seed: 1 });
        const outcomeOf = await measurement.measure(lab, products, workload, contenders);
        const { backend: own, isa } = device;
        assert.deepEqual(outcomeOf("halo").ranOn, {
          threads: 1,
          adapterKind: "none",
          timer: "wall",
          device: { backend: own, isa },
        });
        assert.ok(outcomeOf("halo").times.product_time!.check.ok);

        const graph = await loadDataset("ogbn-products@1/4096", { seed: 1 });
        const trained = await delayedTrainings(lab, graph, { models: ["GraphSAGE"] });
        for (const delay of DELAYS) {
          const { ranOn: { threads, device: ran }, check } = trained.get("GraphSAGE")!.get(delay)!;
          assert.deepEqual([threads, ran], [1, { backend: own, isa }]);
          assert.ok(check.ok);
        }
      } finally {
        device.close();
      }
    },
  });
}

Deno.test("ranks on another backend than they were asked for, or of two instruction sets, are refused", () => {
  const rank = { backend: "x86", adapterKind: "none", isa: "avx512", threads: 1 } as const;
  const refused = (
    wanted: Parameters<typeof ranOn>[0],
    ranks: Parameters<typeof ranOn>[1],
    message: RegExp,
  ) =>
    assert.throws(
      () => ranOn(wanted, ranks),
      (error) => error instanceof WrongResultError && message.test(error.message),
    );
  refused(rank, [{ ...rank, backend: "wasm", isa: "simd128" }], /wasm .*wanted x86/s);
  refused(rank, [rank, { ...rank, isa: "avx2" }], /avx2 code\) on rank 1, wanted .*avx512/);
  assert.deepEqual(ranOn(rank, [rank, rank]).device, { backend: "x86", isa: "avx512" });
});

Deno.test("local ranks beside a GPU compute on the CPU, MPI ranks on its like", () => {
  const gpu = {
    backend: "webgpu",
    adapterKind: "hardware",
    name: "a GPU",
    threads: 0,
    webgpu: "dawn",
  } as Device;
  const of = (engine: RankEngine) => rankDevice({ device: gpu, ranks: { count: 2, engine } }, 3);
  assert.deepEqual(of("mpi"), {
    backend: "webgpu",
    adapterKind: "hardware",
    name: "a GPU",
    threads: 3,
    webgpu: "dawn",
  });
  assert.deepEqual({ ...of("local"), name: "" }, {
    backend: hasX86 ? "x86" : "wasm",
    adapterKind: "none",
    name: "",
    threads: 3,
    webgpu: "",
  });
});
