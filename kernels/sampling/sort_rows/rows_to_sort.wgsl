// Rows of a sampled block that are sorted, and the sizes of the block, which are reported on the way.
// Shapes: sizes [2] = {rows, ids}, rowPtr [rows + 1], local [ids], values [ids] if VALUED, whatever they are,
// counters [2] = {sources beside the rows, full}, report [layers, 4].
override WORKGROUP: u32 = 64u;
override VALUED: bool = false;

struct Launch {
  maxRows: u32,  // that there is room for; a batch that exceeds it has more
  layer: u32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> sizes: array<u32>;
@group(0) @binding(2) var<storage, read> rowPtr: array<u32>;
@group(0) @binding(3) var<storage, read_write> local: array<u32>;
@group(0) @binding(4) var<storage, read_write> values: array<u32>;
@group(0) @binding(5) var<storage, read> counters: array<u32>;
@group(0) @binding(6) var<storage, read_write> report: array<vec4u>;

fn reportSizes() {
  report[launch.layer] = vec4u(sizes[0], sizes[1], counters[0], counters[1]);
}

// Number of rows to sort.
fn rowsToSort() -> u32 {
  return min(launch.maxRows, sizes[0]);
}

