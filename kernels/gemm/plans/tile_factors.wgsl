// Launch, factors and result of a dispatch of tiles.
// Vectors of four floats, and blocks of 4 x 4, are zeros where a factor ends.
// Prelude: ../../../platform/random.wgsl, ../../epilogue/dropout.wgsl, ../../../platform/float_bits.wgsl, ../../epilogue/epilogue.wgsl
override TRANSPOSED_A: bool = false;
override TRANSPOSED_B: bool = false;

struct Launch {
  epilogue: Epilogue,
  firstRow: u32,   // of the panel of a, that this dispatch begins with
  rows: u32,       // one past its last row
  inner: u32,      // terms
  adds: u32,       // 1 where c already holds the sum of terms before
  columns: u32,    // vectors that this dispatch computes in a row
  aStride: u32,    // all strides and offsets in vectors of four floats
  aOffset: u32,
  bStride: u32,
  bOffset: u32,
  bLine: u32,      // line of b where the terms, or, where b is transposed, the columns begin
  bLines: u32,     // all lines of b
  cStride: u32,
  cOffset: u32,
  terms: u32,      // of one split
  firstSplit: u32, // that this dispatch begins with
  splitRows: u32,  // rows from one split's sums to the next
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(3) var<storage, read> a: array<vec4f>;
@group(0) @binding(4) var<storage, read> b: array<vec4f>;
@group(0) @binding(5) var<storage, read_write> c: array<vec4f>;

// Four neighbouring floats of a line, zeros where there are none.
fn aVector(line: u32, lines: u32, vector: u32, vectors: u32) -> vec4f {
  if (line >= lines || vector >= vectors) { return vec4f(0.0); }
  return a[line * launch.aStride + launch.aOffset + vector];
}

fn bVector(line: u32, lines: u32, vector: u32, vectors: u32) -> vec4f {
  if (line >= lines || vector >= vectors) { return vec4f(0.0); }
  return b[line * launch.bStride + launch.bOffset + vector];
}

// Block of a as it is stored: rows row ... row + 3, each with terms k ... k + 3, or the other way where a is transposed.
fn aStored(row: u32, k: u32, end: u32) -> mat4x4f {
  let line = select(row, k, TRANSPOSED_A);
  let lines = select(launch.rows, end, TRANSPOSED_A);
  let vector = select(k, row, TRANSPOSED_A) / 4u;
  let vectors = (select(end, launch.rows, TRANSPOSED_A) + 3u) / 4u;
  return mat4x4f(
    aVector(line, lines, vector, vectors), aVector(line + 1u, lines, vector, vectors),
    aVector(line + 2u, lines, vector, vectors), aVector(line + 3u, lines, vector, vectors),
  );
}

// Terms k ... k + 3 of b, each with the four columns of a vector.
fn bBlock(k: u32, column: u32, end: u32) -> mat4x4f {
  let line = launch.bLine + select(k, 4u * column, TRANSPOSED_B);
  let lines = select(launch.bLine + end, launch.bLines, TRANSPOSED_B);
  let vector = select(column, k / 4u, TRANSPOSED_B);
  let vectors = select(launch.columns, (end + 3u) / 4u, TRANSPOSED_B);
  let block = mat4x4f(
    bVector(line, lines, vector, vectors), bVector(line + 1u, lines, vector, vectors),
    bVector(line + 2u, lines, vector, vectors), bVector(line + 3u, lines, vector, vectors),
  );
  if (TRANSPOSED_B) { return transpose(block); }
  return block;
}

fn store(split: u32, row: u32, column: u32, sum: vec4f) {
  if (row >= launch.rows || column >= launch.columns) { return; }
  let at = (split * launch.splitRows + row) * launch.cStride + launch.cOffset + column;
  var total = sum;
  if (launch.adds == 1u) { total += c[at]; }
  c[at] = epilogue(launch.epilogue, total, row, column);
}
