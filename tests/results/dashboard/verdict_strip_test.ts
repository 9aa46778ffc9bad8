/**
 * Verdicts over time as bars.
 *
 * @module
 */
import assert from "node:assert/strict";
import {
  judgedTracks,
  renderVerdictKey,
  renderVerdictTrack,
} from "../../../results/dashboard/verdict_strip.ts";
import { latestJudgements } from "../../../results/dashboard/verdict_counts.ts";
import type { SessionEntry } from "../../../results/history/session_history.ts";
import type { Verdict } from "../../../results/row.ts";
import { claimRow, sessionDocument } from "../session_fixture.ts";

function entry(
  session: string,
  verdicts: readonly Verdict[],
  changes: { paper?: string; name?: string } = {},
) {
  const { paper = "hetu-gnn", name = "Some CPU" } = changes;
  const document = sessionDocument({ session });
  const claims = verdicts.map((verdict, i) => claimRow({ session, paper, verdict, claim_id: `c${i}` }));
  const device = { ...document.device, name };
  return {
    folder: session,
    document: { ...document, device },
    claims,
    rows: 0,
    lost: { wrong: 0, failed: 0 },
  } satisfies SessionEntry;
}

Deno.test("a session's bar is as high as its claims, losses on top, and leads to its report", () => {
  const sessions = [
    entry("first", ["reproduced", "differs", "reproduced", "not-run"]),
    entry("second", ["inconclusive"]),
  ];
  const [track] = judgedTracks(sessions, ["first/report.html", ""]);
  const { source } = renderVerdictTrack(track, 60);
  const bars = [...source.matchAll(/<a href="([^"]*)" aria-label="([^"]*)">([^]*?)<\/a>/g)];
  assert.deepEqual(bars.map(([, link]) => link.replace(/-[0-9a-f]{8}/, "")), [
    "first/report.html",
    "device-some-cpu-wasm.html",
  ]);
  assert.match(bars[0][2], /^first, 2026-01-02 03:04: 1 differs, 2 reproduced, 1 not run$/);
  const parts = [...bars[0][3].matchAll(/class="fill ([^"]*)"[^>]*y="([\d.]+)"[^>]*height="([\d.]+)"/g)];
  assert.deepEqual(parts.map(([, style, y, height]) => [style, Number(y), Number(height)]), [
    ["bad differs", 0, 9],
    ["good reproduced", 9, 18],
    ["quiet analogue not-run", 27, 9],
  ]);
});

Deno.test("devices are apart, a paper that did not run leaves a gap, and only the latest are drawn", () => {
  const sessions = [
    entry("a", ["reproduced"]),
    entry("b", ["reproduced"], { paper: "roc" }),
    entry("c", ["not-run"]),
    entry("d", ["differs"], { name: "Other" }),
  ];
  const tracks = judgedTracks(sessions, sessions.map(() => "r.html"));
  assert.deepEqual(tracks.map(({ label, sessions: own }) => [label, own.length]), [
    ["Other, wasm \u00b7 smoke", 1],
    ["Some CPU, wasm \u00b7 smoke", 2],
  ]);
  const places = (most: number) =>
    [
      ...renderVerdictTrack(tracks[1], most).source.matchAll(
        /paper-(\w+[\w-]*)\.html|<rect[^>]* x="([\d.]+)"/g,
      ),
    ]
      .map(([, paper, x]) => paper ?? Number(x));
  assert.deepEqual(places(60), ["hetu-gnn", 0, "roc", 40]);
  assert.deepEqual(places(1), ["roc", 0]);
  assert.deepEqual(judgedTracks(sessions, [], "roc").map(({ sessions: own }) => own.length), [1]);
  const key = renderVerdictKey(tracks).source;
  assert.ok(key.includes("differs") && key.includes("reproduced") && !key.includes("not run"));
});

Deno.test("a session that ran a part of a paper leaves the other claims as they were judged before", () => {
  const sessions = [
    entry("whole", ["reproduced", "differs", "inconclusive", "not-run"]),
    entry("part", ["not-run", "reproduced", "not-run", "not-run"]),
    entry("elsewhere", ["differs", "not-run", "not-run", "not-run"], { name: "Other" }),
  ];
  const found = latestJudgements(sessions).map(({ claims }) =>
    claims.map(({ session, verdict }) => `${session}: ${verdict}`)
  );
  // The device of the latest session comes first.
  assert.deepEqual(found, [
    ["elsewhere: differs", "elsewhere: not-run", "elsewhere: not-run", "elsewhere: not-run"],
    ["whole: reproduced", "part: reproduced", "whole: inconclusive", "part: not-run"],
  ]);
  const [, track] = judgedTracks(sessions, ["", "", ""]);
  assert.match(renderVerdictTrack(track, 60).source, />1 inconclusive, 2 reproduced</);
});
