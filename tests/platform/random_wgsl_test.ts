import assert from "node:assert/strict";
import { computePipeline } from "../../hardware/webgpu/pipeline.ts";
import { threefry2x32 } from "../../platform/random.ts";
import random from "../../platform/random.wgsl" with { type: "text" };
import { testOnAdapter } from "../hardware/webgpu/any_adapter.ts";

testOnAdapter(
  "a WGSL kernel draws the same blocks as TypeScript, the published vectors included",
  async (device) => {
    const cases = [
      [0, 0, 0, 0],
      [0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff],
      // "243f6a88 85a308d3" and "13198a2e 03707344": the digits of pi of Random123's known answers.
      [0x13198a2e, 0x03707344, 0x243f6a88, 0x85a308d3],
      [1, 2, 3, 4],
    ];
    const source = `${random}
@group(0) @binding(0) var<storage, read> inputs: array<vec4u>;
@group(0) @binding(1) var<storage, read_write> outputs: array<vec2u>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < arrayLength(&inputs)) { outputs[id.x] = threefry2x32(inputs[id.x].xy, inputs[id.x].zw); }
}`;
    const inputs = device.allocate("inputs", cases.length * 16),
      outputs = device.allocate("outputs", cases.length * 8);
    device.write(inputs, Uint32Array.from(cases.flat()));
    const pipeline = await computePipeline(device, { label: "threefry", source });
    device.dispatch(pipeline, device.bindGroup(pipeline, [inputs, outputs]), [1, 1, 1]);
    const got = new Uint32Array(await device.read(outputs));
    const wanted = cases.flatMap(([k0, k1, c0, c1]) => {
      const out = new Uint32Array(2);
      threefry2x32(k0, k1, c0, c1, out);
      return [...out];
    });
    assert.deepEqual([...got], wanted);
    assert.deepEqual([...got.slice(0, 6)], [
      0x6b200159,
      0x99ba4efe,
      0x1cb996fc,
      0xbb002be7,
      0xc4923a9c,
      0x483df7a0,
    ]);
  },
);
