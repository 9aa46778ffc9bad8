// out[g] = sum of the words that workgroup g reads, modulo 2^32: a region of `length` vectors, `repeats` times over.
// swept: regions of the storage buffer, group g has region g mod `regions`. Small regions of their own stay in the first
// cache, one region for all in the second, regions that cover a large buffer once in none. swept_shared: the region is
// copied to workgroup memory first and read there. Each repeat starts one vector further, so that no compiler may keep
// what it has read.
// Needs: length a power of two, at least 64; for swept_shared at most 512.  Shapes: words [regions * length] vectors of u32.
override LENGTH: u32 = 512u;
override REGIONS: u32 = 1u;
override REPEATS: u32 = 1u;
@group(0) @binding(0) var<storage, read> words: array<vec4u>;
@group(0) @binding(1) var<storage, read_write> sums: array<vec4u>;
const LANES = 64u;
var<workgroup> region: array<vec4u, 512>;
var<workgroup> partial: array<vec4u, LANES>;

fn finish(sum: vec4u, group: u32, lane: u32) {
  partial[lane] = sum;
  workgroupBarrier();
  if (lane == 0u) {
    var total = vec4u(0u);
    for (var i = 0u; i < LANES; i++) { total += partial[i]; }
    sums[group] = total;
  }
}

@compute @workgroup_size(64)
fn swept(@builtin(workgroup_id) id: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32) {
  let group = id.y * groups.x + id.x;
  let base = (group % REGIONS) * LENGTH;
  // One region for all: groups start apart, or they would all ask for the same line at once.
  let start = group * 97u;
  var a = vec4u(0u); var b = a; var c = a; var d = a;
  for (var repeat = 0u; repeat < REPEATS; repeat++) {
    for (var i = lane; i < LENGTH; i += 4u * LANES) {
      let at = i + start + repeat;
      a += words[base + (at & (LENGTH - 1u))];
      b += words[base + ((at + LANES) & (LENGTH - 1u))];
      c += words[base + ((at + 2u * LANES) & (LENGTH - 1u))];
      d += words[base + ((at + 3u * LANES) & (LENGTH - 1u))];
    }
  }
  finish((a + b) + (c + d), group, lane);
}

@compute @workgroup_size(64)
fn swept_shared(@builtin(workgroup_id) id: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) lane: u32) {
  let group = id.y * groups.x + id.x;
  let base = (group % REGIONS) * LENGTH;
  for (var i = lane; i < LENGTH; i += LANES) { region[i] = words[base + i]; }
  workgroupBarrier();
  var a = vec4u(0u); var b = a; var c = a; var d = a;
  for (var repeat = 0u; repeat < REPEATS; repeat++) {
    for (var i = lane; i < LENGTH; i += 4u * LANES) {
      let at = i + repeat;
      a += region[at & (LENGTH - 1u)];
      b += region[(at + LANES) & (LENGTH - 1u)];
      c += region[(at + 2u * LANES) & (LENGTH - 1u)];
      d += region[(at + 3u * LANES) & (LENGTH - 1u)];
    }
  }
  finish((a + b) + (c + d), group, lane);
}
