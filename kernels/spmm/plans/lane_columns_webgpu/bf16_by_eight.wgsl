// Columns of X in bf16, two in a word: a lane takes eight in 16 bytes. Prelude of row_sum.wgsl.
// A bf16 is the upper half of a float32, so that a shift or a mask widens it exactly.
// Needs: strides and offsets in eights.
// Shapes: x panel of eight bf16, y panel of twice four floats, row-major.
alias Columns = mat2x4f;

@group(0) @binding(4) var<storage, read> x: array<vec4u>;
@group(0) @binding(5) var<storage, read_write> y: array<Columns>;

fn columnsOf(at: u32) -> Columns {
  let pairs = x[at];
  let even = pairs << vec4u(16u);
  let odd = pairs & vec4u(0xffff0000u);
  return mat2x4f(
    bitcast<vec4f>(vec4u(even.x, odd.x, even.y, odd.y)),
    bitcast<vec4f>(vec4u(even.z, odd.z, even.w, odd.w)),
  );
}

