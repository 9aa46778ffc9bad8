// y[i, :] = source[place[i], :]      assemble a batch from a cache, the batch before and staged rows, in place.
// The sources lie one under the other; the staged rows are what y holds from row `firstStaged` on. One invocation has a
// vector of a row before those. If the row is staged, it fetches the vector, and what belongs there follows at once: no
// other invocation touches either. Vectors are copied as bits, so that every float comes through as it is.
// Needs: each staged row for one row, and in its place if that is one of the last; strides and offsets in whole vectors.
// A place that is no row (the host lets none through) is left out.  Shapes: place [rows], the others panels of vectors.
override WORKGROUP: u32 = 64u;

struct Launch {
  rows: u32,
  firstStaged: u32,
  cacheRows: u32,
  previousRows: u32,
  columns: u32,         // vectors of each row that the panels share
  cacheStride: u32,     // all in vectors of four floats
  cacheOffset: u32,
  previousStride: u32,
  previousOffset: u32,
  yStride: u32,
  yOffset: u32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> place: array<u32>;
@group(0) @binding(2) var<storage, read> cache: array<vec4u>;
@group(0) @binding(3) var<storage, read> previous: array<vec4u>;
@group(0) @binding(4) var<storage, read_write> y: array<vec4u>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let at = (group.y * groups.x + group.x) * WORKGROUP + local;
  let row = at / launch.columns;
  if (row >= launch.firstStaged) { return; }
  let column = at % launch.columns;
  let resident = launch.cacheRows + launch.previousRows;
  var origin = place[row];
  var to = row * launch.yStride + launch.yOffset + column;
  if (origin >= resident) {
    if (origin - resident >= launch.rows - launch.firstStaged) { return; }
    let staged = launch.firstStaged + origin - resident;
    let there = staged * launch.yStride + launch.yOffset + column;
    y[to] = y[there];
    to = there;
    origin = place[staged];
  }
  if (origin < launch.cacheRows) {
    y[to] = cache[origin * launch.cacheStride + launch.cacheOffset + column];
  } else if (origin < resident) {
    y[to] = previous[(origin - launch.cacheRows) * launch.previousStride + launch.previousOffset + column];
  }
}
