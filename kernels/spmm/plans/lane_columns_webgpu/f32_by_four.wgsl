// Columns of X in float32: a lane takes a vector of four. Prelude of row_sum.wgsl.
// Shapes: x and y panels of vectors of four floats, row-major.
alias Columns = vec4f;

@group(0) @binding(4) var<storage, read> x: array<vec4f>;
@group(0) @binding(5) var<storage, read_write> y: array<Columns>;

fn columnsOf(at: u32) -> Columns {
  return x[at];
}

