// Columns of X in bf16, two in a word: a lane takes four in 8 bytes. Prelude of row_sum.wgsl.
// A bf16 is the upper half of a float32, so that a shift or a mask widens it exactly.
// Shapes: x panel of four bf16, y panel of vectors of four floats, row-major.
alias Columns = vec4f;

@group(0) @binding(4) var<storage, read> x: array<vec2u>;
@group(0) @binding(5) var<storage, read_write> y: array<Columns>;

fn columnsOf(at: u32) -> Columns {
  let pairs = x[at];
  let even = pairs << vec2u(16u);
  let odd = pairs & vec2u(0xffff0000u);
  return bitcast<vec4f>(vec4u(even.x, odd.x, even.y, odd.y));
}

