// ids[rowPtr[r] ...] = min(fanout, degree) different in-neighbours of kept[r]      Uniform sampling, step 2 (Floyd).
// One invocation a destination that there is room for; rows beyond the destinations are empty. A launch draws for the
// destinations whose neighbours are in its part of the graph's columns.
// Prelude: ../../../platform/random.wgsl, ../plans/draws.wgsl, ../../prefix_sum/block_offsets.wgsl
// Needs: the sum of each block.
// Shapes: sizes [2] = {rows, ids}, kept [rows], graphPtr [vertices + 1], graphCols [nnz of the part], keys [layers, 2], sums [blocks],
// rowPtr [maxRows + 1].
override WORKGROUP: u32 = 64u;

struct Launch {
  layer: u32,
  maxRows: u32,
  fanout: u32,
  firstVertex: u32,  // whose neighbours graphCols begins with
  endVertex: u32,    // after the last one's
  firstEntry: u32,   // of the graph, that graphCols begins with
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read_write> sizes: array<u32>;
@group(0) @binding(2) var<storage, read> kept: array<u32>;
@group(0) @binding(3) var<storage, read> graphPtr: array<u32>;
@group(0) @binding(4) var<storage, read> graphCols: array<u32>;
@group(0) @binding(5) var<storage, read> keys: array<vec2u>;
@group(0) @binding(6) var<storage, read> sums: array<u32>;
@group(0) @binding(7) var<storage, read_write> rowPtr: array<u32>;
@group(0) @binding(8) var<storage, read_write> ids: array<u32>;

// Draws places into the row itself, then puts the neighbours there.
fn drawRow(v: u32, begin: u32, count: u32) {
  let first = graphPtr[v] - launch.firstEntry;
  let degree = graphPtr[v + 1u] - graphPtr[v];
  if (degree > count) {
    var draws = streamOf(keys[launch.layer], v);
    for (var taken = 0u; taken < count; taken++) {
      let last = degree - count + taken;
      var place = below(last + 1u, &draws);
      // A place that is taken is exchanged for `last`, which is larger than all before it.
      for (var i = 0u; i < taken; i++) {
        if (ids[begin + i] == place) {
          place = last;
          break;
        }
      }
      ids[begin + taken] = place;
    }
    for (var i = 0u; i < count; i++) { ids[begin + i] = graphCols[first + ids[begin + i]]; }
  } else {
    for (var i = 0u; i < count; i++) { ids[begin + i] = graphCols[first + i]; }
  }
}

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) invocation: u32,
) {
  let block = group.y * groups.x + group.x;
  let row = block * WORKGROUP + invocation;
  let isRow = row < sizes[0];
  var v = 0u;
  var count = 0u;
  if (isRow) {
    v = kept[row];
    count = min(launch.fanout, graphPtr[v + 1u] - graphPtr[v]);
  }
  let end = offsetAfter(count, block, invocation);
  if (row >= launch.maxRows) { return; }
  if (row == 0u) { rowPtr[0] = 0u; }
  rowPtr[row + 1u] = end;
  if (row + 1u == launch.maxRows) { sizes[1] = end; }
  if (isRow && v >= launch.firstVertex && v < launch.endVertex) { drawRow(v, end - count, count); }
}
