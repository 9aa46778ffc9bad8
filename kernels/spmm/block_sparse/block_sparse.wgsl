// y[32 i + r, :] = sum over tiles (i, j) of A of tile[r, :] * x[32 j + ., :]
// Tile-adaptive SpMM (hetu-gnn, Alg. 3). A workgroup takes a segment of a tile-row and LANES vectors of four
// columns; invocation (lane, quad) sums rows 4 quad to 4 quad + 3 in registers. Dense tiles pass through
// workgroup memory in slices of SLICE columns, vectors of four rows; what lies in sparse tiles is read entry
// by entry. A zero of a dense tile times a feature that is not finite is none: sums that are not finite are
// summed once more, by entries alone.
// Prelude: ../../../platform/float_bits.wgsl
// Needs: x padded; quads whose bits are 0 where nothing is stored.
// Shapes: segments and tiles as tile_layout_webgpu.ts writes them, indices and values [entries of the chunk],
// quads [non-zero (column, four rows) of dense tiles], x and y panels of vectors, partials [32 * split
// segments, columns].
override LANES: u32 = 16u;
override SLICE: u32 = 32u;
override WEIGHTED: bool = true;

const TILE = 32u;
const QUADS = 8u;             // vectors of four rows in a tile's column
const ALONE = 0x80000000u;    // of a target: no other segment belongs to this tile-row
const SEGMENT_WORDS = 36u;    // target, first tile, end of tiles, 33 offsets of the rows' sparse entries
const TILE_WORDS = 6u;        // tile column, 5 offsets of the slices' quads

struct Launch {
  segments: u32,
  rows: u32,      // of y
  xRows: u32,     // of x
  tileBase: u32,  // word of records where the tiles begin
  quadBase: u32,  // of indices, where the places of the quads begin
  columns: u32,   // all in vectors of four floats
  xStride: u32,
  xOffset: u32,
  yStride: u32,
  yOffset: u32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> records: array<u32>;
@group(0) @binding(2) var<storage, read> indices: array<u32>;
@group(0) @binding(3) var<storage, read> values: array<f32>;
@group(0) @binding(4) var<storage, read> quads: array<vec4f>;
@group(0) @binding(5) var<storage, read> x: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> y: array<vec4f>;
@group(0) @binding(7) var<storage, read_write> partials: array<vec4f>;

var<workgroup> slice: array<vec4f, SLICE * QUADS>;

fn term(entry: u32, offset: u32) -> vec4f {
  let source = x[indices[entry] * launch.xStride + offset];
  if (WEIGHTED) { return values[entry] * source; }
  return source;
}

fn sparseSum(at: u32, offset: u32) -> vec4f {
  let begin = records[at];
  let end = records[at + 1u];
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

// Term of an entry in the sum of its row; nothing where none is stored.
fn entryTerm(weight: f32, source: vec4f) -> vec4f {
  return select(weight * source, vec4f(0.0), bitcast<u32>(weight) == 0u);
}

@compute @workgroup_size(LANES, QUADS)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_id) local: vec3u,
) {
  let blocks = (launch.columns + LANES - 1u) / LANES;
  let index = group.y * groups.x + group.x;
  if (index / blocks >= launch.segments) { return; }
  let segment = index / blocks * SEGMENT_WORDS;
  let column = index % blocks * LANES + local.x;
  // Lanes past the last column work along, for the barriers' sake, and store nothing.
  let offset = launch.xOffset + min(column, launch.columns - 1u);
  let flat = local.y * LANES + local.x;
  let quad = local.y;

  let entries = segment + 3u + 4u * quad;
  var sum0 = sparseSum(entries, offset);
  var sum1 = sparseSum(entries + 1u, offset);
  var sum2 = sparseSum(entries + 2u, offset);
  var sum3 = sparseSum(entries + 3u, offset);

  let tileEnd = records[segment + 2u];
  for (var tile = records[segment + 1u]; tile < tileEnd; tile++) {
    let record = launch.tileBase + tile * TILE_WORDS;
    for (var part = 0u; part < TILE / SLICE; part++) {
      let firstRow = records[record] * TILE + part * SLICE;
      for (var i = flat; i < SLICE * QUADS; i += LANES * QUADS) { slice[i] = vec4f(0.0); }
      workgroupBarrier();
      let end = records[record + 2u + part];
      for (var q = records[record + 1u + part] + flat; q < end; q += LANES * QUADS) {
        slice[indices[launch.quadBase + q]] = quads[q];
      }
      workgroupBarrier();
      for (var k = 0u; k < SLICE; k += 4u) {
        // Past the last row of x the weights are zero: any row will do.
        let row = firstRow + k;
        let last = launch.xRows - 1u;
        let x0 = x[min(row, last) * launch.xStride + offset];
        let x1 = x[min(row + 1u, last) * launch.xStride + offset];
        let x2 = x[min(row + 2u, last) * launch.xStride + offset];
        let x3 = x[min(row + 3u, last) * launch.xStride + offset];
        let w0 = slice[k * QUADS + quad];
        let w1 = slice[(k + 1u) * QUADS + quad];
        let w2 = slice[(k + 2u) * QUADS + quad];
        let w3 = slice[(k + 3u) * QUADS + quad];
        sum0 += w0.x * x0 + w1.x * x1 + w2.x * x2 + w3.x * x3;
        sum1 += w0.y * x0 + w1.y * x1 + w2.y * x2 + w3.y * x3;
        sum2 += w0.z * x0 + w1.z * x1 + w2.z * x2 + w3.z * x3;
        sum3 += w0.w * x0 + w1.w * x1 + w2.w * x2 + w3.w * x3;
      }
      workgroupBarrier();
    }
  }

  if (column >= launch.columns) { return; }
  if (!all(isFinite(sum0) & isFinite(sum1) & isFinite(sum2) & isFinite(sum3))) {
    sum0 = sparseSum(entries, offset);
    sum1 = sparseSum(entries + 1u, offset);
    sum2 = sparseSum(entries + 2u, offset);
    sum3 = sparseSum(entries + 3u, offset);
    for (var tile = records[segment + 1u]; tile < tileEnd; tile++) {
      let record = launch.tileBase + tile * TILE_WORDS;
      for (var part = 0u; part < TILE / SLICE; part++) {
        let end = records[record + 2u + part];
        for (var q = records[record + 1u + part]; q < end; q++) {
          let at = indices[launch.quadBase + q];
          if (at % QUADS != quad) { continue; }
          let source = x[(records[record] * TILE + part * SLICE + at / QUADS) * launch.xStride + offset];
          sum0 += entryTerm(quads[q].x, source);
          sum1 += entryTerm(quads[q].y, source);
          sum2 += entryTerm(quads[q].z, source);
          sum3 += entryTerm(quads[q].w, source);
        }
      }
    }
  }
  let place = records[segment];
  let sums = array<vec4f, 4>(sum0, sum1, sum2, sum3);
  for (var i = 0u; i < 4u; i++) {
    let within = 4u * quad + i;
    let row = (place & ~ALONE) * TILE + within;
    if ((place & ALONE) == 0u) {
      partials[row * launch.columns + column] = sums[i];
    } else if (row < launch.rows) {
      y[row * launch.yStride + launch.yOffset + column] = sums[i];
    }
  }
}
