/** Blocks of lanes that load entries once and give them to each other, on adapters with subgroups. */
import assert from "node:assert/strict";
import type { CsrMatrix } from "../../../graph/csr.ts";
import type { WebGpuDevice } from "../../../hardware/webgpu/device.ts";
import type { ParameterValues } from "../../../kernels/kernel.ts";
import { blockLanes } from "../../../kernels/spmm/merge_split/entry_blocks_webgpu.ts";
import { mergeSplitBf16WebGpu } from "../../../kernels/spmm/merge_split_bf16/webgpu.ts";
import { mergeSplitWebGpu } from "../../../kernels/spmm/merge_split/webgpu.ts";
import { SavedTuning } from "../../../kernels/tuning/saved_tuning.ts";
import { MissingError } from "../../../platform/errors.ts";
import { testOnAdapter, testOnSubgroups } from "../../hardware/webgpu/any_adapter.ts";
import { fixedLaunches } from "../tuning/fixed_tuning.ts";
import { checkPlan, COMMON_CASES, matrixOf, type SpmmWebGpuKernel } from "./plan_checks_webgpu.ts";

const KERNELS: readonly SpmmWebGpuKernel[] = [mergeSplitWebGpu, mergeSplitBf16WebGpu];
const broadcast = 128;
/** Rows that are empty, short, and longer than several shares. */
const MATRIX = matrixOf(
  60,
  150,
  (row) => row === 5 ? 150 : row % 3 === 0 ? 0 : row % 4 === 1 ? 2 : 10 + row % 40,
);

/** The kernel under the parameters of a case, with blocks. */
const inBlocks = (kernel: SpmmWebGpuKernel): SpmmWebGpuKernel => ({
  ...kernel,
  parameters: {
    ...kernel.parameters,
    broadcast: { ...kernel.parameters.broadcast, default: broadcast },
  },
});

for (const kernel of KERNELS) {
  for (const [criterion, check] of Object.entries(COMMON_CASES)) {
    testOnSubgroups(`${kernel.id} in blocks: ${criterion}`, (device) => check(device, inBlocks(kernel)));
  }
}

/** Checks a product in blocks, and that its bits are those of a product without. */
async function assertSame(
  device: WebGpuDevice,
  { matrix = MATRIX, width = 40, kernel = mergeSplitWebGpu, parameters = {}, block = broadcast }: {
    readonly matrix?: CsrMatrix;
    readonly width?: number;
    readonly kernel?: SpmmWebGpuKernel;
    readonly parameters?: ParameterValues;
    readonly block?: number;
  },
): Promise<Readonly<Record<string, number>>> {
  const plain = await checkPlan(device, kernel, { matrix, width }, { parameters });
  assert.equal(plain.facts.broadcast, undefined);
  const { panels, facts } = await checkPlan(device, kernel, { matrix, width }, {
    parameters: { ...parameters, broadcast: block },
  });
  assert.deepEqual(panels, plain.panels, `${kernel.id}, width ${width}, ${JSON.stringify(parameters)}`);
  return facts;
}

testOnSubgroups("blocks change no bit, whatever share, workgroup, load and size of block", async (device) => {
  for (
    const [parameters, block, lanes] of [
      [{ share: 1, workgroup: 256, load: 16 }, 128, 16],
      [{ share: 7, workgroup: 100, load: 8 }, 9, 8],
      [{ share: 2 ** 20, workgroup: 20, load: 16 }, 128, 16],
      // A subgroup of eight or more has lanes without a share, which are no whole block.
      [{ workgroup: 7 }, 128, 4],
    ] as const
  ) {
    const facts = await assertSame(device, { parameters, block });
    assert.equal(facts.broadcast, Math.min(lanes, device.limits.subgroups!.most));
  }
  const hub = matrixOf(40, 5000, (row) => row === 13 ? 5000 : row % 9 === 0 ? 300 : row % 4);
  const { broadcast: shared } = await assertSame(device, { matrix: hub, width: 16 });
  assert.equal(shared, Math.min(8, device.limits.subgroups!.most));
  for (const width of [13, 130]) await assertSame(device, { width, kernel: mergeSplitBf16WebGpu });
});

