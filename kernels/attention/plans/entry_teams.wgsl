// Teams of the kernels that go over the entries of a row: TEAM invocations are a team, which has one row and
// one column of the result; its lane l takes the row's entries l, l + TEAM, ... Neighbouring invocations are
// the same lane of neighbouring teams, so that numbers of an entry in successive columns are read and written
// side by side.
// Every invocation stays to the end, for teams meet at barriers: those without a row have no entries.
override WORKGROUP: u32 = 64u;
override TEAM: u32 = 8u;
override TEAMS: u32 = WORKGROUP / TEAM;

@group(0) @binding(1) var<storage, read> rowPtr: array<u32>;

// An invocation's part of the work.
struct Member {
  row: u32,
  column: u32,
  first: u32,  // of the entries that it takes
  end: u32,    // of the row's entries
  leads: bool, // one invocation of each team that has a row
}

fn memberOf(group: u32, local: u32, rows: u32, firstRow: u32, columns: u32) -> Member {
  let team = group * TEAMS + local % TEAMS;
  let lane = local / TEAMS;
  let row = firstRow + team / columns;
  if (team / columns >= rows || lane >= TEAM) { return Member(0u, 0u, 0u, 0u, false); }
  return Member(row, team % columns, rowPtr[row] + lane, rowPtr[row + 1u], lane == 0u);
}
