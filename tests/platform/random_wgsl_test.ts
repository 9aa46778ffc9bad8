import assert from "node:assert/strict";
import { computePipeline } from "../../hardware/webgpu/pipeline.ts";
import { RandomStream, threefry2x32 } from "../../platform/random.ts";
import random from "../../platform/random.wgsl" with { type: "text" };
import { testOnAdapter } from "../hardware/webgpu/any_adapter.ts";

/** FNV-1a, the purpose's half of the key. */
function purposeKey(purpose: string): number {
  let hash = 0x811c9dc5;
  for (const char of purpose) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193);
  return hash >>> 0;
}

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

testOnAdapter(
  "a WGSL kernel draws the same words and uniforms as a stream of the same key",
  async (device) => {
    const count = 1001;
    const source = `${random}
@group(0) @binding(0) var<storage, read> key: array<u32>;
@group(0) @binding(1) var<storage, read_write> words: array<u32>;
@group(0) @binding(2) var<storage, read_write> uniforms: array<f32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= arrayLength(&words)) { return; }
  words[id.x] = streamWord(vec2u(key[0], key[1]), id.x);
  uniforms[id.x] = uniformFromWord(words[id.x]);
}`;
    const key = device.allocate("key", 8);
    const words = device.allocate("words", count * 4), uniforms = device.allocate("uniforms", count * 4);
    device.write(key, Uint32Array.of(42, purposeKey("features")));
    const pipeline = await computePipeline(device, { label: "stream", source });
    device.dispatch(pipeline, device.bindGroup(pipeline, [key, words, uniforms]), [
      Math.ceil(count / 64),
      1,
      1,
    ]);
    const stream = new RandomStream(42, "features"), uniform = new RandomStream(42, "features");
    const gotWords = new Uint32Array(await device.read(words)),
      gotUniforms = new Float32Array(await device.read(uniforms));
    for (let i = 0; i < count; i++) {
      assert.equal(gotWords[i], stream.uint32());
      assert.equal(gotUniforms[i], uniform.uniform());
    }
  },
);
