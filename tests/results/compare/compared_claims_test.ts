/**
 * Claims of several sessions side by side.
 *
 * @module
 */
import assert from "node:assert/strict";
import { compareSessions } from "../../../results/compare/compare.ts";
import { agreementText, compareClaims } from "../../../results/compare/compared_claims.ts";
import { renderComparisonPage } from "../../../results/compare/comparison_page.ts";
import { renderComparisonText } from "../../../results/compare/comparison_text.ts";
import type { Verdict } from "../../../results/row.ts";
import type { SessionContents } from "../../../results/store/store.ts";
import { claimRow } from "../session_fixture.ts";
import { timedSession } from "./timed_session.ts";

/** Session with a claim of each verdict, by the claim's name. */
function session(name: string, verdicts: Readonly<Record<string, Verdict>>) {
  const claims = Object.entries(verdicts).map(([claim_id, verdict]) =>
    claimRow({ claim_id, verdict, statement: `What ${claim_id} says.`, effect: 0.5, ci_lo: 0.4, ci_hi: 0.6 })
  );
  return { ...timedSession(name, { x: 1 }), claims };
}

const BEFORE = session("before", {
  alike: "reproduced",
  exact: "holds",
  open: "inconclusive",
  asked: "not-run",
  none: "not-run",
  some: "out-of-regime",
  both: "analogue-supports",
});
const AFTER = session("after", {
  alike: "analogue-supports",
  exact: "holds",
  open: "out-of-regime",
  asked: "differs",
  none: "not-run",
  some: "differs",
  both: "differs",
  alone: "reproduced",
});

Deno.test("claims stand by what their answers say, and an absent one was not asked", () => {
  const claims = compareClaims([BEFORE.claims, AFTER.claims]);
  assert.deepEqual(claims.map(({ claim, agreement }) => [claim.claim_id, agreement]), [
    ["both", "decided both ways"],
    ["some", "decided by some only"],
    ["open", "open for other reasons"],
    ["asked", "not asked by all"],
    ["alone", "not asked by all"],
    ["alike", "alike"],
    ["exact", "alike"],
    ["none", "asked by none"],
  ]);
  assert.deepEqual(claims.find(({ claim }) => claim.claim_id === "alone")!.columns[0], undefined);
  assert.equal(
    agreementText(claims),
    "1 decided both ways, 1 decided by some only, 1 open for other reasons, 2 not asked by all, 2 alike, " +
      "1 asked by none",
  );
});

Deno.test("sessions are judged by one set of rules where something judges them, and page and text say which", () => {
  const verdictOf = { before: "reproduced", after: "differs" } as const;
  const judge = ({ document: { session } }: SessionContents) => [
    claimRow({ claim_id: "alike", verdict: verdictOf[session as keyof typeof verdictOf] }),
  ];
  const anew = compareSessions(BEFORE, [AFTER], judge), stored = compareSessions(BEFORE, [AFTER]);
  assert.equal(agreementText(anew.claims), "1 decided both ways");
  for (const render of [renderComparisonPage, (each: typeof anew) => renderComparisonText(each)]) {
    // Of A nothing but `alike` is judged, as it was; of B the same claim was an analogue's.
    assert.match(
      render(anew),
      /Verdicts (are )?by the rules of this program, by which 1 of B are others than on the day/,
    );
    assert.match(render(stored), /Verdicts (are )?by the rules of each session.*s day/);
  }
});

Deno.test("page and text show claims that are decided in one session and not so in another, and count the others", () => {
  const comparison = compareSessions(BEFORE, [AFTER]);
  const page = renderComparisonPage(comparison), text = renderComparisonText(comparison);
  const [shown, folded] = page.split("Open for other reasons, or not asked by all: 3");
  assert.ok(shown.includes("What both says.") && shown.includes("What some says."));
  assert.ok(!shown.includes("What open says.") && folded.includes("What open says."));
  assert.ok(!page.includes("What alike says."));
  assert.match(text, /^Claims: 1 decided both ways, 1 decided by some only/m);
  assert.match(text, /^analogue-supports, 0\.5 \[0\.4, 0\.6\] +differs, 0\.5 \[0\.4, 0\.6\] +both$/m);
  assert.doesNotMatch(text, / open$/m);
});

Deno.test("a claim that a session does not have is absent from its column, and what no claim is has no count", () => {
  const comparison = compareSessions(session("a", { both: "reproduced", same: "holds" }), [
    session("b", { both: "differs", same: "holds" }),
    session("c", { same: "holds" }),
  ]);
  const text = renderComparisonText(comparison), page = renderComparisonPage(comparison);
  assert.match(text, /^Claims: 1 decided both ways, 1 alike$/m);
  assert.match(text, /^reproduced, 0\.5 \[.*\] +differs, 0\.5 \[.*\] +absent +both$/m);
  const cells = page.replaceAll(/\s+/g, " ").replaceAll(/ ?<[^>]*> ?/g, "|").replaceAll(/\|+/g, "|");
  assert.match(cells, /What both says\.\|.*?0\.5.*?\|absent\|decided both ways\|/);
});

Deno.test("sessions without claims have no section on them", () => {
  const comparison = compareSessions(timedSession("a", { x: 1 }), [timedSession("b", { x: 1 })]);
  assert.deepEqual(comparison.claims, []);
  assert.doesNotMatch(renderComparisonPage(comparison) + renderComparisonText(comparison), /Claims/);
});
