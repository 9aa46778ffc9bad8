import assert from "node:assert/strict";
import { computePipeline, ShaderError } from "../../../hardware/webgpu/pipeline.ts";
import {
  compiledSource,
  requestWithSubgroups,
  subgroupSizes,
  subgroupsSource,
  subgroupText,
} from "../../../hardware/webgpu/subgroups.ts";
import { testOnSubgroups } from "./any_adapter.ts";

/** Lanes of the workgroup: no multiple of a subgroup's, so that the last one is not full. */
const LANES = 45;
const TEXT = `${subgroupsSource}
@group(0) @binding(0) var<storage, read_write> y: array<u32>;
@compute @workgroup_size(${LANES}) fn main(
  @builtin(local_invocation_index) lane: u32,
  @builtin(subgroup_size) size: u32,
  @builtin(subgroup_invocation_id) id: u32,
) {
  let rank = subgroupExclusiveAdd(1u);
  let first = subgroupShuffle(lane + 7u, id - rank);
  y[4u * lane] = size;
  y[4u * lane + 1u] = subgroupAdd(1u);
  y[4u * lane + 2u] = rank;
  y[4u * lane + 3u] = first;
}`;

testOnSubgroups(
  "lanes of a subgroup add up and exchange numbers, and sizes are those told",
  async (device) => {
    const { least, most } = device.limits.subgroups!;
    assert.equal(device.facts?.["webgpu subgroups"], subgroupText({ least, most }));
    const pipeline = await computePipeline(device, { label: "subgroups", source: TEXT });
    const y = device.allocate("y", 16 * LANES);
    device.dispatch(pipeline, device.bindGroup(pipeline, [y]), [1, 1, 1]);
    const got = new Uint32Array(await device.read(y)), lanes = new Set<number>();
    for (let lane = 0; lane < LANES; lane++) {
      const [size, sum, rank, first] = got.subarray(4 * lane);
      assert(size >= least && size <= most && Number.isInteger(Math.log2(size)), `${size} lanes`);
      assert(sum >= 1 && sum <= size && rank < sum, `lane ${rank} of ${sum}`);
      lanes.add(rank);
      // Every lane of the subgroup has the number of the same one.
      const mate = Array.from({ length: LANES }, (_, each) => each).filter((each) =>
        got[4 * each + 3] === first
      );
      assert.deepEqual(mate.map((each) => got[4 * each + 2]).sort((a, b) => a - b), [...Array(sum).keys()]);
    }
    assert(lanes.size > 1);
    device.free(y);
  },
);

testOnSubgroups("errors of a kernel with subgroups keep the number of their line", async (device) => {
  const source = TEXT.replace("subgroupAdd(1u)", "subgroupAdd(missing)");
  const line = source.split("\n").findIndex((text) => text.includes("missing")) + 1;
  await assert.rejects(computePipeline(device, { label: "subgroups", source }), (error: unknown) => {
    assert(error instanceof ShaderError);
    assert.equal(error.fault?.line, line);
    return true;
  });
});

/** Adapter that grants `granted`, lists `listed`, and notes what was asked of it. */
function fakeAdapter(listed: readonly string[], granted: readonly string[]) {
  const asked: string[][] = [];
  const adapter = {
    features: new Set(listed),
    requestDevice({ requiredFeatures }: { requiredFeatures: string[] }) {
      asked.push(requiredFeatures);
      return requiredFeatures.every((each) => granted.includes(each))
        ? Promise.resolve({ features: new Set(requiredFeatures) })
        : Promise.reject(new TypeError(`no ${requiredFeatures}`));
    },
  };
  return { adapter: adapter as unknown as GPUAdapter, asked };
}

Deno.test("subgroups are asked for where they are listed, and of Deno's own WebGPU, which does not list them", async () => {
  const requiredFeatures: GPUFeatureName[] = ["timestamp-query"];
  const both = ["timestamp-query", "subgroups"], one = ["timestamp-query"];
  for (
    const [webgpu, listed, granted, wanted] of [
      ["dawn", both, both, [both]],
      ["dawn", one, both, [one]],
      ["browser", one, one, [one]],
      ["native", one, both, [both]],
      ["native", one, one, [both, one]],
    ] as const
  ) {
    const { adapter, asked } = fakeAdapter(listed, granted);
    const device = await requestWithSubgroups(adapter, webgpu, { requiredFeatures });
    assert.deepEqual(asked, wanted);
    assert.deepEqual([...device.features], wanted.at(-1));
  }
  const { adapter } = fakeAdapter([], []);
  await assert.rejects(requestWithSubgroups(adapter, "native", { requiredFeatures }), /no timestamp-query$/);
});

Deno.test("sizes are those of the adapter, or all that WebGPU allows where it tells none", () => {
  const of = (features: readonly string[], least?: number, most?: number) =>
    subgroupSizes({
      features: new Set(features),
      adapterInfo: { subgroupMinSize: least, subgroupMaxSize: most },
    } as unknown as GPUDevice);
  assert.equal(of([], 4, 128), undefined, "the standard's numbers without the feature");
  assert.deepEqual(of(["subgroups"], 8, 32), { least: 8, most: 32 });
  assert.deepEqual(of(["subgroups"]), { least: 4, most: 128 });
  assert.deepEqual(of(["subgroups"], 0, 0), { least: 4, most: 128 });
  assert.deepEqual([[8, 32], [32, 32]].map(([least, most]) => subgroupText({ least, most })), [
    "8 to 32",
    "32",
  ]);
});

Deno.test("only Deno's own WebGPU is given kernels without the directive", () => {
  assert.match(subgroupsSource, /^enable subgroups;$/m);
  for (const webgpu of ["dawn", "browser"] as const) assert.equal(compiledSource(TEXT, webgpu), TEXT);
  const own = compiledSource(TEXT, "native");
  assert.doesNotMatch(own, /^enable/m);
  assert.equal(own.split("\n").length, TEXT.split("\n").length);
});
