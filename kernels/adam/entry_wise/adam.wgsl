// m = beta1 m + (1 - beta1) g, v = beta2 v + (1 - beta2) g^2, p -= rate * (m * c0) / (sqrt(v * c1) + epsilon)
// with g = gradient + decay * p      Adam, one invocation a vector of four entries, in place.
// The four matrices are cut into panels alike, so that entries correspond place by place, padding included.
// Needs: corrections c0 and c1 of the step; rest1 and rest2 are 1 - beta1 and 1 - beta2, rounded once.
// Shapes: p, gradient, m, v [vectors], panels of vectors, row-major; corrections [2].
override WORKGROUP: u32 = 64u;

struct Launch {
  vectors: u32,
  rate: f32,
  beta1: f32,
  rest1: f32,
  beta2: f32,
  rest2: f32,
  epsilon: f32,
  decay: f32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> corrections: array<f32>;
@group(0) @binding(2) var<storage, read_write> p: array<vec4f>;
@group(0) @binding(3) var<storage, read> gradient: array<vec4f>;
@group(0) @binding(4) var<storage, read_write> m: array<vec4f>;
@group(0) @binding(5) var<storage, read_write> v: array<vec4f>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let at = (group.y * groups.x + group.x) * WORKGROUP + local;
  if (at >= launch.vectors) { return; }
  let parameter = p[at];
  let g = gradient[at] + launch.decay * parameter;
  let mean = launch.beta1 * m[at] + launch.rest1 * g;
  let variance = launch.beta2 * v[at] + launch.rest2 * g * g;
  m[at] = mean;
  v[at] = variance;
  let root = sqrt(variance * corrections[1]) + launch.epsilon;
  p[at] = parameter - mean * (corrections[0] * launch.rate) / root;
}
