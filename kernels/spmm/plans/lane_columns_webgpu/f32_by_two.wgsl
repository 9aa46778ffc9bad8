// Columns of X in float32: a lane takes two, so that half as many columns fill a subgroup's lanes with one row.
// Prelude of row_sum.wgsl.
// Shapes: x and y panels of vectors of two floats, row-major.
alias Columns = vec2f;

@group(0) @binding(4) var<storage, read> x: array<vec2f>;
@group(0) @binding(5) var<storage, read_write> y: array<Columns>;

fn columnsOf(at: u32) -> Columns {
  return x[at];
}

