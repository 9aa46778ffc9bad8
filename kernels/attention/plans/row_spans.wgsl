// Spans of numbers one after the other that are taken together: the entries of a row, or where LISTED those of a
// part of a long row, or the parts of a cut row. A row with more entries than LONGEST is cut: it has none here,
// its parts are listed.
// Shapes: spans: rowPtr [rows + 1]; where LISTED [spans] of (row, first, end, number among the cut rows).
override LISTED: bool = false;
override LONGEST: u32 = 0xffffffffu;

@group(0) @binding(1) var<storage, read> spans: array<u32>;

struct Span {
  row: u32,
  first: u32,
  end: u32,
  cutRow: u32,
}

fn spanOf(index: u32) -> Span {
  if (LISTED) {
    return Span(spans[4u * index], spans[4u * index + 1u], spans[4u * index + 2u], spans[4u * index + 3u]);
  }
  let first = spans[index];
  let end = spans[index + 1u];
  return Span(index, first, select(first, end, end - first <= LONGEST), 0u);
}
