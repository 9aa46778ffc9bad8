// y[i, j] = dropout(activation(x[i, j] + bias[j]))      one invocation a vector of four entries.
// x and y are cut into panels alike, so that vectors correspond place by place, padding included.
// Needs: y is not x.
// Shapes: x, y [rows, columns], panels of vectors, row-major.
// Prelude: ../../../platform/random.wgsl, ../../epilogue/dropout.wgsl, ../../../platform/float_bits.wgsl, ../../epilogue/epilogue.wgsl
override WORKGROUP: u32 = 64u;

struct Launch {
  epilogue: Epilogue,
  rows: u32,
  columns: u32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(3) var<storage, read> x: array<vec4f>;
@group(0) @binding(4) var<storage, read_write> y: array<vec4f>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let at = (group.y * groups.x + group.x) * WORKGROUP + local;
  if (at >= launch.rows * launch.columns) { return; }
  y[at] = epilogue(launch.epilogue, x[at], at / launch.columns, at % launch.columns);
}
