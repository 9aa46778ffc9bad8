import assert from "node:assert/strict";
import fc from "fast-check";
import type { WasmBuffer } from "../../../hardware/cpu/device.ts";
import type { X86Device } from "../../../hardware/cpu/x86/device.ts";
import { emitFused, emitFusedGrouped, emitKeep } from "../../../kernels/id_map/fused_map/code_x86.ts";
import {
  checkIdMap,
  type IdMapProblem,
  idMaps,
  readIdMap,
  releaseIdMap,
  stageIdMap,
} from "../../../kernels/id_map/mod.ts";
import type { IdMapOperandsOf } from "../../../kernels/id_map/id_map.ts";
import { emitTranslate } from "../../../kernels/id_map/plans/translate_x86.ts";
import { emitAssign, emitEnter, emitFlag } from "../../../kernels/id_map/three_step/code_x86.ts";
import { type Kernel, kernelName, type ParameterValues, prepareKernel } from "../../../kernels/kernel.ts";
import type { ParallelCall } from "../../../platform/wasm/worker_pool.ts";
import { RandomStream } from "../../../platform/random.ts";
import { testOnX86 } from "../../hardware/cpu/threads.ts";
import { assertReadsBack, NO_OBJDUMP } from "../../hardware/cpu/x86/assembler/objdump.ts";
import { GuardedDevice } from "../../hardware/cpu/x86/guarded_device.ts";
import { NO_MACHINE_CODE } from "../../hardware/cpu/x86/machine_code.ts";

const MAPS = ["three-step", "fused-map", "fused-map-grouped"];
const mapOn = (backend: "wasm" | "x86", id: string) =>
  idMaps.find((map) => map.id === id && map.backend === backend)!;

/** Result of a map that runs once. */
async function mapped(
  device: X86Device,
  kernel: Kernel<IdMapOperandsOf>,
  problem: IdMapProblem,
  parameters: ParameterValues = {},
) {
  const operands = stageIdMap(device, problem);
  const plan = await prepareKernel(kernel, device, operands, 0, { parameters });
  plan.run();
  const result = await readIdMap(device, operands);
  plan.destroy();
  releaseIdMap(device, operands);
  return result;
}

/** Random ids, about `share` of them distinct, and kept ones. */
function randomIds({ count, kept, share, seed }: {
  readonly count: number;
  readonly kept: number;
  readonly share: number;
  readonly seed: number;
}): IdMapProblem {
  const stream = new RandomStream(seed, "ids"), distinct = Math.max(1, Math.ceil(count * share));
  return {
    ids: Uint32Array.from({ length: count }, () => 7 * stream.below(distinct)),
    kept: Uint32Array.from({ length: kept }, (_, i) => 5 * i),
  };
}

testOnX86(
  "one thread numbers 1,000 random batches of ids as WebAssembly does, with its counts",
  async (device) => {
    const problems = fc.record({
      count: fc.integer({ min: 0, max: 3000 }),
      kept: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1500 })),
      share: fc.constantFrom(0.01, 0.5, 1),
      seed: fc.nat(),
      pick: fc.nat(2),
      explicit: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(problems, async ({ pick, explicit, ...shape }) => {
        const problem = randomIds(shape), slots = explicit ? { slots: shape.count + shape.kept + 1 } : {};
        const own = await mapped(device, mapOn("x86", MAPS[pick]), problem, slots);
        assert.deepEqual(own, await mapped(device, mapOn("wasm", MAPS[pick]), problem, slots));
      }),
      { numRuns: 1000 },
    );
  },
  [1],
);

testOnX86("threads that enter the same ids at the same time number each once", async (device) => {
  for (const share of [0.000_1, 0.01, 1]) {
    const problem = randomIds({ count: 200_000, kept: 3000, share, seed: 1 });
    for (const id of MAPS) {
      const own = await mapped(device, mapOn("x86", id), problem);
      assert.ok(checkIdMap(problem, own).ok, `${id}, ${share}`);
      if (id !== "three-step") continue;
      assert.deepEqual(own.local, (await mapped(device, mapOn("wasm", id), problem)).local);
    }
  }
}, [2, 3]);

/** Guarded device that does the steps in WebAssembly: it empties buffers and adds up the sums of blocks. */
class GuardedMapDevice extends GuardedDevice {
  readonly #buffers = new Map<string, WasmBuffer>();

  override allocate(label: string, bytes: number) {
    const buffer = super.allocate(label, bytes);
    this.clear(buffer);
    this.#buffers.set(label, buffer);
    return buffer;
  }

  override parallel({ fn }: ParallelCall): void {
    if (fn !== "scan") return;
    const words = (label: string) => new Uint32Array(this.floats(label).buffer);
    let sum = 0;
    const before = words("sums of blocks").map((firsts) => (sum += firsts) - firsts);
    this.write(this.#buffers.get("sums of blocks")!, before);
    const [kept] = words("sizes of an ID map");
    this.write(this.#buffers.get("counters of an ID map")!, Uint32Array.of(sum - kept));
  }
}

for (const side of ["end", "start"] as const) {
  Deno.test({
    name: `maps in machine code touch nothing outside their operands (guarded ${side})`,
    ignore: NO_MACHINE_CODE !== undefined,
    fn: async () => {
      const device = new GuardedMapDevice(side, { leavesOutWasm: true });
      try {
        for (const count of [1, 15, 16, 17, 1023, 1024, 1025, 2600]) {
          for (const kept of [0, 3, 1024, 1100]) {
            const problem = randomIds({ count, kept, share: 1, seed: count });
            for (const id of MAPS) {
              for (const slots of [0, count + kept]) {
                const result = await mapped(device, mapOn("x86", id), problem, { slots });
                assert.ok(
                  checkIdMap(problem, result).ok,
                  `${id}, ${count} ids, ${kept} kept, ${slots} slots`,
                );
              }
            }
          }
        }
        assert.equal(device.ledger.live, 0);
      } finally {
        device.close();
      }
    },
  });
}

const STEPS = [emitKeep, emitFused, emitFusedGrouped, emitEnter, emitFlag, emitAssign, emitTranslate];

Deno.test("every step is emitted for every table, without wide vectors", () => {
  for (const emit of STEPS) {
    for (const isa of ["avx2", "avx512"] as const) {
      for (let bits = 1; bits <= 28; bits++) {
        assert.equal(emit(isa, { slots: 2 ** bits, shift: 32 - bits }).needsAvx512, false);
      }
      for (const slots of [1, 5, 2 ** 28]) assert.ok(emit(isa, { slots, shift: 0 }).bytes.length > 50);
    }
  }
});

Deno.test({
  name: "objdump reads every step of a map as it is listed",
  ignore: NO_OBJDUMP !== undefined,
  fn: async () => {
    for (const emit of STEPS) {
      for (const shape of [{ slots: 2 ** 20, shift: 12 }, { slots: 99, shift: 0 }]) {
        assert.ok(await assertReadsBack(emit("avx2", shape), `${emit.name}, ${shape.slots} slots`) > 30);
      }
    }
  },
});

Deno.test("a device of machine code has every map in machine code", () => {
  const names = idMaps.filter(({ backend }) => backend === "x86").map(kernelName);
  assert.deepEqual(names, MAPS.map((id) => `${id}@x86`));
});
