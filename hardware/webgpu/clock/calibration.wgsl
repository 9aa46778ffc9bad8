// sink[i] = x -> x * 1.0001 + 0.0001, 4 * ITERATIONS times      A kernel whose length is known: arithmetic alone.
// One invocation an element; the four steps of an iteration depend on each other, so no compiler shortens them.
// Shapes: sink [groups * 64].
override ITERATIONS: u32 = 256u;
@group(0) @binding(0) var<storage, read_write> sink: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  var x = f32(id.x & 255u) * 0.01;
  for (var i = 0u; i < ITERATIONS; i++) {
    x = fma(x, 1.0001, 0.0001);
    x = fma(x, 0.9999, 0.0001);
    x = fma(x, 1.0001, -0.0001);
    x = fma(x, 0.9999, -0.0001);
  }
  sink[id.x] = x;
}
