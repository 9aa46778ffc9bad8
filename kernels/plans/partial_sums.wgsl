// y[t * SPAN + i, :] = sum over partial sums p of target t of partial[p * SPAN + i, :]
// Second pass of a split sum. LANES invocations stride over the vectors of four columns, WORKERS share a
// target's partial sums and meet in workgroup memory; a group holds WORKGROUP / (LANES * WORKERS) rows.
// Always the same order: bit-repeatable.
// Needs: a workgroup of whole rows; a target that a chunk before has begun is continued.
// Shapes: shares [targets] of (target, first partial, end, flags), partial [partials * SPAN, columns], y
// panel of vectors.
override WORKGROUP: u32 = 128u;
override LANES: u32 = 16u;
override WORKERS: u32 = 1u;
override SPAN: u32 = 1u;

const CONTINUES = 1u;

struct Launch {
  targets: u32,  // shared targets of this dispatch
  rows: u32,     // of y; the last target may reach past them
  columns: u32,  // all in vectors of four floats
  yStride: u32,
  yOffset: u32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> shares: array<vec4u>;
@group(0) @binding(2) var<storage, read> partials: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> y: array<vec4f>;

var<workgroup> sums: array<vec4f, WORKGROUP>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let lane = local % LANES;
  let worker = local / LANES % WORKERS;
  let rowsPerGroup = WORKGROUP / (LANES * WORKERS);
  let item = (group.y * groups.x + group.x) * rowsPerGroup + local / (LANES * WORKERS);
  let within = item % SPAN;
  let inside = item / SPAN < launch.targets;
  let share = shares[min(item / SPAN, launch.targets - 1u)];
  let row = share.x * SPAN + within;

  for (var base = 0u; base < launch.columns; base += LANES) {
    let column = base + lane;
    let busy = inside && row < launch.rows && column < launch.columns;
    let to = row * launch.yStride + launch.yOffset + column;
    var sum = vec4f(0.0);
    if (busy) {
      if (worker == 0u && (share.w & CONTINUES) != 0u) { sum = y[to]; }
      var p = share.y + worker;
      for (; p + 3u * WORKERS < share.z; p += 4u * WORKERS) {
        let p0 = partials[(p * SPAN + within) * launch.columns + column];
        let p1 = partials[((p + WORKERS) * SPAN + within) * launch.columns + column];
        let p2 = partials[((p + 2u * WORKERS) * SPAN + within) * launch.columns + column];
        let p3 = partials[((p + 3u * WORKERS) * SPAN + within) * launch.columns + column];
        sum = sum + p0 + p1 + p2 + p3;
      }
      for (; p < share.z; p += WORKERS) {
        sum += partials[(p * SPAN + within) * launch.columns + column];
      }
    }
    if (WORKERS > 1u) {
      sums[local] = sum;
      workgroupBarrier();
      if (worker == 0u) {
        for (var other = 1u; other < WORKERS; other++) { sum += sums[local + other * LANES]; }
      }
      workgroupBarrier();
    }
    if (busy && worker == 0u) { y[to] = sum; }
  }
}
