/** @module */
import assert from "node:assert/strict";
import { BUSY_FACT } from "../../../results/environment_text.ts";
import { renderFirstScreen } from "../../../results/report/first_screen.ts";
import { viewSession } from "../../../results/report/session_view.ts";
import { findings } from "../../../results/verdicts/findings.ts";
import { claimRow, journalEntry, sessionDocument } from "../session_fixture.ts";

Deno.test("the first screen has the matrix, the three sentences, and every number folded", () => {
  const claims = [claimRow(), claimRow({ claim_id: "lost", verdict: "differs" })];
  const contents = {
    document: sessionDocument(),
    journal: [],
    rows: [],
    samples: [],
    comparisons: [],
    claims,
  };
  const { source } = renderFirstScreen(viewSession(contents, 10));
  const [matrix, sentences, tables] = ['<dl class="matrix">', 'class="finding"', "<table>"].map((text) =>
    source.indexOf(text)
  );
  assert.ok(0 < matrix && matrix < sentences && sentences < tables);
  assert.equal(source.match(/class="finding"/g)?.length, findings(claims).length);
  assert.ok(source.lastIndexOf("<details>", tables) > sentences);
});

Deno.test("the first screen of a GPU's session counts no threads", () => {
  const parts = { journal: [], rows: [], samples: [], comparisons: [], claims: [] };
  const threadsOf = (threads: number) => {
    const document = sessionDocument(), device = { ...document.device, threads };
    const { source } = renderFirstScreen(viewSession({ ...parts, document: { ...document, device } }, 10));
    return /<dt>CPU threads<\/dt>\s*<dd>([^<]*)</.exec(source)?.[1];
  };
  assert.deepEqual([2, 0].map(threadsOf), ["2", "none"]);
});

Deno.test("the first screen says what a stand-in is where the session has one", () => {
  const parts = { journal: [], rows: [], samples: [], comparisons: [], claims: [] };
  const [dataset] = sessionDocument().datasets;
  const isSaid = (kind: "real" | "stand-in") => {
    const document = { ...sessionDocument(), datasets: [{ ...dataset, kind }] };
    return renderFirstScreen(viewSession({ ...parts, document }, 10)).source.includes("A stand-in is");
  };
  assert.deepEqual((["real", "stand-in"] as const).map(isSaid), [false, true]);
});

Deno.test("the first screen tells two generations of one CPU's name apart", () => {
  const parts = { journal: [], rows: [], samples: [], comparisons: [], claims: [] };
  const deviceOf = (generation: string) => {
    const environment = { "instruction set": "avx512", "cpu generation": generation };
    const { source } = renderFirstScreen(
      viewSession({ ...parts, document: sessionDocument({ environment }) }, 10),
    );
    return /<dt>Device<\/dt>\s*<dd>([^<]*)</.exec(source)?.[1];
  };
  assert.equal(deviceOf("family 26, model 2"), "Some CPU, wasm avx512, family 26, model 2");
  assert.notEqual(deviceOf("family 25, model 1"), deviceOf("family 26, model 2"));
});

Deno.test("the first screen says where other programs kept processors busy", () => {
  const parts = { journal: [], rows: [], samples: [], comparisons: [], claims: [] };
  const loadOf = (busy: number) => ({ busy, processors: 2, notable: 0.2 });
  const noticeOf = (environment: Readonly<Record<string, string>>, ...loads: readonly number[]) => {
    const journal = loads.map((busy, i) => journalEntry({ workload: `w${i}`, othersLoad: loadOf(busy) }));
    const contents = { ...parts, document: sessionDocument({ environment }), journal };
    return /Other programs [^<]*/.exec(renderFirstScreen(viewSession(contents, 10)).source)?.[0];
  };
  const begun = { [BUSY_FACT]: "0.63 of 2 processors" }, end = "are longer and less steady.";
  assert.equal(noticeOf({}), undefined);
  assert.equal(
    noticeOf(begun),
    `Other programs kept 0.63 of 2 processors busy when the run began: times ${end}`,
  );
  // What is known of the comparisons says more than what was seen before them.
  const text =
    `Other programs disturbed 2 of 3 comparisons (up to 1.20 of 2 processors): times of these ${end}`;
  assert.deepEqual([noticeOf(begun, 1, 0.1, 1.2), noticeOf({}, 1, 0.1, 1.2)], [text, text]);
  assert.equal(noticeOf(begun, 0.1), undefined);
});
