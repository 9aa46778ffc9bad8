// words[i] = 0      A clear that does not end the compute pass, as `clearBuffer` would.
// One invocation a word.
// Shapes: words [any number].
@group(0) @binding(0) var<storage, read_write> words: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  if (id.x < arrayLength(&words)) { words[id.x] = 0u; }
}
