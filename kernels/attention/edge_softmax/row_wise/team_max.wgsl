// Maxima over the lanes of a team, known to each of them, and the mark of scores that are not finite.
// Prelude: ../../plans/entry_teams.wgsl, ../../plans/team_sums.wgsl.
const LEAST = -0x1.fffffep+127f;
// What a lane that met such a score adds to its team's sum: no sum of exponentials makes up for it.
const NOT_FINITE = -1e30f;

fn teamMax(part: f32, local: u32) -> f32 {
  share(part, local);
  var largest = LEAST;
  for (var lane = 0u; lane < TEAM; lane++) { largest = max(largest, parts[lane * TEAMS + local % TEAMS]); }
  return largest;
}

