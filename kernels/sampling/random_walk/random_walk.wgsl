// slots[r, ...] = the most visited vertices of the walks from kept[r], ascending, and their visits      Random walks, step 1.
// One invocation a destination, a workgroup a block, whose counts are summed on the way. All its walks take their first step,
// then all their second, ...; the visits are sorted (Shell) in private memory, counted, and the `fanout` largest counts kept, of
// equal ones those of the lowest ids.
// Prelude: ../../../platform/random.wgsl, ../plans/draws.wgsl
// Needs: stride = min(fanout, STEPS).
// Shapes: sizes [2], kept [rows], graphPtr [vertices + 1], columns0 [nnz], keys [layers, 2], counts [maxRows], 0 beyond the rows,
// sums [blocks], slots [maxRows, stride] of {vertex, visits}.
override WORKGROUP: u32 = 64u;
const STEPS = 1024u;  // walks * length: a plan puts its own number here, as no override may size private arrays

struct Launch {
  layer: u32,
  maxRows: u32,
  fanout: u32,
  length: u32,
  walks: u32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> sizes: array<u32>;
@group(0) @binding(2) var<storage, read> kept: array<u32>;
@group(0) @binding(3) var<storage, read> graphPtr: array<u32>;
@group(0) @binding(4) var<storage, read> keys: array<vec2u>;
@group(0) @binding(5) var<storage, read_write> counts: array<u32>;
@group(0) @binding(6) var<storage, read_write> sums: array<u32>;
@group(0) @binding(7) var<storage, read_write> slots: array<vec2u>;

// Column of an entry of the graph. A plan puts a buffer here for each part of the columns, and a line that reads it.
@group(0) @binding(8) var<storage, read> columns0: array<u32>;
fn columnAt(entry: u32) -> u32 {
  return columns0[entry];
}

var<workgroup> total: atomic<u32>;

// In the order of the steps, sorted later; then each vertex once, its visits in `times`.
var<private> visited: array<u32, STEPS>;
var<private> times: array<u32, STEPS>;

fn walkFrom(start: u32) -> u32 {
  var draws = streamOf(keys[launch.layer], start);
  var count = 0u;
  var frontier = 0u;
  for (var step = 0u; step < launch.length; step++) {
    let before = count;
    let walking = select(before - frontier, launch.walks, step == 0u);
    for (var walk = 0u; walk < walking; walk++) {
      var v = start;
      if (step > 0u) { v = visited[frontier + walk]; }
      let first = graphPtr[v];
      let degree = graphPtr[v + 1u] - first;
      if (degree > 0u) {
        visited[count] = columnAt(first + below(degree, &draws));
        count++;
      }
    }
    frontier = before;
  }
  return count;
}

fn sortVisits(count: u32) {
  var gap = 1u;
  while (3u * gap + 1u < count) { gap = 3u * gap + 1u; }
  for (; gap > 0u; gap /= 3u) {
    for (var i = gap; i < count; i++) {
      let v = visited[i];
      var hole = i;
      while (hole >= gap) {
        let before = visited[hole - gap];
        if (before <= v) { break; }
        visited[hole] = before;
        hole -= gap;
      }
      visited[hole] = v;
    }
  }
}

// Leaves each vertex but `start` once; returns how many they are.
fn tally(count: u32, start: u32) -> u32 {
  var runs = 0u;
  var i = 0u;
  while (i < count) {
    let v = visited[i];
    let first = i;
    while (i < count && visited[i] == v) { i++; }
    if (v != start) {
      visited[runs] = v;
      times[runs] = i - first;
      runs++;
    }
  }
  return runs;
}

fn atLeast(visits: u32, runs: u32) -> u32 {
  var count = 0u;
  for (var run = 0u; run < runs; run++) { count += select(0u, 1u, times[run] >= visits); }
  return count;
}

fn keepMostVisited(runs: u32, firstSlot: u32) -> u32 {
  // The most visits that `fanout` vertices have or exceed; of those that have just so many, the first are kept.
  var least = 0u;
  var ties = 0u;
  if (runs > launch.fanout) {
    for (var bit = 1u << firstLeadingBit(STEPS); bit > 0u; bit >>= 1u) {
      if (atLeast(least | bit, runs) >= launch.fanout) { least |= bit; }
    }
    ties = launch.fanout - atLeast(least + 1u, runs);
  }
  var slot = firstSlot;
  for (var run = 0u; run < runs; run++) {
    let visits = times[run];
    if (visits < least || (visits == least && ties == 0u)) { continue; }
    if (visits == least) { ties--; }
    slots[slot] = vec2u(visited[run], visits);
    slot++;
  }
  return slot - firstSlot;
}

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) invocation: u32,
) {
  let block = group.y * groups.x + group.x;
  let row = block * WORKGROUP + invocation;
  var count = 0u;
  if (row < min(sizes[0], launch.maxRows)) {
    let start = kept[row];
    let visits = walkFrom(start);
    sortVisits(visits);
    count = keepMostVisited(tally(visits, start), row * min(launch.fanout, STEPS));
  }
  if (row < launch.maxRows) { counts[row] = count; }
  atomicAdd(&total, count);
  workgroupBarrier();
  if (invocation == 0u && block * WORKGROUP < launch.maxRows) { sums[block] = atomicLoad(&total); }
}
