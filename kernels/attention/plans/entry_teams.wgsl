// Teams of the kernels that go over spans of entries: TEAM invocations are a team, which has one span and one
// column of the result; its lane l takes the span's entries l, l + TEAM, ... Neighbouring invocations are the
// same lane of neighbouring teams, so that numbers of an entry in successive columns are read and written side
// by side.
// Every invocation stays to the end, for teams meet at barriers: those without a span have no entries.
// Prelude: row_spans.wgsl.
override WORKGROUP: u32 = 64u;
override TEAM: u32 = 8u;
override TEAMS: u32 = WORKGROUP / TEAM;

// An invocation's part of the work.
struct Member {
  row: u32,
  column: u32,
  first: u32,  // of the entries that it takes
  end: u32,    // of the span's entries
  leads: bool, // one invocation of each team that has a span
  span: u32,   // number of the span in its list
  cutRow: u32, // number of the row among those that are cut
}

fn memberOf(group: u32, local: u32, rows: u32, firstRow: u32, columns: u32) -> Member {
  let team = group * TEAMS + local % TEAMS;
  let lane = local / TEAMS;
  if (team / columns >= rows || lane >= TEAM) { return Member(0u, 0u, 0u, 0u, false, 0u, 0u); }
  let index = firstRow + team / columns;
  let span = spanOf(index);
  return Member(span.row, team % columns, span.first + lane, span.end, lane == 0u, index, span.cutRow);
}
