import assert from "node:assert/strict";
import { renderCalibrations } from "../../results/dashboard/calibration_pictures.ts";
import { explainContents } from "../../results/explain.ts";
import { renderNoise } from "../../results/noise.ts";
import { html } from "../../results/report/markup.ts";
import { renderContents } from "../../results/report/report.ts";
import { driftText } from "../../results/report/sentinel_section.ts";
import { SENTINEL, sentinelDrift } from "../../results/sentinel.ts";
import { countingRows } from "../../results/store/counting_rows.ts";
import { sessionDocument, writtenRow } from "./session_fixture.ts";

const SUITE = "hetu-gnn/figure-8";

/** The sentinel beside a workload: its median, and 1 % on each side. */
function beside(workload: string, ms: number, attempt = 1) {
  return writtenRow({
    contender: SENTINEL,
    metric: SENTINEL,
    cell: `${SUITE}:${workload}:${SENTINEL}`,
    dataset: "",
    median: ms,
    ci_lo: 0.99 * ms,
    ci_hi: 1.01 * ms,
    attempt,
  });
}

const rows = [
  ...["one", "two", "three"].flatMap((dataset) => [
    writtenRow({ dataset, contender: "natural", cell: `${SUITE}:${dataset}:natural` }),
  ]),
  beside("one", 7, 1),
  beside("one", 10, 2),
  beside("two", 10.1),
  beside("three", 12),
];
const contents = {
  document: sessionDocument(),
  journal: [],
  samples: [],
  comparisons: [],
  claims: [],
  rows,
};

Deno.test("drift is the slowest comparison's sentinel over the fastest's, of last attempts, with an interval around it", () => {
  const { readings, ms, drift, lo, hi } = sentinelDrift(rows, 0.02)!;
  assert.deepEqual(readings.map(({ row }) => row.median), [10, 10.1, 12]);
  assert.equal(ms, 10.1);
  assert.equal(drift, 1.2);
  assert.ok(Math.abs(lo - 1.2 * 0.99 / 1.01) < 1e-12 && Math.abs(hi - 1.2 * 1.01 / 0.99) < 1e-12);
  // The first is 1 % below the median, which nobody can see; the last is 19 % above, its whole interval.
  assert.deepEqual(readings.map(({ moved }) => moved), [false, false, true]);
  assert.deepEqual(sentinelDrift(rows, 0.3)!.readings.map(({ moved }) => moved), [false, false, false]);
});

Deno.test("a session that kept nothing of its sentinel has no drift, and one reading drifts nowhere", () => {
  assert.equal(sentinelDrift(rows.slice(0, 3), 0.02), undefined);
  assert.equal(sentinelDrift([beside("one", 10)], 0.02)!.drift, 1);
});

Deno.test("a drift that fewer than two readings cannot tell is told as none, not as 1", async () => {
  const calibrated = (sentinelDrift: number, session: string) =>
    sessionDocument({
      session,
      device: { ...sessionDocument().device, name: "Some CPU" },
      calibration: { ...sessionDocument().calibration!, sentinelDrift },
    });
  const contents = { journal: [], samples: [], comparisons: [], claims: [], rows: rows.slice(0, 3) };
  for (const [drift, told] of [[1, false], [1.25, true]] as const) {
    const document = calibrated(drift, "one"), page = await renderContents({ ...contents, document });
    assert.equal(page.includes("1.25 \u00d7"), told);
    assert.equal(page.includes("not told: it ran in fewer than two comparisons"), !told);
    const text = renderNoise({ document, cells: [], sessions: [] });
    assert.match(text, told ? /sentinel kernel {4}25 %/ : /sentinel kernel {4}not told/);
    const { source } = html`${
      renderCalibrations([{ folder: "one", document, claims: [], rows: 3, lost: { wrong: 0, failed: 0 } }])
    }`;
    assert.equal(source.includes("Sentinel kernel"), told);
    assert.ok(source.includes("Memory bandwidth"));
  }
});

Deno.test("drift of samples too few for an interval is told without one", () => {
  const few = rows.map((row) =>
    row.ci_lo === undefined ? row : { ...row, ci_lo: -Infinity, ci_hi: Infinity }
  );
  assert.match(driftText(sentinelDrift(rows, 0.02)!), /^1\.2 × \(1\.\d+ to 1\.\d+\), 3 comparisons$/);
  assert.equal(driftText(sentinelDrift(few, 0.02)!), "1.2 ×, 3 comparisons");
});

Deno.test("the sentinel is no cell: nothing that compares cells sees its rows", () => {
  assert.deepEqual(countingRows(rows), rows.slice(0, 3));
});

Deno.test("the report shows the session's drift and flags the suite that it moved beside", async () => {
  const page = (await renderContents(contents)).replace(/<script>[\s\S]*?<\/script>/g, "");
  assert.match(page, /Slowest over fastest comparison: 1\.2 × \(1\.176 to 1\.224\), 3 comparisons/);
  assert.match(page, /<a href="#sentinel">1\.2 ×/);
  assert.match(page, /in 1 of 3/);
  assert.match(page, /While 1 of 3 comparisons were timed, the sentinel kernel took 1\.19 times its median/);
  assert.doesNotMatch(page, /figure-8:one:sentinel/);
  const still = {
    ...contents,
    document: sessionDocument({
      calibration: { ...contents.document.calibration!, smallestDifference: 0.3 },
    }),
  };
  assert.doesNotMatch(await renderContents(still), /While \d of 3 comparisons were timed/);
});

Deno.test("explain says what the machine did while a cell was timed", () => {
  const text = explainContents(contents, { cell: `${SUITE}:three:natural`, folder: "s1" });
  assert.match(
    text,
    /Sentinel kernel meanwhile: 12 ms, 95 % interval 11\.88 to 12\.12, n = 13; 1\.19 times its median/,
  );
  assert.match(text, /, beyond what the session can see \(2 %\)/);
  assert.match(text, /slowest over fastest comparison: 1\.2 × \(1\.176 to 1\.224\), 3 comparisons/);
  assert.match(explainContents(contents, { cell: ":two:", folder: "s1" }), /not beyond what/);
});

Deno.test("noise lists the comparisons that the machine moved beside", () => {
  const sentinel = sentinelDrift(rows, 0.02)!;
  const text = renderNoise({ document: contents.document, cells: [], sessions: [], sentinel });
  assert.match(text, /Drift of the sentinel kernel {4}1\.2 × \(1\.176 to 1\.224\), 3 comparisons/);
  assert.match(
    text,
    /beside 1 of 3 comparisons, most beside\n {4}1\.19 +times its median {2}hetu-gnn\/figure-8:three\n/,
  );
});
