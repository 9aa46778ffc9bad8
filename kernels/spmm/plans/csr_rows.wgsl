// Prelude of the row-by-row kernels: a range of rows of a CSR matrix, and where its columns lie in X and Y.
// The bound arrays are whole rows of the matrix, the range is what one dispatch takes of them: a row that it
// cuts begins or ends at its first or last entry, and the range after adds to what this one left in Y.
// Shapes: rowPtr [bound rows + 1] from 0, colIdx and values [their entries].
override WEIGHTED: bool = true;

struct Launch {
  rows: u32,       // rows of this range
  firstRow: u32,   // of y, that the range begins with
  continues: u32,  // 1 where row 0 of the range adds to what the range before left in y
  columns: u32,    // columns of each row that the x and y panels share
  xStride: u32,    // these in the kernel's columns: floats, or vectors of four
  xOffset: u32,
  yStride: u32,
  yOffset: u32,
  boundRow: u32,   // of the bound rows, that the range begins with
  firstEntry: u32, // of their entries, that the range begins with
  lastEntry: u32,  // of their entries, that the range ends before
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> rowPtr: array<u32>;
@group(0) @binding(2) var<storage, read> colIdx: array<u32>;
@group(0) @binding(3) var<storage, read> values: array<f32>;

fn rowBegin(row: u32) -> u32 {
  return max(rowPtr[launch.boundRow + row], launch.firstEntry);
}

fn rowEnd(row: u32) -> u32 {
  return min(rowPtr[launch.boundRow + row + 1u], launch.lastEntry);
}

fn weight(entry: u32) -> f32 {
  if (WEIGHTED) { return values[entry]; }
  return 1.0;
}

fn continuesRow(row: u32) -> bool {
  return row == 0u && launch.continues == 1u;
}

