// s[g, :] = sum over entries (c, v) of group g of v * x[c, :]
// Sums of all neighbour-group kernels. Prelude of neighbor_group.wgsl, neighbor_group_cas.wgsl
// and neighbor_group_fixed.wgsl, which write the sums back. LANES invocations share a group of at most
// groupSize entries of one row (GNNAdvisor's dimension workers), each takes every LANES-th vector of four
// columns; the loop over entries is unrolled by four.
// Needs: x padded with zeros.
// Shapes: items [groups + 1] of (first entry, target word), colIdx and values [nnz of the chunk], x panel of
// vectors.
override WORKGROUP: u32 = 128u;
override LANES: u32 = 16u;
override WEIGHTED: bool = true;
override MAGNITUDE: bool = false;  // sums |v * x| instead

const ALONE = 0x80000000u;  // of a target word: no other group adds to this row of y

struct Launch {
  items: u32,    // groups of this chunk
  columns: u32,  // all in vectors of four floats
  xStride: u32,
  xOffset: u32,
  yStride: u32,
  yOffset: u32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> items: array<vec2u>;
@group(0) @binding(2) var<storage, read> colIdx: array<u32>;
@group(0) @binding(3) var<storage, read> values: array<f32>;
@group(0) @binding(4) var<storage, read> x: array<vec4f>;

fn term(entry: u32, offset: u32) -> vec4f {
  var product = x[colIdx[entry] * launch.xStride + offset];
  if (WEIGHTED) { product *= values[entry]; }
  if (MAGNITUDE) { return abs(product); }
  return product;
}

fn groupSum(begin: u32, end: u32, column: u32) -> vec4f {
  let offset = launch.xOffset + column;
  let unrolled = begin + ((end - begin) & ~3u);
  var sum = vec4f(0.0);
  var e = begin;
  for (; e < unrolled; e += 4u) {
    let t0 = term(e, offset);
    let t1 = term(e + 1u, offset);
    let t2 = term(e + 2u, offset);
    let t3 = term(e + 3u, offset);
    sum = sum + t0 + t1 + t2 + t3;
  }
  for (; e < end; e++) { sum += term(e, offset); }
  return sum;
}

// The group of an invocation, launch.items or more where it has none.
fn itemOf(group: vec3u, groups: vec3u, local: u32) -> u32 {
  let itemsPerGroup = WORKGROUP / LANES;
  let within = local / LANES;
  if (within >= itemsPerGroup) { return launch.items; }
  return (group.y * groups.x + group.x) * itemsPerGroup + within;
}