testOnSubgroups("plans take blocks that tune chose", async (device) => {
  device.tuning = new SavedTuning(fixedLaunches("merge-split", 40, { broadcast: 4 }), 2 ** 20);
  const { facts } = await checkPlan(device, mergeSplitWebGpu, { matrix: MATRIX, width: 40 });
  assert.equal(facts.broadcast, 4);
});

testOnSubgroups("too few lanes, or no entries to share, leave each lane its loads", async (device) => {
  for (const parameters of [{ workgroup: 3 }, { broadcast: 3 }]) {
    const { facts } = await checkPlan(device, mergeSplitWebGpu, { matrix: MATRIX, width: 40 }, {
      parameters: { broadcast, ...parameters },
    });
    assert.equal(facts.broadcast, undefined);
  }
  assert.equal((await assertSame(device, { width: 4 })).broadcast, undefined, "two lanes");
});

testOnSubgroups(
  "a subgroup whose blocks are not of one share loads every entry in every lane",
  async (device) => {
    const plain = await checkPlan(device, mergeSplitWebGpu, { matrix: MATRIX, width: 40 });
    const create = device.gpu.createShaderModule.bind(device.gpu);
    let patched = 0;
    device.pipelines.clear();
    device.gpu.createShaderModule = (descriptor) => {
      // As if every second subgroup had its lanes in another order than the workgroup.
      const code = descriptor.code.replace(/let together = .*;/, "let together = (local / size) % 2u == 1u;");
      if (code !== descriptor.code) patched++;
      return create({ ...descriptor, code });
    };
    const { panels } = await checkPlan(device, mergeSplitWebGpu, { matrix: MATRIX, width: 40 }, {
      parameters: { broadcast, share: 0 },
    });
    assert.equal(patched, 1);
    assert.deepEqual(panels, plain.panels);
  },
);

testOnSubgroups(
  "blocks are right where operands are cut into panels and chunks, and rows continue in the next dispatch",
  async (device) => {
    Object.assign(device, { dispatchWork: 20_000 });
    const matrix = matrixOf(300, 400, (row) => row === 7 ? 400 : 30 + row % 50);
    const facts = await assertSame(device, { matrix, width: 50, parameters: { share: 8 } });
    assert(facts.chunks > 1 && facts.dispatches > 2 * facts.chunks, JSON.stringify(facts));
    await assertSame(device, { matrix: matrixOf(250, 60, () => 6, false), width: 70 });
  },
  { bindingBytes: 16_000 },
);

testOnAdapter("blocks are refused without subgroups, by name, and nothing is allocated", async (device) => {
  const { subgroups: _, ...limits } = device.limits;
  Object.assign(device, { limits });
  const product = { matrix: MATRIX, width: 40 };
  await assert.rejects(
    checkPlan(device, mergeSplitWebGpu, product, { parameters: { broadcast } }),
    (error) =>
      error instanceof MissingError &&
      /"merge-split@webgpu": found needs subgroups, the device has none/.test(error.message),
  );
  assert.equal(device.ledger.live, 0);
  await checkPlan(device, mergeSplitWebGpu, product, { parameters: { broadcast: 1 } });
});

Deno.test("lanes of a share and of a block are powers of two, as many as asked for at most", () => {
  const of = (lanes: number, workgroup: number, broadcast: number) =>
    Object.values(blockLanes(lanes, { workgroup, broadcast }) ?? {}).join();
  assert.deepEqual(
    [
      of(16, 64, 32),
      of(10, 64, 32),
      of(51, 64, 32),
      of(10, 10, 32),
      of(16, 64, 5),
      of(16, 64, 3),
      of(2, 64, 8),
    ],
    ["16,16", "16,16", "64,32", "8,8", "16,4", "", ""],
  );
});
