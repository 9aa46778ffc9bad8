// y[e] = x[index[e]] * mask(index[e]) / (1 - rate)      entries in another order, with dropout.
// One invocation computes a vector of four entries of y. Entry i takes 16 bits of Threefry block i / 4: in their own order
// four entries share a block, in another each draws its own. Where x is cut into panels, each dispatch fills in the entries
// that one of them holds.
// Needs: in their own order x and y cut into panels alike. An index that is no entry (the host lets none through) is taken
// for the last one.
// Shapes: x and y panels of one row, x in floats, y in vectors; index one an entry of the whole y.
// Prelude: ../../../platform/random.wgsl, ../../epilogue/dropout.wgsl, ../../../platform/float_bits.wgsl, ../../epilogue/epilogue.wgsl
override WORKGROUP: u32 = 64u;
override INDEXED: bool = false;

struct Launch {
  dropout: Epilogue,
  first: u32,       // entry of the whole y that is entry 0 of its panel
  entries: u32,     // of the panel of y, without padding
  firstSource: u32, // entry of the whole x that is entry 0 of its panel
  sources: u32,     // of the panel of x, without padding
  lastSource: u32,  // of the whole x
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(3) var<storage, read> index: array<u32>;
@group(0) @binding(4) var<storage, read> x: array<f32>;
@group(0) @binding(5) var<storage, read_write> y: array<vec4f>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  // Bound whether there is a bias or not.
  _ = bias[0];
  let at = (group.y * groups.x + group.x) * WORKGROUP + local;
  if (4u * at >= launch.entries) { return; }
  var value = vec4f(0.0);
  if (INDEXED) {
    if (launch.firstSource > 0u) { value = y[at]; }
    for (var lane = 0u; lane < min(4u, launch.entries - 4u * at); lane++) {
      let entry = min(index[launch.first + 4u * at + lane], launch.lastSource);
      // Wraps where the entry lies before the panel, and is none of it either way.
      let place = entry - launch.firstSource;
      if (place < launch.sources) {
        let factor = dropoutFactors(launch.dropout, 0u, entry / 4u)[entry % 4u];
        value[lane] = select(0.0, x[place] * factor, factor > 0.0);
      }
    }
  } else {
    let factors = dropoutFactors(launch.dropout, 0u, (launch.first / 4u) + at);
    let source = vec4f(x[4u * at], x[4u * at + 1u], x[4u * at + 2u], x[4u * at + 3u]);
    value = select(vec4f(0.0), source * factors, factors > vec4f(0.0));
  }
  y[at] = value;
}
