import assert from "node:assert/strict";
import { cellNoise, renderNoise } from "../../results/noise.ts";
import { sessionDocument, writtenRow } from "./session_fixture.ts";

function samplesOf(preparations: readonly (readonly number[])[]) {
  const { cell, metric, unit } = writtenRow();
  return preparations.flatMap((values, preparation) =>
    values.map((value, round) => ({
      session: "s1",
      cell,
      metric,
      unit,
      attempt: 1,
      preparation,
      round,
      calls: 1,
      value,
    }))
  );
}

Deno.test("noise of a cell is its spread, its interval, and how far its preparations lie apart", () => {
  const samples = samplesOf([[1, 1.1, 0.9], [2, 2.1, 1.9], [3, 3.1, 2.9]]);
  const share = { metric: "share", unit: "%", timer: "" };
  const rows = [writtenRow(), writtenRow({ metric: "exact", n: 1 }), writtenRow(share)];
  const shares = samples.map((sample) => ({ ...sample, metric: "share" }));
  const [cell, ...more] = cellNoise({ rows, samples: [...samples, ...shares], journal: [] });
  assert.equal(more.length, 0);
  assert.equal(cell.spread, 0.1 / 4);
  assert.ok(Math.abs(cell.halfWidth - 0.025) < 1e-12);
  assert.ok(Math.abs(cell.preparations! - 10) < 1e-9);
});

Deno.test("the text says what the A/A run saw, what it would take to see less, and which cells are noisy", () => {
  const calibration = { ...sessionDocument().calibration!, smallestDifference: 0.04, sentinelDrift: 1.25 };
  const document = sessionDocument({ calibration });
  const cells = cellNoise({ rows: [writtenRow()], samples: samplesOf([[1, 2, 3]]), journal: [] });
  const text = renderNoise({ document, cells, sessions: [calibration, calibration] });
  assert.match(text, /Smallest difference it can see {2}4 %/);
  // 13 rounds show 4 %, so that 2 % take four times as many.
  assert.match(text, /2 % 52, 1 % 208/);
  assert.match(text, /Drift of the sentinel kernel {4}25 %/);
  assert.match(text, /reddit@1\/16:natural\s+time\s+2\.5 %/);
  assert.match(
    renderNoise({ document: sessionDocument({ calibration: null }), cells: [], sessions: [] }),
    /no A\/A run/,
  );
});
