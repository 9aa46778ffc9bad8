// counts[r], then ids[rowPtr[r] ...] = the columns of row kept[r] that were drawn      FastGCN, steps 2 and 3 (FILL).
// One workgroup a destination: each invocation takes a run of the row; where its columns go comes from a prefix sum in
// workgroup memory. Beside each column its entry of the graph is left for its weight. A launch takes the destinations whose
// neighbours are in its part of the graph's columns; rows beyond the block belong to the first part.
// Needs: FILL: offsets added up.
// Shapes: sizes [2], kept [rows], graphPtr [vertices + 1], graphCols [nnz of the part], times [vertices], rowPtr [maxRows + 1] where
// FILL, else the counts [maxRows], 0 beyond the rows; ids and entries [drawn entries].
override WORKGROUP: u32 = 64u;
override FILL: bool = false;

struct Launch {
  maxRows: u32,
  firstVertex: u32,  // whose neighbours graphCols begins with
  endVertex: u32,    // after the last one's
  firstEntry: u32,   // of the graph, that graphCols begins with
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read_write> sizes: array<u32>;
@group(0) @binding(2) var<storage, read> kept: array<u32>;
@group(0) @binding(3) var<storage, read> graphPtr: array<u32>;
@group(0) @binding(4) var<storage, read> graphCols: array<u32>;
@group(0) @binding(5) var<storage, read> times: array<u32>;
@group(0) @binding(6) var<storage, read_write> rowPtr: array<u32>;
@group(0) @binding(7) var<storage, read_write> ids: array<u32>;
@group(0) @binding(8) var<storage, read_write> entries: array<u32>;

var<workgroup> ends: array<u32, WORKGROUP>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) invocation: u32,
) {
  let row = group.y * groups.x + group.x;
  var v = 0u;
  if (row < sizes[0]) { v = kept[row]; }
  let here = row < launch.maxRows && v >= launch.firstVertex && v < launch.endVertex;
  var first = 0u;
  var last = 0u;
  if (here && row < sizes[0]) {
    first = graphPtr[v];
    last = graphPtr[v + 1u];
  }
  let run = (last - first + WORKGROUP - 1u) / WORKGROUP;
  let begin = min(first + invocation * run, last);
  let end = min(begin + run, last);
  var count = 0u;
  for (var e = begin; e < end; e++) { count += select(0u, 1u, times[graphCols[e - launch.firstEntry]] != 0u); }
  ends[invocation] = count;
  workgroupBarrier();
  for (var reach = 1u; reach < WORKGROUP; reach <<= 1u) {
    var before = 0u;
    if (invocation >= reach) { before = ends[invocation - reach]; }
    workgroupBarrier();
    ends[invocation] += before;
    workgroupBarrier();
  }
  if (row == 0u && invocation == 0u && FILL) { sizes[1] = rowPtr[launch.maxRows]; }
  if (!here) { return; }
  if (!FILL) {
    if (invocation == WORKGROUP - 1u) { rowPtr[row] = ends[invocation]; }
    return;
  }
  var to = rowPtr[row] + ends[invocation] - count;
  for (var e = begin; e < end; e++) {
    let col = graphCols[e - launch.firstEntry];
    if (times[col] == 0u) { continue; }
    ids[to] = col;
    entries[to] = e;
    to++;
  }
}
