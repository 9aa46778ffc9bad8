// z[i] = alpha * x[i] + beta * y[i]      linear combination, one invocation a vector of four entries.
// x, y and z are cut into panels alike, so that entries correspond place by place, padding included.
// Needs: z is neither x nor y.
// Shapes: x, y, z [vectors], panels of vectors, row-major.
override WORKGROUP: u32 = 64u;

struct Launch {
  vectors: u32,
  alpha: f32,
  beta: f32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> x: array<vec4f>;
@group(0) @binding(2) var<storage, read> y: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> z: array<vec4f>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let at = (group.y * groups.x + group.x) * WORKGROUP + local;
  if (at >= launch.vectors) { return; }
  z[at] = launch.alpha * x[at] + launch.beta * y[at];
}
