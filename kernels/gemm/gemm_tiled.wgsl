// c[i, j] = sum over k of a[i, k] * b[k, j]      GEMM, register tiles out of workgroup memory.
// A workgroup computes 8 PARTS x 4 LANES entries of c (64 x 64 unless c is narrow); invocation (lane, part) holds rows
// part, part + PARTS, ... part + 7 PARTS and the four columns of its lane in eight vectors. Tiles of a (8 PARTS x 16) and
// b (16 x 4 LANES) are staged as vectors: a step of four k is twelve loads of workgroup memory, 128 multiply-adds.
// Needs: strides and offsets in whole vectors, a padded with zeros; c is added to where a panel before has begun it.
// Shapes: a [rows, aStride], b [>= inner + bRow, bStride], c [rows, cStride], all panels of vectors, row-major.
override LANES: u32 = 16u;
override PARTS: u32 = 8u;

struct Launch {
  firstRow: u32,  // of c, that this dispatch begins with
  rows: u32,      // one past its last row
  inner: u32,     // floats of a row of the panel of a
  adds: u32,      // 1 where c already holds the product of the panels of a before
  columns: u32,   // vectors that the panels of b and c share
  aStride: u32,   // all in vectors of four floats
  bStride: u32,
  bOffset: u32,
  bRow: u32,      // row of b that is column 0 of the panel of a
  cStride: u32,
  cOffset: u32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> a: array<vec4f>;
@group(0) @binding(2) var<storage, read> b: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> c: array<vec4f>;

const DEPTH = 16u;  // k staged at once
const QUADS = 4u;   // vectors of them

var<workgroup> aTile: array<vec4f, 8u * PARTS * QUADS>;
var<workgroup> bTile: array<vec4f, DEPTH * LANES>;

fn dot4(w: vec4f, b0: vec4f, b1: vec4f, b2: vec4f, b3: vec4f) -> vec4f {
  return w.x * b0 + w.y * b1 + w.z * b2 + w.w * b3;
}

fn store(row: u32, column: u32, sum: vec4f) {
  if (row >= launch.rows || column >= launch.columns) { return; }
  let at = row * launch.cStride + launch.cOffset + column;
  if (launch.adds == 1u) { c[at] += sum; } else { c[at] = sum; }
}

@compute @workgroup_size(LANES, PARTS)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_id) local: vec3u,
) {
  let blocks = (launch.columns + LANES - 1u) / LANES;
  let index = group.y * groups.x + group.x;
  let firstRow = launch.firstRow + index / blocks * 8u * PARTS;
  if (firstRow >= launch.rows) { return; }
  let firstColumn = index % blocks * LANES;
  let lane = local.x;
  let part = local.y;
  let flat = part * LANES + lane;

  var c0 = vec4f(0.0);
  var c1 = vec4f(0.0);
  var c2 = vec4f(0.0);
  var c3 = vec4f(0.0);
  var c4 = vec4f(0.0);
  var c5 = vec4f(0.0);
  var c6 = vec4f(0.0);
  var c7 = vec4f(0.0);
  for (var k = 0u; k < launch.inner; k += DEPTH) {
    for (var i = flat; i < 8u * PARTS * QUADS; i += LANES * PARTS) {
      let row = firstRow + i / QUADS;
      let inner4 = k / 4u + i % QUADS;
      var loaded = vec4f(0.0);
      if (row < launch.rows && inner4 < launch.aStride) { loaded = a[row * launch.aStride + inner4]; }
      aTile[i] = loaded;
    }
    for (var i = flat; i < DEPTH * LANES; i += LANES * PARTS) {
      let inner = k + i / LANES;
      let column = firstColumn + i % LANES;
      var loaded = vec4f(0.0);
      if (inner < launch.inner && column < launch.columns) {
        loaded = b[(launch.bRow + inner) * launch.bStride + launch.bOffset + column];
      }
      bTile[i] = loaded;
    }
    workgroupBarrier();
    for (var step = 0u; step < QUADS; step++) {
      let b0 = bTile[4u * step * LANES + lane];
      let b1 = bTile[(4u * step + 1u) * LANES + lane];
      let b2 = bTile[(4u * step + 2u) * LANES + lane];
      let b3 = bTile[(4u * step + 3u) * LANES + lane];
      let at = part * QUADS + step;
      c0 += dot4(aTile[at], b0, b1, b2, b3);
      c1 += dot4(aTile[at + PARTS * QUADS], b0, b1, b2, b3);
      c2 += dot4(aTile[at + 2u * PARTS * QUADS], b0, b1, b2, b3);
      c3 += dot4(aTile[at + 3u * PARTS * QUADS], b0, b1, b2, b3);
      c4 += dot4(aTile[at + 4u * PARTS * QUADS], b0, b1, b2, b3);
      c5 += dot4(aTile[at + 5u * PARTS * QUADS], b0, b1, b2, b3);
      c6 += dot4(aTile[at + 6u * PARTS * QUADS], b0, b1, b2, b3);
      c7 += dot4(aTile[at + 7u * PARTS * QUADS], b0, b1, b2, b3);
    }
    workgroupBarrier();
  }

  let column = firstColumn + lane;
  let row = firstRow + part;
  store(row, column, c0);
  store(row + PARTS, column, c1);
  store(row + 2u * PARTS, column, c2);
  store(row + 3u * PARTS, column, c3);
  store(row + 4u * PARTS, column, c4);
  store(row + 5u * PARTS, column, c5);
  store(row + 6u * PARTS, column, c6);
  store(row + 7u * PARTS, column, c7);
}
