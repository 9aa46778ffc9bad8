// to[i, j] = gradient[i, j] * slope(y[i, j]) * mask / (1 - rate)      one invocation a vector of four entries.
// The slope is 1 where y is above 0 and negativeSlope elsewhere. The mask is drawn again, except behind ReLU: what fell is 0
// there, and so is its slope. All three are cut into panels alike, so that vectors correspond place by place.
// Needs: the result is neither of the others.
// Shapes: gradient, y, to [rows, columns], panels of vectors, row-major.
// Prelude: ../../../platform/random.wgsl, ../../epilogue/dropout.wgsl
override WORKGROUP: u32 = 64u;

struct Launch {
  epilogue: Epilogue,
  rows: u32,
  columns: u32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(2) var<storage, read> gradient: array<vec4f>;
@group(0) @binding(3) var<storage, read> y: array<vec4f>;
@group(0) @binding(4) var<storage, read_write> to: array<vec4f>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let at = (group.y * groups.x + group.x) * WORKGROUP + local;
  if (at >= launch.rows * launch.columns) { return; }
  let slope = select(vec4f(launch.epilogue.negativeSlope), vec4f(1.0), y[at] > vec4f(0.0));
  let factors = slope * dropoutFactors(launch.epilogue, at / launch.columns, at % launch.columns);
  to[at] = gradient[at] * factors;
}
