// S = 2^k, the largest with S * w * b * (1 + 2^-6) < 2^31      the scale of a row's fixed-point sum.
// Prelude of neighbor_group_fixed.wgsl and fixed_to_float.wgsl. With w the sum of a row's |values| and b the
// largest |x| of a column, |sum| <= w * b, and the slack holds the rounding of up to 2^24 groups: no sum
// overflows.
// Needs: nothing; k stays in [-126, 126], above which terms are far below any tolerance.
// Shapes: w one number a row, b and S four columns.
fn exponentField(x: vec4f) -> vec4u { return (bitcast<vec4u>(x) >> vec4u(23u)) & vec4u(255u); }

fn boundExponent(weight: f32, bound: vec4f) -> vec4u { return exponentField(weight * bound * 1.015625); }

// Whether w or b is not finite, or their product may pass float32: by bits alone, which no assumption of WGSL
// touches.
fn unbounded(weight: f32, bound: vec4f) -> vec4<bool> {
  let w = exponentField(vec4f(weight));
  let b = exponentField(bound);
  return (w == vec4u(255u)) | (b == vec4u(255u)) | (w + b >= vec4u(127u + 252u));
}

// Biased exponent of S: a bound with biased exponent E is below 2^(E - 126), so k = 31 - (E - 126).
fn scaleField(weight: f32, bound: vec4f) -> vec4u {
  return clamp(vec4u(284u) - boundExponent(weight, bound), vec4u(1u), vec4u(253u));
}

fn powerOfTwo(field: vec4u) -> vec4f { return bitcast<vec4f>(field << vec4u(23u)); }
