// Sums over the lanes of a team, known to each of them. Prelude: entry_teams.wgsl.
var<workgroup> parts: array<f32, WORKGROUP>;

fn share(part: f32, local: u32) {
  workgroupBarrier();
  parts[local] = part;
  workgroupBarrier();
}

fn teamSum(part: f32, local: u32) -> f32 {
  share(part, local);
  var sum = 0.0;
  for (var lane = 0u; lane < TEAM; lane++) { sum += parts[lane * TEAMS + local % TEAMS]; }
  return sum;
}
