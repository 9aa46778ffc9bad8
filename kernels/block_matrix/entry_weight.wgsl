// Value of an entry of an aggregation matrix from the entries of its row and of its column; no entry point.
// GCN: 1 / sqrt(entries of the row * entries of the column); else the mean, 1 / entries of the row.
// Needs: nothing.
// Shapes: none.
override GCN: bool = false;

fn entryWeight(ofRow: u32, ofColumn: u32) -> f32 {
  if (GCN) { return inverseSqrt(f32(ofRow)) * inverseSqrt(f32(ofColumn)); }
  return 1.0 / f32(ofRow);
}
