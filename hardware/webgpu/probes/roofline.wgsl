// copy: output[i] = input[i];  load: the sum of input;  multiplyAdd: a known number of them;  fill: output[i] = noise.
// The device's own limits, for the share that a kernel reaches. copy and load: an invocation strides over the vectors
// of the whole array, neighbours taking neighbours, so that every load is coalesced. multiplyAdd: eight independent
// chains of vectors in each invocation, enough to fill the arithmetic pipelines of every GPU.
// Needs: input and output of equal length.  Shapes: both [n] vectors; load and multiplyAdd write a vector an invocation.
override ITERATIONS: u32 = 64u;
@group(0) @binding(0) var<storage, read_write> output: array<vec4f>;
@group(0) @binding(1) var<storage, read> input: array<vec4f>;

fn index(group: vec3u, groups: vec3u, local: u32) -> u32 {
  return (group.y * groups.x + group.x) * 256u + local;
}

// Compressible memory is faster than memory: Knuth's multiplicative hash leaves nothing to compress.
@compute @workgroup_size(256)
fn fill(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) local: u32) {
  let step = groups.x * groups.y * 256u;
  for (var i = index(group, groups, local); i < arrayLength(&output); i += step) {
    let bits = (vec4u(4u * i) + vec4u(1u, 2u, 3u, 4u)) * 2654435769u;
    output[i] = vec4f(bits >> vec4u(8u)) * 0x1p-24;
  }
}

@compute @workgroup_size(256)
fn copy(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) local: u32) {
  let step = groups.x * groups.y * 256u;
  for (var i = index(group, groups, local); i < arrayLength(&input); i += step) {
    output[i] = input[i];
  }
}

@compute @workgroup_size(256)
fn load(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) local: u32) {
  let step = groups.x * groups.y * 256u;
  let first = index(group, groups, local);
  let length = arrayLength(&input);
  var a = vec4f(0.0);
  var b = vec4f(0.0);
  var c = vec4f(0.0);
  var d = vec4f(0.0);
  var i = first;
  for (; i + 3u * step < length; i += 4u * step) {
    a += input[i];
    b += input[i + step];
    c += input[i + 2u * step];
    d += input[i + 3u * step];
  }
  for (; i < length; i += step) { a += input[i]; }
  if (first < arrayLength(&output)) { output[first] = (a + b) + (c + d); }
}

@compute @workgroup_size(256)
fn multiplyAdd(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) local: u32) {
  let i = index(group, groups, local);
  let seed = vec4f(f32(i & 1023u)) * 0.001;
  let m = vec4f(0.999);
  let n = vec4f(0.001);
  var a = seed;
  var b = seed + 0.1;
  var c = seed + 0.2;
  var d = seed + 0.3;
  var e = seed + 0.4;
  var f = seed + 0.5;
  var g = seed + 0.6;
  var h = seed + 0.7;
  for (var k = 0u; k < ITERATIONS; k++) {
    a = fma(a, m, n); b = fma(b, m, n); c = fma(c, m, n); d = fma(d, m, n);
    e = fma(e, m, n); f = fma(f, m, n); g = fma(g, m, n); h = fma(h, m, n);
    a = fma(a, m, n); b = fma(b, m, n); c = fma(c, m, n); d = fma(d, m, n);
    e = fma(e, m, n); f = fma(f, m, n); g = fma(g, m, n); h = fma(h, m, n);
  }
  if (i < arrayLength(&output)) { output[i] = ((a + b) + (c + d)) + ((e + f) + (g + h)); }
}
