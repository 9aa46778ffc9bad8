// y = dropout(activation(z + bias)) of one vector of four columns      no entry point: kernels end with it.
// What is not finite stays so, if it is not dropped.
// Needs: binding 0 a uniform that begins with an Epilogue; a kernel's own buffers begin at binding 3.
// Shapes: bias one row of the whole matrix, in vectors of four.
// Prelude: ../../platform/random.wgsl, dropout.wgsl, ../../platform/float_bits.wgsl
override BIASED: bool = false;

@group(0) @binding(2) var<storage, read> bias: array<vec4f>;

fn epilogue(e: Epilogue, sum: vec4f, row: u32, vector: u32) -> vec4f {
  if (e.applies == 0u) { return sum; }
  var value = sum;
  if (BIASED) { value += bias[e.firstVector + vector]; }
  value = select(value * e.negativeSlope, value, (value > vec4f(0.0)) | !isFinite(value));
  if (DROPS) {
    let factors = dropoutFactors(e, row, vector);
    value = select(vec4f(0.0), value * factors, factors > vec4f(0.0));
  }
  return value;
}
